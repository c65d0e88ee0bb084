import type { ConsentStatus } from '../../domain/lifecycle.ts';
import type { FileFacts } from '../../domain/payment.ts';
import type { Created, IdempotencyKey, NewConsent, NewToken } from '../../domain/store.ts';
import type { Consent } from '../../domain/records.ts';
import { assert, present } from '../../kernel/assert.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Access } from './access.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';

/** Consents and what is known of their files. */
export class Consents {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #keys: Keys;
  readonly #access: Access;

  constructor(database: Database, keys: Keys, access: Access) {
    this.#sql = prepare(database);
    this.#keys = keys;
    this.#access = access;
  }

  create(consent: NewConsent, key: IdempotencyKey, now: Instant): Created<Consent> {
    return this.#keys.once<Consent>(key, now, this.#current, () => {
      const value = { ...consent, createdAt: now, statusUpdatedAt: now, refusal: null };
      this.#sql.insert.run(value);
      return { outcome: 'created', value };
    });
  }

  find(id: string): Consent | undefined {
    return this.#sql.find.get(id);
  }

  attachFile(
    consentId: string,
    facts: FileFacts,
    key: IdempotencyKey,
    now: Instant,
  ): Created<Consent> {
    return this.#keys.once<Consent>(key, now, this.#current, () => {
      const moved = this.#sql.awaitAuthorisation.run(now, consentId).changes === 1;
      const value = this.#current(consentId);
      if (!moved) return { outcome: 'wrongStatus', status: value.status };
      this.#sql.insertFile.run(consentId, facts.sha256, JSON.stringify(facts));
      return { outcome: 'created', value };
    });
  }

  findFile(consentId: string): FileFacts | undefined {
    const facts = this.#sql.findFile.get(consentId)?.facts;
    return facts === undefined ? undefined : (JSON.parse(facts) as FileFacts);
  }

  isFileKept(sha256: string): boolean {
    return this.#sql.findContent.get(sha256) !== undefined;
  }

  reject(consentId: string, from: ConsentStatus, refusal: string, now: Instant): boolean {
    return this.#sql.reject.run(refusal, now, consentId, from).changes === 1;
  }

  revoke(consentId: string, now: Instant): boolean {
    return this.#sql.revoke.run(now, consentId).changes === 1;
  }

  authorise(
    consentId: string,
    debtorAccount: string | null,
    userId: string,
    token: NewToken,
    now: Instant,
  ): boolean {
    const moved = this.#sql.authorise.run(debtorAccount, userId, now, consentId).changes === 1;
    if (moved) this.#access.saveToken(token);
    return moved;
  }

  /** Authorised → Consumed. To be asked only of a consent that is Authorised. */
  consume(consentId: string, now: Instant): void {
    const { changes } = this.#sql.consume.run(now, consentId);
    assert(changes === 1, `consent ${consentId} is consumed once`);
  }

  readonly #current = (id: string): Consent => present(this.find(id), `consent ${id}`);
}

function prepare(database: Database) {
  return {
    insert: database.prepare<Consent>(
      `INSERT INTO consent (id, family, client_id, status, created_at, status_updated_at, data,
         risk, debtor_account, expires_at)
       VALUES (@id, @family, @clientId, @status, @createdAt, @statusUpdatedAt, @data,
         @risk, @debtorAccount, @expiresAt)`,
    ),
    find: database.prepare<[string], Consent>(
      `SELECT id, family, client_id AS clientId, status, created_at AS createdAt,
         status_updated_at AS statusUpdatedAt, data, risk, debtor_account AS debtorAccount, refusal,
         expires_at AS expiresAt
       FROM consent WHERE id = ?`,
    ),
    awaitAuthorisation: database.prepare<[Instant, string]>(
      `UPDATE consent SET status = 'AwaitingAuthorisation', status_updated_at = ?
       WHERE id = ? AND status = 'AwaitingUpload'`,
    ),
    reject: database.prepare<[string, Instant, string, ConsentStatus]>(
      `UPDATE consent SET status = 'Rejected', refusal = ?, status_updated_at = ?
       WHERE id = ? AND status = ?`,
    ),
    revoke: database.prepare<[Instant, string]>(
      `UPDATE consent SET status = 'Revoked', status_updated_at = ?
       WHERE id = ? AND status IN ('AwaitingAuthorisation', 'Authorised')`,
    ),
    authorise: database.prepare<[string | null, string, Instant, string]>(
      `UPDATE consent SET status = 'Authorised', debtor_account = ?,
         authorised_by = ?, status_updated_at = ?
       WHERE id = ? AND status = 'AwaitingAuthorisation'`,
    ),
    consume: database.prepare<[Instant, string]>(
      `UPDATE consent SET status = 'Consumed', status_updated_at = ?
       WHERE id = ? AND status = 'Authorised'`,
    ),
    insertFile: database.prepare<[string, string, string]>(
      'INSERT INTO file (consent_id, sha256, facts) VALUES (?, ?, ?)',
    ),
    findFile: database.prepare<[string], { facts: string }>(
      'SELECT facts FROM file WHERE consent_id = ?',
    ),
    findContent: database.prepare<[string]>('SELECT 1 FROM file WHERE sha256 = ? LIMIT 1'),
  };
}
