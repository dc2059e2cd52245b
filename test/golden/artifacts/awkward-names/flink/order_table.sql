-- order_table: It's a pipeline whose names SQL reserves: `table`, a`b, "quoted" and $dollar.
-- target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'order_table'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '15 s'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '75 s'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE TABLE `group` (
  `table` STRING NOT NULL,
  `select` ROW<`from` INT, `a b` STRING>,
  `order` BIGINT NOT NULL,
  `it's` TIMESTAMP_LTZ(3) NOT NULL,
  `$topic` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `$partition` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `$offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `$key` AS CAST(`order` AS STRING),
  WATERMARK FOR `it's` AS `it's`
)
COMMENT 'The group.'
WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'topic',
  'properties.group.id' = 'order_table', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'latest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '1500 ms', -- a silent partition holds nothing back after this
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `order` (
  `table` STRING NOT NULL,
  `primary` BIGINT NOT NULL,
  `window` STRING,
  `rowtime` TIMESTAMP(3) NOT NULL,
  `constant` STRING NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'order',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'order_table-order', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '390000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'csv', -- the text of the value
  'key.fields' = 'primary',
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'order-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"order","fields":[{"name":"table","type":"string"},{"name":"primary","type":"long"},{"name":"window","type":["null","string"],"default":null},{"name":"rowtime","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"constant","type":"string"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE TABLE `values_2` (
  `key_end` STRING NOT NULL COMMENT 'the message key alone',
  `primary` BIGINT NOT NULL,
  `end` TIMESTAMP(3) NOT NULL,
  `count` BIGINT NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'values',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'order_table-values', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '390000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'raw', -- the text of the value
  'key.fields' = 'key_end',
  'value.fields-include' = 'EXCEPT_KEY', -- the key column stands in the key alone
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `dlq` (
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
  'topic' = 'dlq',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'order_table-dlq', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '390000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'properties.max.request.size' = '2097152', -- a rejected row is bigger than the record it wraps
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'dlq-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"dlq","fields":[{"name":"pipeline","type":"string","doc":"the pipeline that rejected the row"},{"name":"step","type":"string","doc":"id of the operator that rejected it"},{"name":"stage","type":"string","doc":"validate or late"},{"name":"reason","type":"string","doc":"the reason that the program names; late for a late row"},{"name":"event_time","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"doc":"event time of the row, null where it has none","default":null},{"name":"watermark","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"doc":"watermark at the decision, null before the first one and behind a union","default":null},{"name":"topic","type":["null","string"],"doc":"topic of the driving record","default":null},{"name":"partition","type":["null","int"],"doc":"partition of the driving record","default":null},{"name":"offset","type":["null","long"],"doc":"offset of the driving record","default":null},{"name":"key","type":["null","string"],"doc":"message key of the driving record as text, where it is declared as text","default":null},{"name":"payload","type":"string","doc":"the row at this stage as a JSON object"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE VIEW `values` (`table`, `primary`, `window`, `rowtime`, `constant`, `$topic`, `$partition`, `$offset`, `$key`)
COMMENT 'It''s joined with nothing.'
AS SELECT
  `table`,
  `order` AS `primary`,
  `select`.`a b` AS `window`,
  `it's` AS `rowtime`,
  'it''s' AS `constant`,
  `$topic`,
  `$partition`,
  `$offset`,
  `$key`
FROM `group`
WHERE (`select`.`from` <> 0) IS TRUE;

-- what the window reads: a window function takes a named relation
CREATE VIEW `user_input` (`primary`, `window`, `rowtime`)
AS SELECT
  `primary`,
  `window`,
  `rowtime`
FROM `values`
WHERE CURRENT_WATERMARK(`rowtime`) IS NULL OR `rowtime` > CURRENT_WATERMARK(`rowtime`);

CREATE VIEW `user` (`primary`, `end`, `count`)
AS SELECT
  `primary`,
  `window_end` AS `end`,
  COUNT(*) FILTER (WHERE `window` LIKE 'a!_%' ESCAPE '!') AS `count`
FROM TABLE(TUMBLE(TABLE `user_input`, DESCRIPTOR(`rowtime`), INTERVAL '1 01:01:01.000' DAY TO SECOND(3), INTERVAL '1' HOUR))
GROUP BY `primary`, `window_start`, `window_end`;

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `order` (`table`, `primary`, `window`, `rowtime`, `constant`)
SELECT
  `table`,
  `primary`,
  `window`,
  CAST(`rowtime` AS TIMESTAMP(3)) AS `rowtime`,
  CAST(`constant` AS STRING) AS `constant`
FROM `values`;

INSERT INTO `values_2` (`key_end`, `primary`, `end`, `count`)
SELECT
  CAST(`end` AS STRING) AS `key_end`,
  `primary`,
  `end`,
  `count`
FROM `user`;

INSERT INTO `dlq` (
  `pipeline`, `step`, `stage`, `reason`, `event_time`, `watermark`, `topic`, `partition`, `offset`, `key`, `payload`
)
SELECT
  CAST('order_table' AS STRING) AS `pipeline`,
  CAST('order_table/values/split(it''s zero; drop it)' AS STRING) AS `step`,
  CAST('validate' AS STRING) AS `stage`,
  CAST('it''s zero; drop it' AS STRING) AS `reason`,
  CAST(`it's` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`it's`) AS TIMESTAMP(3)) AS `watermark`,
  `$topic` AS `topic`,
  `$partition` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'table' VALUE `table`,
    KEY 'select' VALUE `select`,
    KEY 'order' VALUE `order`,
    KEY 'it''s' VALUE CAST(`it's` AS STRING)
    NULL ON NULL
  ) AS `payload`
FROM `group`
WHERE (`select`.`from` <> 0) IS NOT TRUE
UNION ALL
SELECT
  CAST('order_table' AS STRING) AS `pipeline`,
  CAST('order_table/user/split(late:tumble)' AS STRING) AS `step`,
  CAST('late' AS STRING) AS `stage`,
  CAST('late' AS STRING) AS `reason`,
  CAST(`rowtime` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`rowtime`) AS TIMESTAMP(3)) AS `watermark`,
  `$topic` AS `topic`,
  `$partition` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'table' VALUE `table`,
    KEY 'primary' VALUE `primary`,
    KEY 'window' VALUE `window`,
    KEY 'rowtime' VALUE CAST(`rowtime` AS STRING),
    KEY 'constant' VALUE `constant`
    NULL ON NULL
  ) AS `payload`
FROM `values`
WHERE `rowtime` <= CURRENT_WATERMARK(`rowtime`);
END;
