import type { NewToken } from '../../domain/store.ts';
import type { Client, Grant } from '../../domain/records.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Database } from './database.ts';

/** Expired tokens that are cleared away with each new one. */
const TOKENS_CLEARED = 64;

type KnownClient = Client & { secretHash: string };

/** Clients and their tokens. */
export class Access {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  /** Keeps a token, and clears more expired ones away than it adds: they never pile up. */
  saveToken({ hash, grant, issuedAt }: NewToken): void {
    const { clientId, kind, consentId, expiresAt } = grant;
    this.#sql.saveToken.run(hash, clientId, kind, consentId, expiresAt);
    this.#sql.clearExpired.run(issuedAt);
  }

  findGrant(tokenHash: string): Grant | undefined {
    return this.#sql.findGrant.get(tokenHash);
  }

  findClient(id: string): KnownClient | undefined {
    const row = this.#sql.findClient.get(id);
    return row && { ...row, active: row.active === 1 };
  }
}

function prepare(database: Database) {
  return {
    saveToken: database.prepare<[string, string, Grant['kind'], string | null, Instant]>(
      `INSERT INTO token (hash, client_id, kind, consent_id, expires_at) VALUES (?, ?, ?, ?, ?)`,
    ),
    clearExpired: database.prepare<[Instant]>(
      `DELETE FROM token WHERE hash IN (
         SELECT hash FROM token
         WHERE expires_at <= ? ORDER BY expires_at LIMIT ${String(TOKENS_CLEARED)})`,
    ),
    findGrant: database.prepare<[string], Grant>(
      `SELECT client_id AS clientId, kind, consent_id AS consentId, expires_at AS expiresAt
       FROM token JOIN client ON client.id = client_id
       WHERE hash = ? AND active = 1 AND role = 'PISP'`,
    ),
    findClient: database.prepare<[string], Omit<KnownClient, 'active'> & { active: 0 | 1 }>(
      'SELECT id, secret_hash AS secretHash, role, active FROM client WHERE id = ?',
    ),
  };
}
