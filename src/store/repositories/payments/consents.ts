import {
  authorised,
  endedByTransfer,
  expired,
  lapsed,
  rejected,
  revoked,
  withdrawn,
  withFile,
} from '../../../domain/lifecycle/consent-moves.ts';
import type { ConsentStatus } from '../../../domain/lifecycle/lifecycle.ts';
import type {
  ConsentApproval,
  ConsentMigration,
  IssuedAccess,
  NewConsent,
} from '../../../domain/ports/consents.ts';
import type { CreateResult, IdempotencyKey, MigrateResult } from '../../../domain/ports/store.ts';
import { serviceActor, type Act } from '../../../domain/records/audit.ts';
import { restricted, type RestrictionChange } from '../../../domain/records/restrictions.ts';
import type { FileFacts } from '../../../domain/records/payment.ts';
import type { Consent, Rejection } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Tokens } from '../access/tokens.ts';
import type { Authorisation } from '../access/authorisation.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Bank } from '../ledger/bank.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { rowLock, type DbCommand } from '../engine.ts';
import type { Events } from '../events/events.ts';
import { decisionDetail, type Decisions } from './consent-decisions.ts';
import { SQL } from './consent-statements.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';

const LOCK = rowLock('consent', 'id');

interface Parts {
  readonly bank: Bank;
  readonly ledger: Ledger;
  readonly decisions: Decisions;
  readonly keys: IdempotencyKeys;
  readonly tokens: Tokens;
  readonly authorisation: Authorisation;
  readonly events: Events;
  readonly auditLog: AuditLog;
}

/** Consents, and the data about their files. */
export class Consents {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *create(consent: NewConsent, key: IdempotencyKey, act: Act): DbCommand<CreateResult<Consent>> {
    return yield* this.#parts.keys.once<Consent>(
      key,
      act.at,
      (id) => this.#current(id),
      () => this.#add(consent, act),
    );
  }

  *#add(consent: NewConsent, act: Act): DbCommand<CreateResult<Consent>> {
    const { id, family } = consent;
    const times = { createdAt: act.at, statusUpdatedAt: act.at };
    const unknown = { customerId: null, refusal: null, refusedBy: null, restrictions: null };
    const value: Consent = { ...consent, ...times, ...unknown };
    yield* SQL.insert.write(value);
    const entry = { action: 'consentCreated', subject: id, detail: { family } } as const;
    yield* this.#parts.auditLog.append(act, entry);
    return { outcome: 'created', value };
  }

  readonly find = (id: string) => SQL.find.get(id);

  readonly findByGrant = (grantId: string) => SQL.findByGrant.get(grantId);

  *attachFile(
    consentId: string,
    facts: FileFacts,
    key: IdempotencyKey,
    act: Act,
  ): DbCommand<CreateResult<Consent>> {
    return yield* this.#parts.keys.once<Consent>(
      key,
      act.at,
      (id) => this.#current(id),
      () => this.#attach(consentId, facts, act),
    );
  }

  *#attach(consentId: string, facts: FileFacts, act: Act): DbCommand<CreateResult<Consent>> {
    const { sha256, payments, totalPence } = facts;
    const consent = expectDefined(yield* this.at(consentId, act.at), `consent ${consentId}`);
    const value = withFile(consent, act.at);
    if (value === undefined) return { outcome: 'wrongStatus', status: consent.status };
    yield* this.move(consent, value);
    yield* SQL.insertFile.write(consentId, sha256, JSON.stringify(facts));
    const detail = { sha256, payments, totalPence };
    yield* this.#parts.auditLog.append(act, { action: 'fileAttached', subject: consentId, detail });
    return { outcome: 'created', value };
  }

  *findFile(consentId: string): DbCommand<FileFacts | undefined> {
    const facts = (yield* SQL.findFile.get(consentId))?.facts;
    return facts === undefined ? undefined : (JSON.parse(facts) as FileFacts);
  }

  *isFileStored(sha256: string): DbCommand<boolean> {
    return (yield* SQL.findContent.get({ sha256 })) !== undefined;
  }

  *reject(
    consentId: string,
    from: ConsentStatus,
    rejection: Rejection,
    act: Act,
  ): DbCommand<boolean> {
    const consent = yield* this.at(consentId, act.at);
    const after = consent && rejected(consent, from, rejection, act.at);
    if (consent === undefined || after === undefined) return false;
    yield* this.move(consent, after);
    // The audit entry leaves out the reason text, which may contain an account number.
    const entry = { action: 'consentRejected', subject: consentId, detail: { from } } as const;
    yield* this.#parts.auditLog.append(act, entry);
    return true;
  }

  *migrate(migration: ConsentMigration, key: IdempotencyKey, act: Act): DbCommand<MigrateResult> {
    return yield* this.#parts.keys.once<Consent, MigrateResult>(
      key,
      act.at,
      (id) => this.#current(id),
      () => this.#migrate(migration, act),
    );
  }

  *#migrate({ consent: read, form }: ConsentMigration, act: Act): DbCommand<MigrateResult> {
    const { id, apiVersion: from } = read;
    const consent = expectDefined(yield* this.at(id, act.at), `consent ${id}`);
    if (consent.status !== 'Authorised') return { outcome: 'wrongStatus', status: consent.status };
    if (consent.apiVersion !== from) return { outcome: 'changed' };
    const { apiVersion, sentData, risk } = form;
    yield* SQL.migrate.write(apiVersion, sentData, risk, id);
    const detail = { from, to: apiVersion };
    yield* this.#parts.auditLog.append(act, { action: 'consentMigrated', subject: id, detail });
    return { outcome: 'created', value: { ...consent, ...form } };
  }

  *revoke(consent: Consent, act: Act): DbCommand<boolean> {
    yield* LOCK.acquire([consent.id]);
    const after = revoked(expired(consent, act.at) ?? consent, act.at);
    if (after === undefined || !(yield* this.#write(consent, after))) return false;
    yield* this.#parts.auditLog.append(act, { action: 'consentRevoked', subject: consent.id });
    return true;
  }

  readonly withdraw = (consentId: string, act: Act) => this.#end(consentId, withdrawn, act);

  *restrict(consentId: string, change: RestrictionChange, act: Act): DbCommand<boolean> {
    const consent = yield* this.at(consentId, act.at);
    if (consent?.status !== 'Authorised') return false;
    const after = { ...restricted(consent, change), statusUpdatedAt: act.at };
    if (after.restrictions === consent.restrictions) return true;
    yield* SQL.restrict.write(after.restrictions, consentId);
    yield* this.#parts.events.ofConsent(after);
    const detail = { isPaused: change.isPaused ?? null };
    const entry = { action: 'consentRestricted', subject: consentId, detail } as const;
    yield* this.#parts.auditLog.append(act, entry);
    return true;
  }

  /**
   * Ends an Authorised consent whose account was transferred to another customer. Returns false if
   * the consent has any other status.
   */
  readonly endForTransfer = (consentId: string, act: Act) =>
    this.#end(consentId, endedByTransfer, act);

  *#end(consentId: string, move: typeof withdrawn, act: Act): DbCommand<boolean> {
    const consent = yield* this.at(consentId, act.at);
    const after = consent && move(consent, act.at);
    if (consent === undefined || after === undefined) return false;
    const { authorisation, auditLog } = this.#parts;
    yield* this.move(consent, after);
    yield* authorisation.removeOfConsent(consentId);
    const action = after.status === 'Revoked' ? 'consentRevoked' : 'consentRejected';
    yield* auditLog.append(act, { action, subject: consentId });
    return true;
  }

  *authorise(
    consentId: string,
    approved: ConsentApproval,
    issued: IssuedAccess,
    act: Act,
  ): DbCommand<boolean> {
    const { bank, tokens, decisions, auditLog } = this.#parts;
    const consent = yield* this.at(consentId, act.at);
    const after = consent && authorised(consent, approved, act.at);
    if (consent === undefined || after === undefined) return false;
    const { userId, factor, dynamicLinkingHash, payeeCheck = null } = approved;
    const { customerId } = expectDefined(yield* bank.findUser(userId), `user ${userId}`);
    if (!(yield* this.#debitsOnlyOf(customerId, after))) return false;
    const grantId = 'grantId' in issued ? issued.grantId : null;
    const approval = { ...after, customerId, from: consent.status, userId, grantId };
    const changed = yield* SQL.authorise.run(approval);
    assert(changed === 1, `consent ${consentId} is authorised`);
    yield* this.#parts.events.ofConsent(after);
    if ('token' in issued) yield* tokens.saveToken(issued.token);
    const shown = { factor, dynamicLinkingHash, payeeCheck };
    yield* decisions.add(consentId, { ...shown, userId, decision: 'approve' }, act);
    const detail = decisionDetail(shown);
    const entry = { action: 'consentAuthorised', subject: consentId } as const;
    yield* auditLog.append(act, Object.keys(detail).length === 0 ? entry : { ...entry, detail });
    return true;
  }

  /**
   * Locks the accounts that a consent debits. Returns true if all of them belong to the customer.
   */
  *#debitsOnlyOf(customerId: string, { id, debtorAccount }: Consent): DbCommand<boolean> {
    const { groups = [] } = (yield* this.findFile(id)) ?? {};
    const accounts = groups.flatMap(({ debtors }) => debtors.map(({ account }) => account));
    const numbers = [...new Set([debtorAccount, ...accounts])].filter((number) => number !== null);
    const funds = yield* this.#parts.ledger.fundsOf(numbers);
    return numbers.every((number) => funds.get(number)?.customerId === customerId);
  }

  /**
   * Locks a consent and returns its state at `now`. If the consent has lapsed by then, it is first
   * rejected and its tokens are deleted. If its validity has ended, it is returned with the status
   * Expired, which is never stored.
   */
  *at(consentId: string, now: Instant): DbCommand<Consent | undefined> {
    yield* LOCK.acquire([consentId]);
    const consent = yield* this.find(consentId);
    if (consent === undefined) return undefined;
    const after = lapsed(consent, now);
    if (after === undefined) return expired(consent, now) ?? consent;
    const { authorisation, auditLog } = this.#parts;
    const { status: from } = consent;
    yield* this.move(consent, after);
    yield* authorisation.removeOfConsent(consentId);
    const act = { at: now, by: serviceActor('consents') };
    yield* auditLog.append(act, { action: 'consentLapsed', subject: consentId, detail: { from } });
    return after;
  }

  *lapse(consentId: string, now: Instant): DbCommand<void> {
    yield* this.at(consentId, now);
  }

  *lapseAll(now: Instant, limit: number): DbCommand<number> {
    const ids = yield* SQL.findToLapse.all(now, limit);
    for (const id of ids) yield* this.at(id, now);
    return ids.length;
  }

  /** Stores a status change that this transaction has decided. */
  *move(consent: Consent, after: Consent | undefined): DbCommand<void> {
    const isMoved = after !== undefined && (yield* this.#write(consent, after));
    assert(isMoved, `consent ${consent.id} moves from ${consent.status}`);
  }

  /**
   * Stores a status change. If the status has changed in the meantime, returns false and writes
   * nothing.
   */
  *#write({ id, status: from }: Consent, after: Consent): DbCommand<boolean> {
    const { status, statusUpdatedAt, refusedBy, refusal } = after;
    const args = [status, statusUpdatedAt, refusedBy, refusal, id, from];
    if ((yield* SQL.move.run(...args)) !== 1) return false;
    yield* this.#parts.events.ofConsent(after);
    return true;
  }

  *#current(id: string): DbCommand<Consent> {
    return expectDefined(yield* this.find(id), `consent ${id}`);
  }
}
