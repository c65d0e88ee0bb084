import type { Migration } from './migration.ts';

/**
 * Adds the time at which a consent lapses if it is not approved or not used. Open consents get
 * thirty days from their creation or authorisation. Consents of variable recurring payments do not
 * lapse.
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
