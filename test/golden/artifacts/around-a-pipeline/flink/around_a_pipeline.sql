-- around_a_pipeline: What stands around a pipeline: tuning, taps, raw SQL, functions of Java.
-- owner team-payments, target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'around_a_pipeline'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '250 ms'; -- `watermarks every` of `tuning`
SET 'execution.checkpointing.interval' = '1 min'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '5 min'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load
SET 'parallelism.default' = '4'; -- `parallelism` of `tuning`
SET 'pipeline.max-parallelism' = '128'; -- `max parallelism` of `tuning`; state is of no use under another one
SET 'table.exec.mini-batch.enabled' = 'true'; -- `mini batch` of `tuning`
SET 'table.exec.mini-batch.allow-latency' = '1 s'; -- `mini batch` of `tuning`
SET 'table.exec.mini-batch.size' = '5000'; -- Flink asks for it; a batch ends earlier when full

CREATE FUNCTION `mask` AS 'com.acme.Mask' LANGUAGE JAVA
  USING JAR '${env:FLOW_FILES}/libs/acme.jar';

CREATE FUNCTION `risk` AS 'com.acme.fraud.Score$Simple' LANGUAGE JAVA;

CREATE TABLE `payments` (
  `payment_id` BIGINT NOT NULL,
  `merchant_id` BIGINT,
  `card` STRING NOT NULL,
  `amount` DECIMAL(10, 2),
  `at` TIMESTAMP(3) NOT NULL,
  `$topic` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `$partition` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `$offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `$key` AS CAST(`payment_id` AS STRING),
  WATERMARK FOR `at` AS `at` - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.payment.made.v1',
  'properties.group.id' = 'around_a_pipeline', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-periodic', -- `watermarks every` of `tuning`
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'scan.watermark.alignment.group' = 'around_a_pipeline', -- the sources of a pipeline wait for each other
  'scan.watermark.alignment.max-drift' = '10 min', -- `align drift` of `tuning`
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `merchants_changes` (
  `before` ROW<`merchant_id` BIGINT, `country` STRING>,
  `after` ROW<`merchant_id` BIGINT, `country` STRING>,
  `op` STRING,
  `source` ROW<`ts_ms` BIGINT>,
  `merchant_id` AS COALESCE(`after`.`merchant_id`, `before`.`merchant_id`),
  `country` AS `after`.`country`,
  `$op` AS `op`,
  `$commit_time` AS CAST(TO_TIMESTAMP_LTZ(`source`.`ts_ms`, 3) AS TIMESTAMP(3)),
  WATERMARK FOR `$commit_time` AS `$commit_time` - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'db.public.merchants',
  'properties.group.id' = 'around_a_pipeline', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-periodic', -- `watermarks every` of `tuning`
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'scan.watermark.alignment.group' = 'around_a_pipeline', -- the sources of a pipeline wait for each other
  'scan.watermark.alignment.max-drift' = '10 min', -- `align drift` of `tuning`
  'value.format' = 'json', -- the envelope is read as plain rows
  'value.json.ignore-parse-errors' = 'false'
);

CREATE TABLE `shop.jump.counted.v1` (
  `card` STRING NOT NULL,
  `window_start` TIMESTAMP(3) NOT NULL,
  `jumps` BIGINT NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.jump.counted.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'around_a_pipeline-shop.jump.counted.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `shop.payment.dearest.v1` (
  `country` STRING NOT NULL,
  `amount` DECIMAL(10, 2),
  PRIMARY KEY (`country`) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.payment.dearest.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'around_a_pipeline-shop.payment.dearest.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'json',
  'value.fields-include' = 'ALL',
  'key.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'key.json.timestamp-format.standard' = 'SQL',
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `payment.dlq` (
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
  'topic' = 'payment.dlq',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'around_a_pipeline-payment.dlq', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'properties.max.request.size' = '2097152', -- a rejected row is bigger than the record it wraps
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `debug.masked` (
  `payment_id` BIGINT NOT NULL,
  `card` STRING NOT NULL,
  `risk` DOUBLE,
  `amount` DECIMAL(10, 2),
  `at` TIMESTAMP(3) NOT NULL,
  `country` STRING
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'debug.masked',
  'sink.delivery-guarantee' = 'at-least-once', -- a look at rows as they come: some of them again after a restart
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `debug.merchants` (
  `merchant_id` BIGINT NOT NULL,
  `country` STRING
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'debug.merchants',
  'sink.delivery-guarantee' = 'at-least-once', -- a look at rows as they come: some of them again after a restart
  'value.format' = 'debezium-json', -- rows change: each comes with what it does
  'value.debezium-json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.debezium-json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `debug.jumps` (
  `card` STRING NOT NULL,
  `window_start` TIMESTAMP(3) NOT NULL,
  `jumps` BIGINT NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'debug.jumps',
  'sink.delivery-guarantee' = 'at-least-once', -- a look at rows as they come: some of them again after a restart
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

-- the newest change of each key, deletes included: a versioned table
CREATE VIEW `merchants` (`merchant_id`, `country`, `$op`, `$commit_time`)
AS SELECT
  `merchant_id`,
  `country`,
  `$op`,
  `$commit_time`
FROM (
  SELECT
    `merchant_id`,
    `country`,
    `$op`,
    `$commit_time`,
    ROW_NUMBER() OVER (PARTITION BY `merchant_id` ORDER BY `$commit_time` DESC) AS `$row_number`
  FROM `merchants_changes`
)
WHERE `$row_number` = 1;

-- what the join reads
CREATE VIEW `masked_input` (`payment_id`, `merchant_id`, `card`, `amount`, `at`)
AS SELECT
  `payment_id`,
  `merchant_id`,
  `card`,
  `amount`,
  `at`
FROM `payments`
WHERE (`amount` > 0) IS TRUE
  AND (CURRENT_WATERMARK(`at`) IS NULL OR `at` > CURRENT_WATERMARK(`at`));

-- all columns in one ROW: read by several, kept in state once
CREATE VIEW `masked_joined` (`at`, `packed`)
AS SELECT
  `l`.`at`,
  CAST(ROW(
    `l`.`payment_id`,
    `l`.`card`,
    `l`.`amount`,
    `r`.`country`
  ) AS ROW<
    `payment_id` BIGINT,
    `card` STRING,
    `amount` DECIMAL(10, 2),
    `country` STRING
  >) AS `packed`
FROM `masked_input` AS `l`
LEFT JOIN `merchants` FOR SYSTEM_TIME AS OF `l`.`at` AS `r`
  ON `l`.`merchant_id` = `r`.`merchant_id`
  AND `r`.`$op` <> 'd';

CREATE VIEW `masked` (`payment_id`, `card`, `risk`, `amount`, `at`, `country`)
AS SELECT
  `packed`.`payment_id`,
  CAST(`mask`(`packed`.`card`) AS STRING) AS `card`,
  CAST(`risk`(`packed`.`card`, CAST(`packed`.`amount` AS DECIMAL(12, 2))) AS DOUBLE) AS `risk`,
  `packed`.`amount`,
  `at`,
  `packed`.`country`
FROM `masked_joined`;

CREATE VIEW `with_previous` (`payment_id`, `card`, `amount`, `previous`, `at`)
COMMENT 'The payment before, by the same card.'
AS SELECT
  CAST(`payment_id` AS BIGINT) AS `payment_id`,
  CAST(`card` AS STRING) AS `card`,
  CAST(`amount` AS DECIMAL(10, 2)) AS `amount`,
  CAST(`previous` AS DECIMAL(10, 2)) AS `previous`,
  `at`
FROM (
  -- LAG is not in the language; 'texts', (brackets and ; in comments do no harm
  SELECT payment_id, card, amount, `at`,
    LAG(amount) OVER (PARTITION BY card ORDER BY `at`) AS previous
  FROM masked
);

-- what the window reads: a window function takes a named relation
CREATE VIEW `jumps_input` (`card`, `at`)
AS SELECT
  `card`,
  `at`
FROM `with_previous`
WHERE `amount` > `previous` * 10;

CREATE VIEW `jumps` (`card`, `window_start`, `jumps`)
AS SELECT
  `card`,
  `window_start`,
  COUNT(*) AS `jumps`
FROM TABLE(TUMBLE(TABLE `jumps_input`, DESCRIPTOR(`at`), INTERVAL '5' MINUTE))
GROUP BY `card`, `window_start`, `window_end`;

CREATE VIEW `dearest` (`country`, `amount`)
COMMENT 'The dearest payment of each country.'
AS SELECT
  CAST(`country` AS STRING) AS `country`,
  CAST(`amount` AS DECIMAL(10, 2)) AS `amount`
FROM (
  SELECT country, MAX(amount) AS amount FROM masked WHERE country IS NOT NULL GROUP BY country
);

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `shop.jump.counted.v1` (`card`, `window_start`, `jumps`)
SELECT
  `card`,
  `window_start`,
  `jumps`
FROM `jumps`;

INSERT INTO `shop.payment.dearest.v1` (`country`, `amount`)
SELECT
  `country`,
  `amount`
FROM `dearest`;

INSERT INTO `payment.dlq` (
  `pipeline`, `step`, `stage`, `reason`, `event_time`, `watermark`, `topic`, `partition`, `offset`, `key`, `payload`
)
SELECT
  CAST('around_a_pipeline' AS STRING) AS `pipeline`,
  CAST('around_a_pipeline/masked/split(no_amount)' AS STRING) AS `step`,
  CAST('validate' AS STRING) AS `stage`,
  CAST('no_amount' AS STRING) AS `reason`,
  CAST(`at` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`at`) AS TIMESTAMP(3)) AS `watermark`,
  `$topic` AS `topic`,
  `$partition` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'payment_id' VALUE `payment_id`,
    KEY 'merchant_id' VALUE `merchant_id`,
    KEY 'card' VALUE `card`,
    KEY 'amount' VALUE CAST(`amount` AS STRING),
    KEY 'at' VALUE CAST(`at` AS STRING)
    NULL ON NULL
  ) AS `payload`
FROM `payments`
WHERE (`amount` > 0) IS NOT TRUE
UNION ALL
SELECT
  CAST('around_a_pipeline' AS STRING) AS `pipeline`,
  CAST('around_a_pipeline/masked/split(late:m)' AS STRING) AS `step`,
  CAST('late' AS STRING) AS `stage`,
  CAST('late' AS STRING) AS `reason`,
  CAST(`at` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`at`) AS TIMESTAMP(3)) AS `watermark`,
  `$topic` AS `topic`,
  `$partition` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'payment_id' VALUE `payment_id`,
    KEY 'merchant_id' VALUE `merchant_id`,
    KEY 'card' VALUE `card`,
    KEY 'amount' VALUE CAST(`amount` AS STRING),
    KEY 'at' VALUE CAST(`at` AS STRING)
    NULL ON NULL
  ) AS `payload`
FROM `payments`
WHERE (`amount` > 0) IS TRUE
  AND `at` <= CURRENT_WATERMARK(`at`);

INSERT INTO `debug.masked` (`payment_id`, `card`, `risk`, `amount`, `at`, `country`)
SELECT
  `payment_id`,
  `card`,
  `risk`,
  `amount`,
  `at`,
  `country`
FROM `masked`;

INSERT INTO `debug.merchants` (`merchant_id`, `country`)
SELECT
  `merchant_id`,
  `country`
FROM `merchants`
WHERE `$op` <> 'd';

INSERT INTO `debug.jumps` (`card`, `window_start`, `jumps`)
SELECT
  `card`,
  `window_start`,
  `jumps`
FROM `jumps`;
END;
