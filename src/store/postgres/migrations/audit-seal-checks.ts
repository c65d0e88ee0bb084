/**
 * Makes `audit_seal` remove exactly the rows that it has moved.
 *
 * Each statement of a function sees rows that were committed meanwhile. Before, a caller who
 * guessed the ID of such a row could have it removed. Functions that accept any array type are
 * called with their schema: otherwise a better match in another schema would run with the owner's
 * rights.
 */
export const auditSealChecks = `
CREATE OR REPLACE FUNCTION audit_seal(
  sealed BIGINT[], hashes BYTEA[], aside BIGINT[], reasons TEXT[], aside_at BIGINT
) RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET audit_log.is_sealing = 'yes' AS $$
DECLARE
  before BIGINT;
  moved BIGINT;
  put_aside BIGINT;
  removed BIGINT;
BEGIN
  SELECT sequence INTO STRICT before FROM audit_head FOR UPDATE;
  INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, hash)
    SELECT before + given.place, at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, given.hash
    FROM unnest(sealed, hashes) WITH ORDINALITY AS given (id, hash, place)
    JOIN audit_inbox USING (id);
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved IS DISTINCT FROM pg_catalog.cardinality(sealed)::BIGINT THEN
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
  GET DIAGNOSTICS put_aside = ROW_COUNT;
  IF put_aside IS DISTINCT FROM pg_catalog.cardinality(aside)::BIGINT THEN
    RAISE EXCEPTION 'an entry to set aside is not in the inbox';
  END IF;
  DELETE FROM audit_inbox WHERE id = ANY (sealed) OR id = ANY (aside);
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed <> moved + put_aside THEN
    RAISE EXCEPTION 'an entry of the inbox was given twice';
  END IF;
  RETURN moved;
END $$;

DO $$
BEGIN
  EXECUTE pg_catalog.format(
    'ALTER FUNCTION audit_seal(bigint[], bytea[], bigint[], text[], bigint)
       SET search_path = %I, pg_temp', current_schema());
END $$;
`;
