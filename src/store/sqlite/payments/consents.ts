import { isToLapse, lapseReason } from '../../../domain/lifecycle/lapse.ts';
import type { ConsentStatus } from '../../../domain/lifecycle/lifecycle.ts';
import type {
  Approved,
  Created,
  IdempotencyKey,
  IssuedAccess,
  NewConsent,
} from '../../../domain/ports/store.ts';
import { serviceActor, type Act } from '../../../domain/records/audit.ts';
import type { FileFacts } from '../../../domain/records/payment.ts';
import type { Consent, FileTwin, Rejection } from '../../../domain/records/records.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Access } from '../access/access.ts';
import type { Authorisation } from '../access/authorisation.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Keys } from './idempotency-keys.ts';

/** Consents with the same file that are told of. */
const MAX_TWINS = 10;

/** Who ends a consent that has lapsed. */
const LAPSE = serviceActor('consents');

interface Parts {
  readonly keys: Keys;
  readonly access: Access;
  readonly authorisation: Authorisation;
  readonly auditLog: AuditLog;
}

/** Consents and what is known of their files. */
export class Consents {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(database: Database, parts: Parts) {
    this.#sql = prepare(database);
    this.#parts = parts;
  }

  create(consent: NewConsent, key: IdempotencyKey, act: Act): Created<Consent> {
    const { keys, auditLog } = this.#parts;
    const { id, family } = consent;
    const now = act.at;
    return keys.once<Consent>(key, now, this.#current, () => {
      const value = {
        ...consent,
        createdAt: now,
        statusUpdatedAt: now,
        refusal: null,
        refusedBy: null,
      } as const;
      this.#sql.insert.run(value);
      auditLog.append(act, { action: 'consentCreated', subject: id, detail: { family } });
      return { outcome: 'created', value };
    });
  }

  find(id: string): Consent | undefined {
    return this.#sql.find.get(id);
  }

  findByGrant(grantId: string): Consent | undefined {
    return this.#sql.findByGrant.get(grantId);
  }

  attachFile(consentId: string, facts: FileFacts, key: IdempotencyKey, act: Act): Created<Consent> {
    const { keys, auditLog } = this.#parts;
    const { sha256, payments, totalPence } = facts;
    return keys.once<Consent>(key, act.at, this.#current, () => {
      this.lapse(consentId, act.at);
      const moved = this.#sql.awaitAuthorisation.run(act.at, consentId).changes === 1;
      const value = this.#current(consentId);
      if (!moved) return { outcome: 'wrongStatus', status: value.status };
      this.#sql.insertFile.run(consentId, sha256, JSON.stringify(facts));
      const detail = { sha256, payments, totalPence };
      auditLog.append(act, { action: 'fileAttached', subject: consentId, detail });
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

  fileTwins(consentId: string, customerId: string, now: Instant): readonly FileTwin[] {
    return this.#sql.fileTwins.all({ consentId, customerId, now });
  }

  reject(consentId: string, from: ConsentStatus, rejection: Rejection, act: Act): boolean {
    this.lapse(consentId, act.at);
    const moved = this.#sql.reject.run({ ...rejection, consentId, from, at: act.at }).changes === 1;
    // Not the reason in words: it may name an account.
    const entry = { action: 'consentRejected', subject: consentId, detail: { from } } as const;
    if (moved) this.#parts.auditLog.append(act, entry);
    return moved;
  }

  revoke(consentId: string, act: Act): boolean {
    const moved = this.#sql.revoke.run(act.at, consentId).changes === 1;
    const entry = { action: 'consentRevoked', subject: consentId } as const;
    if (moved) this.#parts.auditLog.append(act, entry);
    return moved;
  }

  authorise(consentId: string, approved: Approved, issued: IssuedAccess, act: Act): boolean {
    this.lapse(consentId, act.at);
    const { access, auditLog } = this.#parts;
    const grantId = 'grantId' in issued ? issued.grantId : null;
    const change = { consentId, ...approved, grantId, at: act.at };
    if (this.#sql.authorise.run(change).changes !== 1) return false;
    if ('token' in issued) access.saveToken(issued.token);
    auditLog.append(act, { action: 'consentAuthorised', subject: consentId });
    return true;
  }

  /** Ends a consent that has lapsed by then, with its tokens; leaves every other as it is. */
  lapse(consentId: string, now: Instant): void {
    const consent = this.find(consentId);
    if (consent === undefined || !isToLapse(consent, now)) return;
    const { authorisation, auditLog } = this.#parts;
    const { status: from } = consent;
    const lapse = { refusedBy: 'time', refusal: lapseReason(consent) } as const;
    this.#sql.reject.run({ ...lapse, consentId, from, at: now });
    authorisation.removeOfConsent(consentId);
    const act = { at: now, by: LAPSE };
    auditLog.append(act, { action: 'consentLapsed', subject: consentId, detail: { from } });
  }

  lapseAll(now: Instant, limit: number): number {
    const ids = this.#sql.findToLapse.all(now, limit);
    for (const id of ids) this.lapse(id, now);
    return ids.length;
  }

  /** Authorised → Consumed. To be asked only of a consent that is Authorised. */
  consume(consentId: string, now: Instant): void {
    const { changes } = this.#sql.consume.run(now, consentId);
    assert(changes === 1, `consent ${consentId} is consumed once`);
  }

  readonly #current = (id: string): Consent => present(this.find(id), `consent ${id}`);
}

/** What is written of a consent that is rejected, `from` the status that it had. */
interface Rejected extends Pick<Consent, 'refusedBy' | 'refusal'> {
  readonly consentId: string;
  readonly from: ConsentStatus;
  readonly at: Instant;
}

const SELECT = `
  SELECT id, family, client_id AS clientId, status, created_at AS createdAt,
    status_updated_at AS statusUpdatedAt, data, risk, debtor_account AS debtorAccount, refusal,
    refused_by AS refusedBy, expires_at AS expiresAt, lapses_at AS lapsesAt
  FROM consent`;

function prepare(database: Database) {
  return {
    insert: database.prepare<Consent>(
      `INSERT INTO consent (id, family, client_id, status, created_at, status_updated_at, data,
         risk, debtor_account, expires_at, lapses_at)
       VALUES (@id, @family, @clientId, @status, @createdAt, @statusUpdatedAt, @data,
         @risk, @debtorAccount, @expiresAt, @lapsesAt)`,
    ),
    find: database.prepare<[string], Consent>(`${SELECT} WHERE id = ?`),
    findByGrant: database.prepare<[string], Consent>(`${SELECT} WHERE grant_id = ?`),
    awaitAuthorisation: database.prepare<[Instant, string]>(
      `UPDATE consent SET status = 'AwaitingAuthorisation', status_updated_at = ?
       WHERE id = ? AND status = 'AwaitingUpload'`,
    ),
    reject: database.prepare<Rejected>(
      `UPDATE consent SET status = 'Rejected', refusal = @refusal, refused_by = @refusedBy,
         status_updated_at = @at
       WHERE id = @consentId AND status = @from`,
    ),
    revoke: database.prepare<[Instant, string]>(
      `UPDATE consent SET status = 'Revoked', status_updated_at = ?
       WHERE id = ? AND status IN ('AwaitingAuthorisation', 'Authorised')`,
    ),
    findToLapse: database
      .prepare<[Instant, number], string>(
        `SELECT id FROM consent
         WHERE lapses_at <= ?
           AND status IN ('AwaitingUpload', 'AwaitingAuthorisation', 'Authorised')
         ORDER BY lapses_at LIMIT ?`,
      )
      .pluck(),
    authorise: database.prepare<
      Approved & { consentId: string; grantId: string | null; at: Instant }
    >(
      `UPDATE consent SET status = 'Authorised', debtor_account = @debtorAccount,
         authorised_by = @userId, grant_id = @grantId, status_updated_at = @at,
         lapses_at = @lapsesAt
       WHERE id = @consentId AND status = 'AwaitingAuthorisation'`,
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
    fileTwins: database.prepare<{ consentId: string; customerId: string; now: Instant }, FileTwin>(
      `SELECT consent.status, consent.status_updated_at AS statusUpdatedAt
       FROM file AS own
       JOIN consent AS asked ON asked.id = own.consent_id
       JOIN file AS twin ON twin.sha256 = own.sha256 AND twin.consent_id <> own.consent_id
       JOIN consent ON consent.id = twin.consent_id
       LEFT JOIN customer_user ON customer_user.id = consent.authorised_by
       WHERE own.consent_id = @consentId
         AND (consent.status = 'Consumed' OR consent.lapses_at IS NULL OR consent.lapses_at > @now)
         AND ((consent.status = 'AwaitingAuthorisation' AND consent.client_id = asked.client_id)
           OR (consent.status IN ('Authorised', 'Consumed')
             AND customer_user.customer_id = @customerId))
       ORDER BY consent.status_updated_at DESC LIMIT ${String(MAX_TWINS)}`,
    ),
  };
}
