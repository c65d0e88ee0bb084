/** A stored file that the database refers to. */
export interface StoredFileName {
  /** SHA-256 of the file (hex), which is also the name under which it is stored. */
  readonly sha256: string;
  /**
   * Number of consents that refer to this file, and the smallest id of these consents. 0 and null
   * for a message to a payment hub, or a document from it.
   */
  readonly consents: number;
  readonly consentId: string | null;
}

/**
 * SQL that selects all payment files, messages and documents that are stored as files, ordered by
 * name.
 */
export const STORED_FILE_NAMES = `SELECT sha256, SUM(consents) AS consents,
    MIN(consent_id) AS consentId
  FROM (
    SELECT sha256, 1 AS consents, consent_id FROM file
    UNION ALL SELECT sha256, 0, NULL FROM scheme_message WHERE sha256 IS NOT NULL
    UNION ALL SELECT sha256, 0, NULL FROM scheme_delivery WHERE content IS NULL) AS stored
  GROUP BY sha256 ORDER BY sha256`;
