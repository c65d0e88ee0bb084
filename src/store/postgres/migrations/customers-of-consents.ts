/**
 * The same change as in SQLite. Nodes of the previous version write no customer, so a trigger sets
 * it while nodes of both versions run side by side.
 */
export const customersOfConsents = `
ALTER TABLE consent ADD COLUMN customer_id TEXT COLLATE "C" REFERENCES customer (id);
UPDATE consent SET customer_id = (
  SELECT customer_id FROM customer_user WHERE customer_user.id = authorised_by)
WHERE authorised_by IS NOT NULL;
DROP INDEX consent_permitted;
CREATE INDEX consent_permitted ON consent (customer_id, created_at)
  WHERE family = 'domestic-vrps' AND customer_id IS NOT NULL;
ALTER TABLE batch ADD COLUMN failure_reason TEXT COLLATE "C" CHECK (failure_reason IN ('AG01'));
CREATE FUNCTION consent_has_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.customer_id := (SELECT customer_id FROM customer_user WHERE id = NEW.authorised_by);
    RETURN NEW;
  END $$;
CREATE TRIGGER consent_has_customer BEFORE UPDATE OF authorised_by ON consent FOR EACH ROW
  WHEN (NEW.customer_id IS NULL AND NEW.authorised_by IS NOT NULL)
  EXECUTE FUNCTION consent_has_customer();
`;
