import type { Grant, NewToken, VerifiedGrant } from '../../../domain/records/records.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Database } from '../../sqlite/database/database.ts';
import type { Remembered } from '../../sqlite/rooms/remembered.ts';

/** Expired tokens that are cleared away with each new one. */
const TOKENS_CLEARED = 64;

/** What is kept of bearer tokens. */
export class Access {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #remembered: Remembered;

  constructor(database: Database, remembered: Remembered) {
    this.#sql = prepare(database);
    this.#remembered = remembered;
  }

  /** Keeps a token, and clears more expired ones away than it adds: they never pile up. */
  saveToken({ hash, grant, issuedAt }: NewToken): void {
    const { clientId, kind, consentId, certificate, expiresAt } = grant;
    this.#sql.saveToken.run(hash, clientId, kind, consentId, certificate, expiresAt);
    this.clearExpired(issuedAt, TOKENS_CLEARED);
  }

  /** Clears so many tokens away that have expired, the oldest first; how many there were. */
  clearExpired(now: Instant, most: number): number {
    return this.#sql.clearExpired.run(now, most).changes;
  }

  findGrant(tokenHash: string): VerifiedGrant | undefined {
    return this.#remembered.grants.get(tokenHash, this.#find);
  }

  readonly #find = (tokenHash: string): VerifiedGrant | undefined =>
    this.#sql.findGrant.get(tokenHash);
}

/** Of whatever table it reads, `Remembered` is told by a trigger. */
export const FIND_GRANT = `
  SELECT token.client_id AS clientId, kind, consent_id AS consentId,
    token.certificate, expires_at AS expiresAt, organisation.id AS organisationId
  FROM token
    JOIN client ON client.id = token.client_id
    JOIN software ON software.id = client.software_id
    JOIN organisation ON organisation.id = software.organisation_id
    LEFT JOIN registration ON registration.client_id = client.id
    LEFT JOIN certificate ON certificate.thumbprint = token.certificate
  WHERE hash = ? AND software.admitted AND organisation.admitted
    AND (token.certificate IS NULL OR (registration.client_id IS NOT NULL
      AND certificate.active AND certificate.software_id = software.id))`;

function prepare(database: Database) {
  return {
    saveToken: database.prepare<
      [string, string, Grant['kind'], string | null, string | null, Instant]
    >(
      `INSERT INTO token (hash, client_id, kind, consent_id, certificate, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    clearExpired: database.prepare<[Instant, number]>(
      `DELETE FROM token WHERE hash IN (
         SELECT hash FROM token WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    ),
    findGrant: database.prepare<[string], VerifiedGrant>(FIND_GRANT),
  };
}
