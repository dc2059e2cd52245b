-- windows_on_windows: A window over a window's rows, late rows of both kept, each aggregate read by several.
-- target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'windows_on_windows'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '2 min'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'AT_LEAST_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '10 min'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE CATALOG `lake` WITH (
  'type' = 'iceberg',
  'catalog-type' = 'rest',
  'uri' = '${env:ICEBERG_URI}',
  'warehouse' = 'iot'
);

CREATE DATABASE IF NOT EXISTS `lake`.`iot`;

CREATE TABLE `readings` (
  `device` STRING NOT NULL,
  `value` DOUBLE,
  `flags` ARRAY<STRING>,
  `at_seconds` BIGINT NOT NULL,
  `$topic` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `$partition` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `$offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `event_time` AS CAST(TO_TIMESTAMP_LTZ((`at_seconds`) * 1000, 3) AS TIMESTAMP(3)),
  `$key` AS `device`,
  WATERMARK FOR `event_time` AS `event_time` - INTERVAL '1' MINUTE
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'iot.reading.measured.v1',
  'properties.group.id' = 'windows_on_windows', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `iot.reading.counted.v1` (
  `device` STRING NOT NULL,
  `window_start` TIMESTAMP(3) NOT NULL,
  `window_end` TIMESTAMP(3) NOT NULL,
  `window_time` TIMESTAMP(3) NOT NULL,
  `n` BIGINT NOT NULL,
  `total` DOUBLE NOT NULL,
  `highest` DOUBLE NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'iot.reading.counted.v1',
  'sink.delivery-guarantee' = 'at-least-once',
  'key.format' = 'raw', -- the text of the value
  'key.fields' = 'device',
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'iot.reading.counted.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"iot.reading.counted.v1","fields":[{"name":"device","type":"string"},{"name":"window_start","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"window_end","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"window_time","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"n","type":"long"},{"name":"total","type":"double"},{"name":"highest","type":"double"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE TABLE `iot.reading.hours.v1` (
  `device` STRING NOT NULL,
  `window_start` TIMESTAMP(3) NOT NULL,
  `n` BIGINT NOT NULL,
  `total` DOUBLE NOT NULL,
  `levels` BIGINT NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'iot.reading.hours.v1',
  'sink.delivery-guarantee' = 'at-least-once',
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `iot.reading.peaks.v1` (
  `device` STRING NOT NULL,
  `from` TIMESTAMP(3) NOT NULL,
  `n` BIGINT NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'iot.reading.peaks.v1',
  'sink.delivery-guarantee' = 'at-least-once',
  'key.format' = 'csv', -- the text of the value
  'key.fields' = 'n',
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'iot.reading.peaks.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"iot.reading.peaks.v1","fields":[{"name":"device","type":"string"},{"name":"from","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"n","type":"long"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE TABLE `iot.reading.late.v1` (
  `device` STRING NOT NULL,
  `window_start` TIMESTAMP(3) NOT NULL,
  `window_end` TIMESTAMP(3) NOT NULL,
  `window_time` TIMESTAMP(3) NOT NULL,
  `n` BIGINT NOT NULL,
  `total` DOUBLE NOT NULL,
  `highest` DOUBLE NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'iot.reading.late.v1',
  'sink.delivery-guarantee' = 'at-least-once',
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE IF NOT EXISTS `lake`.`iot`.`minutes` (
  `device` STRING NOT NULL,
  `window_start` TIMESTAMP(3) NOT NULL,
  `window_end` TIMESTAMP(3) NOT NULL,
  `window_time` TIMESTAMP(3) NOT NULL,
  `n` BIGINT NOT NULL,
  `total` DOUBLE NOT NULL,
  `highest` DOUBLE NOT NULL,
  PRIMARY KEY (`device`, `window_start`) NOT ENFORCED
)
PARTITIONED BY (`device`)
WITH (
  'format-version' = '2',
  'write.upsert.enabled' = 'true', -- each row replaces the one of its key
  'write.format.default' = 'parquet',
  'write.parquet.compression-codec' = 'zstd',
  'write.metadata.delete-after-commit.enabled' = 'true', -- each checkpoint writes a metadata file
  'write.metadata.previous-versions-max' = '100'
);

CREATE TABLE `iot.windows.dlq` (
  `pipeline` STRING NOT NULL COMMENT 'the pipeline that rejected the row',
  `step` STRING NOT NULL COMMENT 'id of the operator that rejected it',
  `stage` STRING NOT NULL COMMENT 'validate or late',
  `reason` STRING NOT NULL COMMENT 'the reason that the program names; late for a late row',
  `event_time` TIMESTAMP(3) COMMENT 'event time of the row, null where it has none',
  `watermark` TIMESTAMP(3) COMMENT 'watermark at the decision, null before the first one and behind a union',
  `topic` STRING COMMENT 'topic of the driving record',
  `partition` INT COMMENT 'partition of the driving record',
  `offset` BIGINT COMMENT 'offset of the driving record',
  `key` STRING COMMENT 'message key of the driving record as text, where it is declared as text',
  `payload` STRING NOT NULL COMMENT 'the row at this stage as a JSON object'
)
COMMENT 'rows that the pipeline rejected or that came too late'
WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'iot.windows.dlq',
  'sink.delivery-guarantee' = 'at-least-once',
  'properties.max.request.size' = '2097152', -- a rejected row is bigger than the record it wraps
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'iot.windows.dlq-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"iot.windows.dlq","fields":[{"name":"pipeline","type":"string","doc":"the pipeline that rejected the row"},{"name":"step","type":"string","doc":"id of the operator that rejected it"},{"name":"stage","type":"string","doc":"validate or late"},{"name":"reason","type":"string","doc":"the reason that the program names; late for a late row"},{"name":"event_time","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"doc":"event time of the row, null where it has none","default":null},{"name":"watermark","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"doc":"watermark at the decision, null before the first one and behind a union","default":null},{"name":"topic","type":["null","string"],"doc":"topic of the driving record","default":null},{"name":"partition","type":["null","int"],"doc":"partition of the driving record","default":null},{"name":"offset","type":["null","long"],"doc":"offset of the driving record","default":null},{"name":"key","type":["null","string"],"doc":"message key of the driving record as text, where it is declared as text","default":null},{"name":"payload","type":"string","doc":"the row at this stage as a JSON object"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

-- what the window reads: a window function takes a named relation
CREATE VIEW `minutes_input` (`device`, `value`, `event_time`)
AS SELECT
  `device`,
  `value`,
  `event_time`
FROM `readings`
WHERE `value` IS NOT NULL
  AND (
      EXTRACT(EPOCH FROM `event_time`) * 1000 + EXTRACT(MILLISECOND FROM `event_time`)
        - MOD(MOD(EXTRACT(EPOCH FROM `event_time`) * 1000 + EXTRACT(MILLISECOND FROM `event_time`) - 5000, 60000) + 60000, 60000)
        + 60000 - 1
        <= EXTRACT(EPOCH FROM CURRENT_WATERMARK(`event_time`)) * 1000 + EXTRACT(MILLISECOND FROM CURRENT_WATERMARK(`event_time`))
    ) IS NOT TRUE;

-- all columns in one ROW: read by several, kept in state once
CREATE VIEW `minutes_windowed` (`device`, `window_start`, `window_end`, `window_time`, `packed`)
AS SELECT
  `device`,
  `window_start`,
  `window_end`,
  `window_time`,
  CAST(ROW(
    COUNT(*),
    SUM(`value`),
    MAX(`value`)
  ) AS ROW<
    `count_0` BIGINT,
    `sum_1` DOUBLE,
    `max_2` DOUBLE
  >) AS `packed`
FROM TABLE(TUMBLE(TABLE `minutes_input`, DESCRIPTOR(`event_time`), INTERVAL '1' MINUTE, INTERVAL '5' SECOND))
GROUP BY `device`, `window_start`, `window_end`, `window_time`;

CREATE VIEW `minutes` (`device`, `window_start`, `window_end`, `window_time`, `n`, `total`, `highest`)
AS SELECT
  `device`,
  `window_start`,
  `window_end`,
  `window_time`,
  `packed`.`count_0` AS `n`,
  `packed`.`sum_1` AS `total`,
  `packed`.`max_2` AS `highest`
FROM `minutes_windowed`;

-- late or not, decided once and here: Flink would move the condition below the aggregate
CREATE VIEW `hours_marked` (`window_time`, `packed`)
AS SELECT
  `window_time`,
  CAST(ROW(
    `device`,
    `window_start`,
    `window_end`,
    `n`,
    `total`,
    `highest`,
    EXTRACT(EPOCH FROM `window_time`) * 1000 + EXTRACT(MILLISECOND FROM `window_time`)
      - MOD(MOD(EXTRACT(EPOCH FROM `window_time`) * 1000 + EXTRACT(MILLISECOND FROM `window_time`), 3600000) + 3600000, 3600000)
      + 3600000 - 1
      <= EXTRACT(EPOCH FROM CURRENT_WATERMARK(`window_time`)) * 1000 + EXTRACT(MILLISECOND FROM CURRENT_WATERMARK(`window_time`))
  ) AS ROW<
    `device` STRING,
    `window_start` TIMESTAMP(3),
    `window_end` TIMESTAMP(3),
    `n` BIGINT,
    `total` DOUBLE,
    `highest` DOUBLE,
    `$late` BOOLEAN
  >) AS `packed`
FROM `minutes`;

-- what the window reads: a window function takes a named relation
CREATE VIEW `hours_input` (`device`, `window_time_2`, `n`, `total`, `highest`)
AS SELECT
  `packed`.`device`,
  `window_time` AS `window_time_2`,
  `packed`.`n`,
  `packed`.`total`,
  `packed`.`highest`
FROM `hours_marked`
WHERE `packed`.`$late` IS NOT TRUE;

-- all columns in one ROW: read by several, kept in state once
CREATE VIEW `hours_windowed` (`device`, `window_start`, `packed`)
AS SELECT
  `device`,
  `window_start`,
  CAST(ROW(
    SUM(`n`),
    SUM(`total`),
    COUNT(DISTINCT `highest`)
  ) AS ROW<
    `sum_0` BIGINT,
    `sum_1` DOUBLE,
    `count_2` BIGINT
  >) AS `packed`
FROM TABLE(TUMBLE(TABLE `hours_input`, DESCRIPTOR(`window_time_2`), INTERVAL '1' HOUR))
GROUP BY `device`, `window_start`, `window_end`;

CREATE VIEW `hours` (`device`, `window_start`, `n`, `total`, `levels`)
AS SELECT
  `device`,
  `window_start`,
  `packed`.`sum_0` AS `n`,
  `packed`.`sum_1` AS `total`,
  `packed`.`count_2` AS `levels`
FROM `hours_windowed`
WHERE `packed`.`sum_0` > 5;

CREATE VIEW `peaks` (`device`, `from`, `n`)
AS SELECT
  `device`,
  `window_start` AS `from`,
  `n`
FROM `hours`
WHERE `n` > 100 AND (`total` < 0E0 OR `levels` = 1);

CREATE VIEW `late_minutes` (`device`, `window_start`, `window_end`, `window_time`, `n`, `total`, `highest`)
AS SELECT
  `packed`.`device`,
  `packed`.`window_start`,
  `packed`.`window_end`,
  `window_time`,
  `packed`.`n`,
  `packed`.`total`,
  `packed`.`highest`
FROM `hours_marked`
WHERE `packed`.`$late` IS TRUE;

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `iot.reading.counted.v1` (`device`, `window_start`, `window_end`, `window_time`, `n`, `total`, `highest`)
SELECT
  `device`,
  `window_start`,
  `window_end`,
  `window_time`,
  `n`,
  `total`,
  `highest`
FROM `minutes`;

INSERT INTO `iot.reading.hours.v1` (`device`, `window_start`, `n`, `total`, `levels`)
SELECT
  `device`,
  `window_start`,
  `n`,
  `total`,
  `levels`
FROM `hours`;

INSERT INTO `iot.reading.peaks.v1` (`device`, `from`, `n`)
SELECT
  `device`,
  `from`,
  `n`
FROM `peaks`;

INSERT INTO `iot.reading.late.v1` (`device`, `window_start`, `window_end`, `window_time`, `n`, `total`, `highest`)
SELECT
  `device`,
  `window_start`,
  `window_end`,
  `window_time`,
  `n`,
  `total`,
  `highest`
FROM `late_minutes`;

INSERT INTO `lake`.`iot`.`minutes` (`device`, `window_start`, `window_end`, `window_time`, `n`, `total`, `highest`)
SELECT
  `device`,
  `window_start`,
  `window_end`,
  `window_time`,
  `n`,
  `total`,
  `highest`
FROM `minutes`;

INSERT INTO `iot.windows.dlq` (
  `pipeline`, `step`, `stage`, `reason`, `event_time`, `watermark`, `topic`, `partition`, `offset`, `key`, `payload`
)
SELECT
  CAST('windows_on_windows' AS STRING) AS `pipeline`,
  CAST('windows_on_windows/minutes/split(late:tumble)' AS STRING) AS `step`,
  CAST('late' AS STRING) AS `stage`,
  CAST('late' AS STRING) AS `reason`,
  CAST(`event_time` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`event_time`) AS TIMESTAMP(3)) AS `watermark`,
  `$topic` AS `topic`,
  `$partition` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'device' VALUE `device`,
    KEY 'value' VALUE CAST(`value` AS STRING),
    KEY 'flags' VALUE `flags`,
    KEY 'at_seconds' VALUE `at_seconds`,
    KEY 'event_time' VALUE CAST(`event_time` AS STRING)
    NULL ON NULL
  ) AS `payload`
FROM `readings`
WHERE `value` IS NOT NULL
  AND EXTRACT(EPOCH FROM `event_time`) * 1000 + EXTRACT(MILLISECOND FROM `event_time`)
      - MOD(MOD(EXTRACT(EPOCH FROM `event_time`) * 1000 + EXTRACT(MILLISECOND FROM `event_time`) - 5000, 60000) + 60000, 60000)
      + 60000 - 1
      <= EXTRACT(EPOCH FROM CURRENT_WATERMARK(`event_time`)) * 1000 + EXTRACT(MILLISECOND FROM CURRENT_WATERMARK(`event_time`));
END;
