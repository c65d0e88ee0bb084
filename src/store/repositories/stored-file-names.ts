/** A stored file that the database refers to. */
export interface StoredFileName {
  /** SHA-256 of the file (hex), which is also the name under which it is stored. */
  readonly sha256: string;
  /**
   * Number of consents that refer to this file, and the smallest id of these consents. 0 and null
   * for a message to a payment hub, a document from it, or a segment of the search index.
   */
  readonly consents: number;
  readonly consentId: string | null;
  /** 1 if the file is a segment of the search index, which can be built again. Otherwise 0. */
  readonly isSegment: number;
}

/**
 * SQL that selects all payment files, messages, documents and segments of the search index that are
 * stored as files, ordered by name.
 */
export const STORED_FILE_NAMES = `SELECT sha256, SUM(consents) AS consents,
    MIN(consent_id) AS consentId, MIN(is_segment) AS "isSegment"
  FROM (
    SELECT sha256, 1 AS consents, consent_id, 0 AS is_segment FROM file
    UNION ALL SELECT sha256, 0, NULL, 0 FROM scheme_message WHERE sha256 IS NOT NULL
    UNION ALL SELECT sha256, 0, NULL, 0 FROM scheme_delivery WHERE content IS NULL
    UNION ALL SELECT sha256, 0, NULL, 1 FROM search_segment) AS stored
  GROUP BY sha256 ORDER BY sha256`;
