-- Creates the role of the nodes for compose.yaml. It owns nothing: payments_owner owns the tables.
CREATE ROLE payments LOGIN PASSWORD 'payments';
REVOKE ALL ON DATABASE payments FROM PUBLIC;
GRANT CONNECT ON DATABASE payments TO payments;
