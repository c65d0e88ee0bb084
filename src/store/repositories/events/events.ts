import type { EventAnswers } from '../../../domain/ports/event-store.ts';
import {
  ACKNOWLEDGED_RETENTION_MS,
  EVENT_RETENTION_MS,
  retryAfterError,
  type EventCounts,
  type EventError,
} from '../../../domain/records/event-notifications.ts';
import type { AccountNumber, AccountState } from '../../../domain/parties/accounts.ts';
import type { Consent } from '../../../domain/records/records.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { newId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import { rowLock, type DbCommand } from '../engine.ts';
import { SQL } from './event-statements.ts';

const LOCK = rowLock('event', 'id');

/**
 * The outbox of events. The repositories of consents and payments call it with every change of a
 * status, in the transaction of that change. One statement looks up the TPP's subscription and
 * writes the event. Without a subscription to its type, it writes nothing.
 */
export class Events {
  /**
   * Writes the events about a new status of a consent. A consent that its TPP has revoked is not
   * readable any more, so no event is written about it.
   */
  *ofConsent(consent: Consent): DbCommand<void> {
    const { status, refusedBy, statusUpdatedAt: at } = consent;
    if (status === 'Revoked' && refusedBy === null) return;
    const { id: resourceId, clientId, family } = consent;
    const update = { id: newId('ev', at), resourceId, clientId, family, at };
    yield* SQL.consentUpdate.write(update);
    if (status !== 'Revoked' || refusedBy !== 'customer') return;
    const type = 'consent-authorization-revoked';
    const event = { ...update, id: newId('ev', at), type, txn: update.id, reason: null } as const;
    yield* SQL.consentEvent.write(event);
  }

  /** Writes the events about VRP consents whose debtor account was blocked or closed. */
  *ofAccount(
    number: AccountNumber,
    state: Exclude<AccountState, 'open'>,
    customerId: string,
    at: Instant,
  ): DbCommand<void> {
    const type = 'domestic-vrp-consent-linked-account-update';
    const txn = newId('ev', at);
    for (const { id: resourceId, ...owned } of yield* SQL.vrpConsents.all(customerId, number)) {
      const event = { ...owned, id: newId('ev', at), resourceId, at, type, txn } as const;
      yield* SQL.consentEvent.write({ ...event, reason: `account-${state}` });
    }
  }

  /** Writes the event about a new status of a payment, or of its approvals. */
  readonly ofPayment = (resourceId: string, at: Instant) =>
    SQL.paymentUpdate.write({ id: newId('ev', at), resourceId, at });

  /**
   * Writes the event about a standing order if the given batch is the first that was paid. The
   * order is completed from then on, although its group status stays the same.
   */
  readonly ofFirstPaid = (resourceId: string, batch: number, at: Instant) =>
    SQL.firstPaid.write({ id: newId('ev', at), resourceId, batch, at });

  readonly open = (clientId: string, now: Instant, limit: number) =>
    SQL.open.all(clientId, now, now, limit);

  *answer(clientId: string, { acknowledged, errors }: EventAnswers, now: Instant): DbCommand<void> {
    const subscriptionId = yield* SQL.subscriptionOf.get(clientId);
    if (subscriptionId === undefined) return;
    // Locks the rows in one order, so that two requests about the same events do not deadlock.
    yield* LOCK.acquire([...acknowledged, ...errors.map(({ id }) => id)]);
    if (acknowledged.length > 0) {
      const ended = { subscriptionId, ids: JSON.stringify(acknowledged) };
      yield* SQL.acknowledge.write({ ...ended, now, kept: ACKNOWLEDGED_RETENTION_MS });
    }
    const done = new Set(acknowledged);
    const failed = errors.filter(({ id }) => !done.has(id));
    if (failed.length > 0) yield* this.#fail(subscriptionId, failed, now);
  }

  *#fail(subscriptionId: string, errors: readonly EventError[], now: Instant): DbCommand<void> {
    const ids = errors.map(({ id }) => id);
    const rows = yield* SQL.countErrors.all(subscriptionId, JSON.stringify(ids));
    const counts = new Map(rows.map((row) => [row.id, row.errors]));
    for (const { id, code, description } of errors) {
      const earlier = counts.get(id);
      if (earlier === undefined) continue;
      const retryAt = retryAfterError(earlier, now);
      const state = retryAt === null ? 'setAside' : 'open';
      yield* SQL.fail.write({ id, state, retryAt: retryAt ?? 0, code, description });
    }
  }

  readonly listSetAside = (limit: number) => SQL.listSetAside.all(limit);

  *replay(id: string, now: Instant): DbCommand<boolean> {
    return (yield* SQL.replay.run(now + EVENT_RETENTION_MS, id)) === 1;
  }

  *count(): DbCommand<EventCounts> {
    return expectDefined(yield* SQL.count.get(), 'counts');
  }

  readonly clear = (now: Instant, limit: number) => SQL.clear.run(now, limit);
}
