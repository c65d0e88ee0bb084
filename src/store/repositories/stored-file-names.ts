/** A stored payment file that the database refers to. */
export interface StoredFileName {
  /** SHA-256 of the file (hex), which is also the name under which it is stored. */
  readonly sha256: string;
  /** Number of consents that refer to this file, and the smallest id of these consents. */
  readonly consents: number;
  readonly consentId: string;
}

/** SQL that selects all payment files, ordered by name. */
export const STORED_FILE_NAMES = `SELECT sha256, COUNT(*) AS consents, MIN(consent_id) AS consentId
  FROM file GROUP BY sha256 ORDER BY sha256`;
