-- from_files: History from files, with rows out of order that must not be lost.
-- target flink-2.2
-- Generated from the .flow file: change that, not this.
-- ${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.

SET 'pipeline.name' = 'from_files'; -- the name of the job
SET 'execution.runtime-mode' = 'streaming'; -- also for bounded inputs: watermarks decide, as in production
SET 'table.local-time-zone' = 'UTC'; -- conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine
SET 'pipeline.auto-watermark-interval' = '200 ms'; -- how often idle time-outs are looked at; watermarks come with every row
SET 'execution.checkpointing.interval' = '1 min'; -- rows become visible with each checkpoint
SET 'execution.checkpointing.mode' = 'EXACTLY_ONCE'; -- as the pipeline says
SET 'execution.checkpointing.timeout' = '5 min'; -- within the sinks' transaction time-out
SET 'table.plan.compile.catalog-objects' = 'IDENTIFIER'; -- a compiled plan refers to tables by name: Iceberg renames its key constraint at every load

CREATE TABLE `trades` (
  `id` BIGINT NOT NULL,
  `venue` STRING NOT NULL,
  `price` DECIMAL(20, 6),
  `pieces` INT,
  `note` STRING,
  `day` DATE,
  `at` TIMESTAMP(3) NOT NULL,
  WATERMARK FOR `at` AS CAST(NULL AS TIMESTAMP(3))
) WITH (
  'connector' = 'filesystem',
  'path' = '${env:FLOW_FILES}/history/trades.ndjson', -- a bounded input: read once to its end
  'format' = 'json',
  'json.ignore-parse-errors' = 'false'
);

CREATE TABLE `moves` (
  `id` BIGINT NOT NULL,
  `venue` STRING NOT NULL,
  `price` DECIMAL(20, 6),
  `pieces` INT,
  `note` STRING,
  `day` DATE,
  `at` TIMESTAMP(3) NOT NULL,
  WATERMARK FOR `at` AS CAST(NULL AS TIMESTAMP(3))
) WITH (
  'connector' = 'filesystem',
  'path' = 's3://archive/moves/', -- a bounded input: read once to its end
  'format' = 'csv',
  'csv.ignore-parse-errors' = 'false',
  'csv.null-literal' = '' -- an empty cell is NULL; without this an empty number fails the job
);

CREATE TABLE `market.trade.checked.v1` (
  `id` BIGINT NOT NULL,
  `gross` DECIMAL(31, 6),
  `third` DECIMAL(38, 12),
  `rest` INT,
  `plus` INT,
  `size` VARCHAR(5),
  `venue_number` INT,
  `text` STRING,
  `number` INT,
  `known` BOOLEAN NOT NULL,
  `fine` BOOLEAN,
  `few` BOOLEAN,
  `many` BOOLEAN NOT NULL,
  `maybe` BOOLEAN NOT NULL,
  `young` BOOLEAN,
  `recent` BOOLEAN NOT NULL,
  `nothing` DECIMAL(10, 2),
  `yes` BOOLEAN NOT NULL,
  `large` BIGINT NOT NULL,
  `thousand` DOUBLE NOT NULL,
  `at` TIMESTAMP(3) NOT NULL
) WITH (
  'connector' = 'kafka',
  'properties.bootstrap.servers' = '${env:KAFKA_BOOTSTRAP_SERVERS}', -- from the environment
  'topic' = 'market.trade.checked.v1',
  'sink.delivery-guarantee' = 'exactly-once', -- rows appear when a checkpoint completes; readers need isolation.level=read_committed
  'sink.transactional-id-prefix' = 'from_files-market.trade.checked.v1', -- one writer a topic, the same across restarts
  'properties.transaction.timeout.ms' = '660000', -- checkpoint interval, its time-out and a restart; within the broker's 15 minutes
  'value.format' = 'json',
  'value.json.encode.decimal-as-plain-number' = 'true', -- 10, not 1E+1
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE VIEW `both` (`id`, `venue`, `price`, `pieces`, `note`, `day`, `at`)
AS SELECT
  `id`,
  `venue`,
  `price`,
  `pieces`,
  `note`,
  `day`,
  `at`
FROM `trades`
UNION ALL
SELECT
  `id`,
  `venue`,
  `price`,
  `pieces`,
  `note`,
  `day`,
  `at`
FROM `moves`;

CREATE VIEW `expressions` (
  `id`, `gross`, `third`, `rest`, `plus`, `size`, `venue_number`, `text`, `number`, `known`, `fine`, `few`, `many`,
  `maybe`, `young`, `recent`, `nothing`, `yes`, `large`, `thousand`, `at`
)
COMMENT 'One of everything that an expression can be.'
AS SELECT
  `id`,
  `price` * `pieces` AS `gross`,
  `price` * `pieces` / 3 + 1.50 AS `third`,
  -`pieces` % 7 AS `rest`,
  -(-`pieces`) AS `plus`,
  CASE
    WHEN `price` * `pieces` > 1000 AND `note` IS NOT NULL THEN 'big'
    WHEN (`price` * `pieces`) IS NULL THEN CAST(NULL AS VARCHAR(5))
    ELSE 'small'
  END AS `size`,
  CASE WHEN `venue` = 'A' THEN 1 WHEN `venue` = 'B' THEN 2 ELSE CAST(NULL AS INT) END AS `venue_number`,
  COALESCE(`note`, `venue`, '-') || ': ' || CAST(`price` AS STRING) AS `text`,
  TRY_CAST(`note` AS INT) AS `number`,
  `venue` IN ('A', 'B', 'it''s') AS `known`,
  `venue` NOT IN ('C') AND `note` NOT LIKE '%x!%%' ESCAPE '!' AS `fine`,
  `pieces` >= 1 AND `pieces` <= 10 AS `few`,
  NOT (`pieces` < 1 OR `pieces` > 10 OR `pieces` IS NULL) IS TRUE AS `many`,
  (`pieces` > 1) IS NOT FALSE AS `maybe`,
  `day` > DATE '2026-01-01' AS `young`,
  `at` > TIMESTAMP '2026-01-01 00:00:00.000' AS `recent`,
  CAST(NULL AS DECIMAL(10, 2)) AS `nothing`,
  TRUE AS `yes`,
  5000000000 AS `large`,
  1000E0 AS `thousand`,
  `at`
FROM `both`;

EXECUTE STATEMENT SET
BEGIN
INSERT INTO `market.trade.checked.v1` (
  `id`, `gross`, `third`, `rest`, `plus`, `size`, `venue_number`, `text`, `number`, `known`, `fine`, `few`, `many`,
  `maybe`, `young`, `recent`, `nothing`, `yes`, `large`, `thousand`, `at`
)
SELECT
  `id`,
  `gross`,
  `third`,
  `rest`,
  `plus`,
  `size`,
  `venue_number`,
  `text`,
  `number`,
  `known`,
  `fine`,
  `few`,
  `many`,
  `maybe`,
  `young`,
  `recent`,
  `nothing`,
  `yes`,
  `large`,
  `thousand`,
  `at`
FROM `expressions`;
END;
