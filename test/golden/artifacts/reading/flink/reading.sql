-- reading: Everything that a source of Kafka can say of what it reads.
-- target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'reading'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '1 min'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '5 min'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE TABLE `several` (
  `id` INT NOT NULL,
  `headers` STRING,
  `at` TIMESTAMP(3) NOT NULL,
  `from_topic` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `part` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `sent_at` TIMESTAMP_LTZ(3) NOT NULL METADATA FROM 'timestamp' VIRTUAL,
  `headers_2` MAP<STRING, BYTES> NOT NULL METADATA FROM 'headers' VIRTUAL,
  `$offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `trace` AS DECODE(`headers_2`['traceparent'], 'UTF-8'),
  `signature` AS `headers_2`['it''s'],
  `$key` AS CAST(`id` AS STRING),
  WATERMARK FOR `sent_at` AS `sent_at` - INTERVAL '1' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'event.a.made.v1;event.b.made.v1',
  'properties.group.id' = 'reading', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'group-offsets', -- where the consumer group of the pipeline has committed
  'properties.auto.offset.reset' = 'latest', -- where nothing has been committed
  'scan.parallelism' = '2',
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `matching` (
  `id` INT NOT NULL,
  `headers` STRING,
  `at` TIMESTAMP(3) NOT NULL,
  `where_from` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `headers_2` MAP<STRING, BYTES> NOT NULL METADATA FROM 'headers' VIRTUAL,
  `trace` AS DECODE(`headers_2`['traceparent'], 'UTF-8'),
  WATERMARK FOR `at` AS `at` - INTERVAL '1' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:PLANT_BOOTSTRAP}', -- connection plant
  'topic-pattern' = 'plant\.[a-z]+\.v1', -- the whole name has to match
  'properties.group.id' = 'reading', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'properties.security.protocol' = 'SASL_SSL', -- connection plant
  'properties.sasl.mechanism' = 'SCRAM-SHA-256', -- connection plant
  'properties.sasl.jaas.config' = 'org.apache.flink.kafka.shaded.org.apache.kafka.common.security.scram.ScramLoginModule required username="reader" password="${secret:PLANT_PASSWORD}";', -- connection plant
  'scan.startup.mode' = 'timestamp',
  'scan.startup.timestamp-millis' = '1767225600000', -- the first record of a partition that is not older
  'scan.bounded.mode' = 'timestamp',
  'scan.bounded.timestamp-millis' = '1769904000000', -- the first record of a partition that is not older ends it
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `reading.event.kept.v1` (
  `id` INT NOT NULL,
  `from_topic` STRING NOT NULL,
  `part` INT NOT NULL,
  `sent_at` TIMESTAMP_LTZ(3) NOT NULL,
  `trace` STRING,
  `signature` BYTES,
  `all_of_them` MAP<STRING, BYTES> NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'reading.event.kept.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'reading-reading.event.kept.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `reading.event.traced.v1` (
  `id` INT NOT NULL,
  `where_from` STRING NOT NULL,
  `trace` STRING
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'reading.event.traced.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'reading-reading.event.traced.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `reading.rejected.dlq` (
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
  'topic' = 'reading.rejected.dlq',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'reading-reading.rejected.dlq', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'properties.max.request.size' = '2097152', -- a rejected row is bigger than the record it wraps
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE VIEW `kept` (`id`, `from_topic`, `part`, `sent_at`, `trace`, `signature`, `all_of_them`)
AS SELECT
  `id`,
  `from_topic`,
  `part`,
  `sent_at`,
  `trace`,
  `signature`,
  `headers_2` AS `all_of_them`
FROM `several`
WHERE (`part` >= 0) IS TRUE;

CREATE VIEW `traced` (`id`, `where_from`, `trace`)
AS SELECT
  `id`,
  `where_from`,
  `trace`
FROM `matching`;

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `reading.event.kept.v1` (`id`, `from_topic`, `part`, `sent_at`, `trace`, `signature`, `all_of_them`)
SELECT
  `id`,
  `from_topic`,
  `part`,
  `sent_at`,
  `trace`,
  `signature`,
  `all_of_them`
FROM `kept`;

INSERT INTO `reading.event.traced.v1` (`id`, `where_from`, `trace`)
SELECT
  `id`,
  `where_from`,
  `trace`
FROM `traced`;

INSERT INTO `reading.rejected.dlq` (
  `pipeline`, `step`, `stage`, `reason`, `event_time`, `watermark`, `topic`, `partition`, `offset`, `key`, `payload`
)
SELECT
  CAST('reading' AS STRING) AS `pipeline`,
  CAST('reading/kept/split(no_partition)' AS STRING) AS `step`,
  CAST('validate' AS STRING) AS `stage`,
  CAST('no_partition' AS STRING) AS `reason`,
  CAST(`sent_at` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`sent_at`) AS TIMESTAMP(3)) AS `watermark`,
  `from_topic` AS `topic`,
  `part` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'id' VALUE `id`,
    KEY 'headers' VALUE `headers`,
    KEY 'at' VALUE CAST(`at` AS STRING),
    KEY 'from_topic' VALUE `from_topic`,
    KEY 'part' VALUE `part`,
    KEY 'sent_at' VALUE CAST(`sent_at` AS STRING),
    KEY 'trace' VALUE `trace`,
    KEY 'signature' VALUE `signature`,
    KEY 'all_of_them' VALUE `headers_2`
    NULL ON NULL
  ) AS `payload`
FROM `several`
WHERE (`part` >= 0) IS NOT TRUE;
END;
