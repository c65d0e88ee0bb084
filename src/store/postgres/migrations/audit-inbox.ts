/**
 * Numbers audit entries by their writer, and moves them into the chain with a function that runs as
 * the owner. The service's role therefore needs no right to delete or insert there.
 */
export const auditInbox = `
-- writer, number: a series of a node, and the place in it; both are under the mark and the hash.
ALTER TABLE audit_inbox ADD COLUMN writer TEXT COLLATE "C", ADD COLUMN number BIGINT,
  ADD CONSTRAINT audit_inbox_id_is_exact CHECK (id BETWEEN 1 AND 9007199254740991);
ALTER TABLE audit_entry ADD COLUMN writer TEXT COLLATE "C", ADD COLUMN number BIGINT;
CREATE UNIQUE INDEX audit_entry_of_writer ON audit_entry (writer, number)
  WHERE writer IS NOT NULL;

-- Entries of the inbox that are not ours, as they were found.
CREATE TABLE audit_set_aside (
  place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  set_aside_at BIGINT NOT NULL,
  reason TEXT COLLATE "C" NOT NULL CHECK (reason IN ('mark', 'repeated')),
  id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  actor_kind TEXT COLLATE "C" NOT NULL,
  actor_id TEXT COLLATE "C" NOT NULL,
  certificate TEXT COLLATE "C",
  interaction_id TEXT COLLATE "C",
  address TEXT COLLATE "C",
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C",
  writer TEXT COLLATE "C",
  number BIGINT,
  mac BYTEA NOT NULL
);

-- Guards the owner's own slips. The service's role lacks the rights in the first place.
CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('audit_log.is_sealing', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'entries of the audit log are kept';
END $$;
CREATE TRIGGER audit_inbox_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_inbox
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept();
CREATE TRIGGER audit_set_aside_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_set_aside
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_kept();
CREATE TRIGGER audit_head_is_kept BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_kept();

-- The head, locked until the transaction ends; no row while another one has it.
CREATE FUNCTION audit_take_head() RETURNS TABLE (sequence BIGINT, hash BYTEA)
  LANGUAGE sql VOLATILE SECURITY DEFINER AS
  $$ SELECT sequence, hash FROM audit_head FOR UPDATE SKIP LOCKED $$;

-- Moves entries of the inbox into the chain, in this order and with these hashes, and others into
-- the table of those set aside. The caller has the head, and has worked out both.
CREATE FUNCTION audit_seal(
  sealed BIGINT[], hashes BYTEA[], aside BIGINT[], reasons TEXT[], aside_at BIGINT
) RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET audit_log.is_sealing = 'yes' AS $$
DECLARE
  before BIGINT;
  moved BIGINT;
BEGIN
  SELECT sequence INTO STRICT before FROM audit_head FOR UPDATE;
  INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, hash)
    SELECT before + given.place, at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, given.hash
    FROM unnest(sealed, hashes) WITH ORDINALITY AS given (id, hash, place)
    JOIN audit_inbox USING (id);
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved <> cardinality(sealed) THEN
    RAISE EXCEPTION 'an entry of the inbox is gone';
  END IF;
  IF moved > 0 THEN
    UPDATE audit_head SET sequence = before + moved, hash = hashes[moved];
  END IF;
  INSERT INTO audit_set_aside (set_aside_at, reason, id, at, recorded_at, actor_kind, actor_id,
      certificate, interaction_id, address, action, subject, detail, writer, number, mac)
    SELECT aside_at, given.reason, id, at, recorded_at, actor_kind, actor_id,
      certificate, interaction_id, address, action, subject, detail, writer, number, mac
    FROM unnest(aside, reasons) AS given (id, reason) JOIN audit_inbox USING (id);
  DELETE FROM audit_inbox WHERE id = ANY (sealed || aside);
  RETURN moved;
END $$;

-- A function that runs with its owner's rights looks for its tables here and nowhere else.
DO $$
DECLARE own TEXT;
BEGIN
  FOREACH own IN ARRAY ARRAY['audit_take_head()',
      'audit_seal(bigint[], bytea[], bigint[], text[], bigint)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', own, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', own);
  END LOOP;
END $$;
`;
