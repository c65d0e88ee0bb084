/** A stored payment file that the database refers to. */
export interface StoredFileName {
  /** SHA-256 of the file, hex. It is also the name of the file. */
  readonly sha256: string;
  /** Number of consents with this file, and the smallest of their ids. */
  readonly consents: number;
  readonly consentId: string;
}

/** SQL that selects all payment files, ordered by name. */
export const STORED_FILE_NAMES = `SELECT sha256, COUNT(*) AS consents, MIN(consent_id) AS consentId
  FROM file GROUP BY sha256 ORDER BY sha256`;
