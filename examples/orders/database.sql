-- The database that customers.flow captures: psql -f database.sql
CREATE ROLE debezium LOGIN REPLICATION PASSWORD 'debezium';
CREATE DATABASE orders_db OWNER debezium;
\connect orders_db
SET ROLE debezium;
CREATE TABLE customers (customer_id bigint PRIMARY KEY, name text, segment text);
INSERT INTO customers VALUES (7, 'Ann', 'gold'), (8, 'Bob', 'silver'), (9, 'Cai', 'silver'), (10, 'Dana', NULL), (11, 'Eli', 'bronze');
