import type { Grant, NewToken, VerifiedGrant } from '../../../domain/records/records.ts';
import type { Instant } from '../../../shared/time.ts';
import { clearExpired, sql, type DbCommand } from '../engine.ts';
import type { AccessCache } from './token-cache.ts';

/** The issued access tokens. Only the SHA-256 hash of a token is stored. */
export class Tokens {
  readonly #accessCache: AccessCache;

  constructor(accessCache: AccessCache) {
    this.#accessCache = accessCache;
  }

  *saveToken({ hash, grant }: NewToken): DbCommand<void> {
    const { clientId, kind, consentId, certificate, expiresAt } = grant;
    yield* SQL.saveToken.write(hash, clientId, kind, consentId, certificate, expiresAt);
  }

  /** Deletes up to `limit` expired tokens, oldest first. Returns their number. */
  readonly clearExpired = (now: Instant, limit: number) => SQL.clearExpired.run(now, limit);

  readonly findGrant = (tokenHash: string) => this.#accessCache.grants.get(tokenHash, this.#find);

  readonly #find = (tokenHash: string): DbCommand<VerifiedGrant | undefined> =>
    SQL.findGrant.get(tokenHash);
}

/**
 * SQL that selects the grant of a token by its hash, if the TPP and its certificate are active.
 * `AccessCache` must have triggers on every table that this statement reads.
 */
export const FIND_GRANT = `
  SELECT token.client_id AS clientId, kind, consent_id AS consentId,
    token.certificate, expires_at AS expiresAt, organisation.id AS organisationId
  FROM token
    JOIN client ON client.id = token.client_id
    JOIN software ON software.id = client.software_id
    JOIN organisation ON organisation.id = software.organisation_id
    LEFT JOIN registration ON registration.client_id = client.id
    LEFT JOIN certificate ON certificate.thumbprint = token.certificate
  WHERE hash = ? AND software.admitted = 1 AND organisation.admitted = 1
    AND (token.certificate IS NULL OR (registration.client_id IS NOT NULL
      AND certificate.active = 1 AND certificate.software_id = software.id))`;

const SQL = {
  saveToken: sql<[string, string, Grant['kind'], string | null, string | null, Instant]>(`
    INSERT INTO token (hash, client_id, kind, consent_id, certificate, expires_at)
    VALUES (?, ?, ?, ?, ?, ?)`),
  clearExpired: clearExpired('token', 'hash'),
  findGrant: sql<[string], VerifiedGrant>(FIND_GRANT),
};
