/** A payment file that a database knows. */
export interface StoredFileName {
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
  /** How many consents have it, and one of them. */
  readonly consents: number;
  readonly consentId: string;
}

/** Finds all of them, by name. */
export const STORED_FILE_NAMES = `SELECT sha256, COUNT(*) AS consents, MIN(consent_id) AS consentId
  FROM file GROUP BY sha256 ORDER BY sha256`;
