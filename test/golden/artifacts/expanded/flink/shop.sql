-- Pipeline shop
-- owner team-shop, target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'shop'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '1 min'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '5 min'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE TABLE `orders` (
  `order_id` BIGINT NOT NULL,
  `region` STRING,
  `amount` DECIMAL(10, 2),
  `created_at` TIMESTAMP(3) NOT NULL,
  WATERMARK FOR `created_at` AS `created_at` - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.order.created.v1',
  'properties.group.id' = 'shop', -- one consumer group a pipeline
  'properties.isolation.level' = 'read_committed', -- rows of open or aborted transactions are not read
  'scan.startup.mode' = 'earliest-offset', -- always said: the default reads committed offsets and fails without them
  'scan.watermark.emit.strategy' = 'on-event', -- a watermark after every row, so results do not depend on timing
  'scan.watermark.idle-timeout' = '1 min', -- a silent partition holds nothing back after this
  'value.format' = 'json',
  'value.json.ignore-parse-errors' = 'false' -- a record that cannot be read stops the job, never vanishes
);

CREATE TABLE `shop.order.sized.v1` (
  `order_id` BIGINT NOT NULL,
  `kind` STRING NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.order.sized.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'shop-shop.order.sized.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'csv', -- the text of the value
  'key.fields' = 'order_id',
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'shop.order.sized.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"shop.order.sized.v1","fields":[{"name":"order_id","type":"long"},{"name":"kind","type":"string"}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE TABLE `shop.order.revenue.v1` (
  `region` STRING,
  `window_start` TIMESTAMP(3) NOT NULL,
  `revenue` DECIMAL(38, 2)
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'shop.order.revenue.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'shop-shop.order.revenue.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'key.format' = 'raw', -- the text of the value
  'key.fields' = 'region',
  'value.fields-include' = 'ALL',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = '${env:SCHEMA_REGISTRY_URL}', -- from the environment
  'value.avro-confluent.subject' = 'shop.order.revenue.v1-value',
  'value.avro-confluent.schema' = '{"type":"record","name":"Value","namespace":"shop.order.revenue.v1","fields":[{"name":"region","type":["null","string"],"default":null},{"name":"window_start","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"revenue","type":["null",{"type":"bytes","logicalType":"decimal","precision":38,"scale":2}],"default":null}]}' -- named as in the registry; a schema under Flink's own name is refused as incompatible
);

CREATE VIEW `sized` (`order_id`, `kind`)
AS SELECT
  `order_id`,
  CASE
    WHEN CAST(CAST(`amount` AS DECIMAL(18, 2)) * (1 - 0.2100) AS DECIMAL(18, 2)) >= CAST(90.00 AS DECIMAL(18, 2)) THEN 'large'
    WHEN CAST(CAST(`amount` AS DECIMAL(18, 2)) * (1 - 0.2100) AS DECIMAL(18, 2)) IS NULL THEN 'unknown'
    ELSE 'small'
  END AS `kind`
FROM `orders`;

CREATE VIEW `revenue` (`region`, `window_start`, `revenue`)
AS SELECT
  `region`,
  `window_start`,
  SUM(CAST(CAST(`amount` AS DECIMAL(18, 2)) * (1 - 0.2100) AS DECIMAL(18, 2))) AS `revenue`
FROM TABLE(TUMBLE(TABLE `orders`, DESCRIPTOR(`created_at`), INTERVAL '5' MINUTE))
GROUP BY `region`, `window_start`, `window_end`;

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `shop.order.sized.v1` (`order_id`, `kind`)
SELECT
  `order_id`,
  CAST(`kind` AS STRING) AS `kind`
FROM `sized`;

INSERT INTO `shop.order.revenue.v1` (`region`, `window_start`, `revenue`)
SELECT
  `region`,
  `window_start`,
  `revenue`
FROM `revenue`;
END;
