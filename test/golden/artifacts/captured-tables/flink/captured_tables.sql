-- captured_tables: One captured table read in every way that there is: joined twice, and kept as it is now.
-- target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'captured_tables'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '30 s'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '150 s'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE CATALOG `lake` WITH (
  'type' = 'iceberg',
  'catalog-type' = 'rest',
  'uri' = '${env:ICEBERG_URI}',
  'warehouse' = 'shop',
  'credential' = '${secret:ICEBERG_CREDENTIAL}',
  'oauth2-server-uri' = 'http://auth/$${realm}/tokens'
);

CREATE DATABASE IF NOT EXISTS `lake`.`shop`;

CREATE TABLE `products_changes` (
  `before` ROW<`shop_id` INT, `product_id` BIGINT, `name` STRING, `price` STRING, `listed_on` INT, `changed_at` BIGINT, `seen_at` STRING>,
  `after` ROW<`shop_id` INT, `product_id` BIGINT, `name` STRING, `price` STRING, `listed_on` INT, `changed_at` BIGINT, `seen_at` STRING>,
  `op` STRING,
  `source` ROW<`ts_ms` BIGINT>,
  `shop_id` AS COALESCE(`after`.`shop_id`, `before`.`shop_id`),
  `product_id` AS COALESCE(`after`.`product_id`, `before`.`product_id`),
  `name` AS `after`.`name`,
  `price` AS CAST(`after`.`price` AS DECIMAL(12, 2)),
  `listed_on` AS CAST(TO_TIMESTAMP_LTZ(CAST(`after`.`listed_on` AS BIGINT) * 86400000, 3) AS DATE),
  `changed_at` AS CAST(TO_TIMESTAMP_LTZ(`after`.`changed_at`, 3) AS TIMESTAMP(3)),
  `seen_at` AS CAST(REPLACE(REPLACE(`after`.`seen_at`, 'T', ' '), 'Z', '') AS TIMESTAMP_LTZ(3)),
  `$op` AS `op`,
  `$commit_time` AS CAST(TO_TIMESTAMP_LTZ(`source`.`ts_ms`, 3) AS TIMESTAMP(3)),
  WATERMARK FOR `$commit_time` AS `$commit_time` - INTERVAL '2' SECOND
)
COMMENT 'What the shops sell. `price` changes often.'
WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.public.products_1',
  'properties.group.id' = 'captured_tables', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '30 s', -- a silent partition holds nothing back after this
  'value.format' = 'json', -- the envelope is read as plain rows
  'value.json.ignore-parse-errors' = 'false'
);

CREATE TABLE `sales` (
  `sale_id` STRING NOT NULL,
  `shop_id` INT NOT NULL,
  `product_id` INT NOT NULL,
  `pieces` SMALLINT,
  `sold_at` TIMESTAMP(3) NOT NULL,
  `$topic` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `$partition` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `$offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `$key` AS `sale_id`,
  WATERMARK FOR `sold_at` AS `sold_at` - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.sale.made.v1',
  'properties.group.id' = 'captured_tables', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'timestamp',
  'scan.startup.timestamp-millis' = '1767225600000', -- the first record of a partition that is not older
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

-- Table `lake`.`shop`.`products` is made through the catalog's REST API (iceberg/lake.shop.products.json):
-- Flink SQL cannot write its partition transforms.

CREATE TABLE `shop.product.current.v1` (
  `shop_id` INT NOT NULL,
  `product_id` BIGINT NOT NULL,
  `name` STRING,
  `price` DECIMAL(12, 2),
  `listed_on` DATE,
  `changed_at` TIMESTAMP(3),
  `seen_at` TIMESTAMP_LTZ(3),
  PRIMARY KEY (`shop_id`, `product_id`) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.product.current.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'captured_tables-shop.product.current.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '480000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'json',
  'value.fields-include' = 'ALL',
  'key.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'key.json.timestamp-format.standard' = 'SQL',
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `shop.sale.priced.v1` (
  `sale_id` STRING NOT NULL,
  `name` STRING,
  `total` DECIMAL(18, 2),
  `sold_at` TIMESTAMP(3) NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.sale.priced.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'captured_tables-shop.sale.priced.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '480000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'raw', -- the text of the value
  'key.fields' = 'sale_id',
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'shop.sale.priced.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"shop.sale.priced.v1","fields":[{"name":"sale_id","type":"string"},{"name":"name","type":["null","string"],"default":null},{"name":"total","type":["null",{"type":"bytes","logicalType":"decimal","precision":18,"scale":2}],"default":null},{"name":"sold_at","type":{"type":"long","logicalType":"timestamp-millis"}}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE TABLE `shop.sale.listed.v1` (
  `sale_id` STRING NOT NULL,
  `shop_id` INT,
  `listed_on` DATE,
  `sold_at` TIMESTAMP(3) NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.sale.listed.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'captured_tables-shop.sale.listed.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '480000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE TABLE `shop.captured.dlq` (
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
  'topic' = 'shop.captured.dlq',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'captured_tables-shop.captured.dlq', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '480000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'properties.max.request.size' = '2097152', -- a rejected row is bigger than the record it wraps
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'shop.captured.dlq-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"shop.captured.dlq","fields":[{"name":"pipeline","type":"string","doc":"the pipeline that rejected the row"},{"name":"step","type":"string","doc":"id of the operator that rejected it"},{"name":"stage","type":"string","doc":"validate or late"},{"name":"reason","type":"string","doc":"the reason that the program names; late for a late row"},{"name":"event_time","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"doc":"event time of the row, null where it has none","default":null},{"name":"watermark","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"doc":"watermark at the decision, null before the first one and behind a union","default":null},{"name":"topic","type":["null","string"],"doc":"topic of the driving record","default":null},{"name":"partition","type":["null","int"],"doc":"partition of the driving record","default":null},{"name":"offset","type":["null","long"],"doc":"offset of the driving record","default":null},{"name":"key","type":["null","string"],"doc":"message key of the driving record as text, where it is declared as text","default":null},{"name":"payload","type":"string","doc":"the row at this stage as a JSON object"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

-- the newest change of each key, deletes included: a versioned table; all columns in one ROW: read by several, kept in state once
CREATE VIEW `products_versions_packed` (`shop_id`, `product_id`, `$commit_time`, `packed`)
AS SELECT
  `shop_id`,
  `product_id`,
  `$commit_time`,
  CAST(ROW(
    `name`,
    `price`,
    `listed_on`,
    `changed_at`,
    `seen_at`,
    `$op`
  ) AS ROW<
    `name` STRING,
    `price` DECIMAL(12, 2),
    `listed_on` DATE,
    `changed_at` TIMESTAMP(3),
    `seen_at` TIMESTAMP_LTZ(3),
    `$op` STRING
  >) AS `packed`
FROM (
  SELECT
    `shop_id`,
    `product_id`,
    `name`,
    `price`,
    `listed_on`,
    `changed_at`,
    `seen_at`,
    `$op`,
    `$commit_time`,
    ROW_NUMBER() OVER (PARTITION BY `shop_id`, `product_id` ORDER BY `$commit_time` DESC) AS `$row_number`
  FROM `products_changes`
)
WHERE `$row_number` = 1;

CREATE VIEW `products_versions` (
  `shop_id`, `product_id`, `name`, `price`, `listed_on`, `changed_at`, `seen_at`, `$op`, `$commit_time`
)
AS SELECT
  `shop_id`,
  `product_id`,
  `packed`.`name`,
  `packed`.`price`,
  `packed`.`listed_on`,
  `packed`.`changed_at`,
  `packed`.`seen_at`,
  `packed`.`$op`,
  `$commit_time`
FROM `products_versions_packed`;

CREATE VIEW `products` (`shop_id`, `product_id`, `name`, `price`, `listed_on`, `changed_at`, `seen_at`)
COMMENT 'What the shops sell. `price` changes often.'
AS SELECT
  `shop_id`,
  `product_id`,
  `name`,
  `price`,
  `listed_on`,
  `changed_at`,
  `seen_at`
FROM `products_versions`
WHERE `$op` <> 'd';

-- what the join reads
CREATE VIEW `priced_input` (`sale_id`, `shop_id`, `product_id`, `pieces`, `sold_at`)
AS SELECT
  `sale_id`,
  `shop_id`,
  `product_id`,
  `pieces`,
  `sold_at`
FROM `sales`
WHERE CURRENT_WATERMARK(`sold_at`) IS NULL OR `sold_at` > CURRENT_WATERMARK(`sold_at`);

CREATE VIEW `priced` (`sale_id`, `name`, `total`, `sold_at`)
AS SELECT
  `l`.`sale_id`,
  `r`.`name`,
  `r`.`price` * `l`.`pieces` AS `total`,
  `l`.`sold_at`
FROM `priced_input` AS `l`
INNER JOIN `products_versions` FOR SYSTEM_TIME AS OF `l`.`sold_at` AS `r`
  ON `l`.`shop_id` = `r`.`shop_id`
  AND CAST(`l`.`product_id` AS BIGINT) = `r`.`product_id`
  AND `r`.`price` IS NOT NULL AND `r`.`$op` <> 'd'
WHERE `r`.`price` * `l`.`pieces` > 0;

-- what the join reads
CREATE VIEW `listed_input` (`sale_id`, `shop_id`, `product_id`, `sold_at`)
AS SELECT
  `sale_id`,
  `shop_id`,
  `product_id`,
  `sold_at`
FROM `sales`
WHERE CURRENT_WATERMARK(`sold_at`) IS NULL OR `sold_at` > CURRENT_WATERMARK(`sold_at`);

CREATE VIEW `listed` (`sale_id`, `shop_id`, `listed_on`, `sold_at`)
AS SELECT
  `l`.`sale_id`,
  `p`.`shop_id`,
  `p`.`listed_on`,
  `l`.`sold_at`
FROM `listed_input` AS `l`
LEFT JOIN `products_versions` FOR SYSTEM_TIME AS OF `l`.`sold_at` AS `p`
  ON `l`.`shop_id` = `p`.`shop_id`
  AND CAST(`l`.`product_id` AS BIGINT) = `p`.`product_id`
  AND `p`.`$op` <> 'd';

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `lake`.`shop`.`products` (`shop_id`, `product_id`, `name`, `price`, `listed_on`, `changed_at`, `seen_at`)
SELECT
  `shop_id`,
  `product_id`,
  `name`,
  `price`,
  `listed_on`,
  `changed_at`,
  `seen_at`
FROM `products`;

INSERT INTO `shop.product.current.v1` (`shop_id`, `product_id`, `name`, `price`, `listed_on`, `changed_at`, `seen_at`)
SELECT
  `shop_id`,
  `product_id`,
  `name`,
  `price`,
  `listed_on`,
  `changed_at`,
  `seen_at`
FROM `products`;

INSERT INTO `shop.sale.priced.v1` (`sale_id`, `name`, `total`, `sold_at`)
SELECT
  `sale_id`,
  `name`,
  `total`,
  `sold_at`
FROM `priced`;

INSERT INTO `shop.sale.listed.v1` (`sale_id`, `shop_id`, `listed_on`, `sold_at`)
SELECT
  `sale_id`,
  `shop_id`,
  `listed_on`,
  `sold_at`
FROM `listed`;

INSERT INTO `shop.captured.dlq` (
  `pipeline`, `step`, `stage`, `reason`, `event_time`, `watermark`, `topic`, `partition`, `offset`, `key`, `payload`
)
SELECT
  CAST('captured_tables' AS STRING) AS `pipeline`,
  CAST('captured_tables/priced/split(late:p)' AS STRING) AS `step`,
  CAST('late' AS STRING) AS `stage`,
  CAST('late' AS STRING) AS `reason`,
  CAST(`sold_at` AS TIMESTAMP(3)) AS `event_time`,
  CAST(CURRENT_WATERMARK(`sold_at`) AS TIMESTAMP(3)) AS `watermark`,
  `$topic` AS `topic`,
  `$partition` AS `partition`,
  `$offset` AS `offset`,
  `$key` AS `key`,
  JSON_OBJECT(
    KEY 'sale_id' VALUE `sale_id`,
    KEY 'shop_id' VALUE `shop_id`,
    KEY 'product_id' VALUE `product_id`,
    KEY 'pieces' VALUE `pieces`,
    KEY 'sold_at' VALUE CAST(`sold_at` AS STRING)
    NULL ON NULL
  ) AS `payload`
FROM `sales`
WHERE `sold_at` <= CURRENT_WATERMARK(`sold_at`);
END;
