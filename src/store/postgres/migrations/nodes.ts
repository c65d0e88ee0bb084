/** Tables for state that nodes share. A process with a SQLite store keeps this state in memory. */
export const nodes = `
-- One node at a time does a task for all. Instants are the database's, in milliseconds.
CREATE TABLE task_lease (
  task TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  held_until BIGINT NOT NULL,
  taken_from TEXT
) WITH (fillfactor = 10);

-- Token buckets. full_at: when it is full again, in microseconds by the database's clock; a row of
-- one that is says nothing. Nothing is lost with them but counts: they are in no log.
CREATE UNLOGGED TABLE bucket (
  name TEXT PRIMARY KEY,
  full_at BIGINT NOT NULL,
  given BIGINT NOT NULL
) WITH (fillfactor = 50);

-- Forms of customers: one that is sent to several nodes is answered by one. until: how long it is
-- that one's to answer, or the answer is kept, in milliseconds by the database's clock.
CREATE UNLOGGED TABLE form (
  name TEXT PRIMARY KEY,
  until BIGINT NOT NULL,
  answer TEXT
);

-- Which transaction changed the directory last, whatever command it was; see who follows it.
CREATE TABLE directory_version (
  changed_by BIGINT NOT NULL
) WITH (fillfactor = 10);
INSERT INTO directory_version VALUES (0);

CREATE FUNCTION directory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE directory_version SET changed_by = pg_current_xact_id()::text::bigint
    WHERE changed_by <> pg_current_xact_id()::text::bigint;
  RETURN NULL;
END $$;
CREATE TRIGGER organisation_changed AFTER INSERT OR UPDATE OR DELETE ON organisation
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER software_changed AFTER INSERT OR UPDATE OR DELETE ON software
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER certificate_changed AFTER INSERT OR UPDATE OR DELETE ON certificate
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
`;
