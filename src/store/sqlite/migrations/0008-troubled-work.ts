import type { Migration } from './migration.ts';

/** Adds retries with back-off for steps that fail, and parked and abandoned steps. */
export const troubledWork: Migration = {
  name: 'troubled-work',
  sql: `
-- attempts: how often the step has failed. try_at: when it is to be tried, at first due_at.
-- parked_at: since when it waits for an operator. problem: why it failed last.
ALTER TABLE work ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0);
ALTER TABLE work ADD COLUMN try_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE work ADD COLUMN parked_at INTEGER;
ALTER TABLE work ADD COLUMN problem TEXT;
UPDATE work SET try_at = due_at;
DROP INDEX work_by_due;
CREATE INDEX work_fresh ON work (try_at, id) WHERE attempts = 0;
CREATE INDEX work_failing ON work (try_at, id) WHERE attempts > 0 AND parked_at IS NULL;
CREATE INDEX work_parked ON work (due_at, id) WHERE parked_at IS NOT NULL;

-- When an operator gave the batch up; null for all others.
ALTER TABLE batch ADD COLUMN abandoned_at INTEGER;
-- The account that was debited; null for credits that were answered before this column.
ALTER TABLE credit_outcome ADD COLUMN debtor_account TEXT;
`,
};
