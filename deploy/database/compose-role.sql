-- For compose.yaml: the role that nodes connect as. It owns nothing; the tables are payments_owner's.
CREATE ROLE payments LOGIN PASSWORD 'payments';
REVOKE ALL ON DATABASE payments FROM PUBLIC;
GRANT CONNECT ON DATABASE payments TO payments;
