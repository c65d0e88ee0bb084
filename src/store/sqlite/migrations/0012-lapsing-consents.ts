import type { Migration } from './migration.ts';

/**
 * When a consent lapses that is not approved, or not used. Those that wait already have thirty days
 * from the beginning of their wait; the ones that no payment uses up do not lapse.
 */
export const lapsingConsents: Migration = {
  name: 'lapsing-consents',
  sql: `
ALTER TABLE consent ADD COLUMN lapses_at INTEGER;
UPDATE consent SET lapses_at = 30 * 24 * 60 * 60 * 1000 +
    CASE status WHEN 'Authorised' THEN status_updated_at ELSE created_at END
  WHERE status IN ('AwaitingUpload', 'AwaitingAuthorisation', 'Authorised')
    AND family <> 'domestic-vrps';
CREATE INDEX consent_to_lapse ON consent (lapses_at)
  WHERE status IN ('AwaitingUpload', 'AwaitingAuthorisation', 'Authorised');
-- What ends with its consent.
CREATE INDEX token_of_consent ON token (consent_id) WHERE consent_id IS NOT NULL;
`,
};
