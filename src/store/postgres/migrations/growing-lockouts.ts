/** Columns for lockouts that get longer, and for wrong factors counted per signed-in session. */
export const growingLockouts = `
ALTER TABLE credential ADD COLUMN lockouts BIGINT NOT NULL DEFAULT 0 CHECK (lockouts >= 0);
ALTER TABLE customer_session ADD COLUMN factors_failed BIGINT NOT NULL DEFAULT 0
  CHECK (factors_failed >= 0);
`;
