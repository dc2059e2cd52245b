-- upserts: Tables as they are now, in compacted topics.
-- target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'upserts'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '20 s'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '100 s'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE TABLE `products_changes` (
  `before` ROW<`product_id` BIGINT, `name` STRING, `weight` DOUBLE>,
  `after` ROW<`product_id` BIGINT, `name` STRING, `weight` DOUBLE>,
  `op` STRING,
  `source` ROW<`ts_ms` BIGINT>,
  `product_id` AS COALESCE(`after`.`product_id`, `before`.`product_id`),
  `name` AS `after`.`name`,
  `weight` AS `after`.`weight`,
  `$op` AS `op`,
  `$commit_time` AS CAST(TO_TIMESTAMP_LTZ(`source`.`ts_ms`, 3) AS TIMESTAMP(3)),
  WATERMARK FOR `$commit_time` AS `$commit_time` - INTERVAL '2' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop_db.public.products',
  'properties.group.id' = 'upserts', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '30 s', -- a silent partition holds nothing back after this
  'value.format' = 'json', -- the envelope is read as plain rows
  'value.json.ignore-parse-errors' = 'false'
);

CREATE TABLE `sales` (
  `sale_id` STRING NOT NULL,
  `product_id` BIGINT NOT NULL,
  `pieces` INT NOT NULL,
  `code` STRING,
  `sold_at` TIMESTAMP(3) NOT NULL,
  WATERMARK FOR `sold_at` AS `sold_at` - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.sale.made.v1',
  'properties.group.id' = 'upserts', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `shop.product.heavy.v1` (
  `product_id` BIGINT NOT NULL,
  `name` STRING,
  PRIMARY KEY (`product_id`) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.product.heavy.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'upserts-shop.product.heavy.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '420000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'csv', -- the text of the value
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'shop.product.heavy.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"shop.product.heavy.v1","fields":[{"name":"product_id","type":"long"},{"name":"name","type":["null","string"],"default":null}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE TABLE `shop.product.sold.v1` (
  `product_id` BIGINT NOT NULL,
  `window_end` TIMESTAMP(3) NOT NULL,
  `pieces` INT NOT NULL,
  PRIMARY KEY (`product_id`, `window_end`) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.product.sold.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'upserts-shop.product.sold.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '420000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'avro-confluent',
  'value.fields-include' = 'ALL',
  'key.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'key.avro-confluent.subject' = 'shop.product.sold.v1-key',
  'key.avro-confluent.schema' = '{"type":"record","name":"Key","namespace":"shop.product.sold.v1","fields":[{"name":"product_id","type":"long"},{"name":"window_end","type":{"type":"long","logicalType":"timestamp-millis"}}]}', -- named as in the registry; a schema under Flink's own name is refused as incompatible
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'shop.product.sold.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"shop.product.sold.v1","fields":[{"name":"product_id","type":"long"},{"name":"window_end","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"pieces","type":"int"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

-- the newest change of each key, deletes included: a versioned table
CREATE VIEW `products_versions` (`product_id`, `name`, `weight`, `$op`)
AS SELECT
  `product_id`,
  `name`,
  `weight`,
  `$op`
FROM (
  SELECT
    `product_id`,
    `name`,
    `weight`,
    `$op`,
    `$commit_time`,
    ROW_NUMBER() OVER (PARTITION BY `product_id` ORDER BY `$commit_time` DESC) AS `$row_number`
  FROM `products_changes`
)
WHERE `$row_number` = 1;

CREATE VIEW `products` (`product_id`, `name`, `weight`)
AS SELECT
  `product_id`,
  `name`,
  `weight`
FROM `products_versions`
WHERE `$op` <> 'd';

CREATE VIEW `heavy` (`product_id`, `name`)
AS SELECT
  `product_id`,
  `name`
FROM `products`
WHERE `weight` > 10E0;

-- what the window reads: a window function takes a named relation
CREATE VIEW `sold_input` (`product_id`, `pieces`, `sold_at`)
AS SELECT
  `product_id`,
  `pieces`,
  `sold_at`
FROM `sales`
WHERE `code` LIKE '10#%#_%!' ESCAPE '#' OR `code` LIKE `sale_id` ESCAPE '\' OR `code` LIKE 'a!_' ESCAPE '!';

CREATE VIEW `sold` (`product_id`, `window_end`, `pieces`)
AS SELECT
  `product_id`,
  `window_end`,
  SUM(`pieces`) AS `pieces`
FROM TABLE(TUMBLE(TABLE `sold_input`, DESCRIPTOR(`sold_at`), INTERVAL '1' HOUR))
GROUP BY `product_id`, `window_start`, `window_end`;

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `shop.product.heavy.v1` (`product_id`, `name`)
SELECT
  `product_id`,
  `name`
FROM `heavy`;

INSERT INTO `shop.product.sold.v1` (`product_id`, `window_end`, `pieces`)
SELECT
  `product_id`,
  `window_end`,
  `pieces`
FROM `sold`;
END;
