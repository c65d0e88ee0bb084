import { firstStatus } from '../../../domain/execution/outcome.ts';
import { consumed, takesPayments } from '../../../domain/lifecycle/consent-moves.ts';
import { waitingFor } from '../../../domain/lifecycle/payment-approvals.ts';
import type { NewBatch } from '../../../domain/ports/booking.ts';
import type {
  CreateResult,
  IdempotencyKey,
  NewPayment,
  SubmitResult,
} from '../../../domain/ports/store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import { isReadableWith } from '../../../domain/records/api-version.ts';
import type { Consent, Payment } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Consents } from './consents.ts';
import type { Execution } from './execution.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { Payments } from './payments.ts';

interface Parts {
  readonly keys: IdempotencyKeys;
  readonly consents: Consents;
  readonly payments: Payments;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** Submits payments under an authorised consent. */
export class Submission {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *submit(payment: NewPayment, key: IdempotencyKey, act: Act): DbCommand<SubmitResult> {
    return yield* this.#parts.keys.once<Payment, Exclude<SubmitResult, CreateResult<Payment>>>(
      key,
      act.at,
      (id) => this.#current(id),
      () => this.#take(payment, act),
    );
  }

  *#take(payment: NewPayment, act: Act): DbCommand<SubmitResult> {
    const { consents, payments, auditLog } = this.#parts;
    const { id, family, consentId } = payment;
    const now = act.at;
    const consent = expectDefined(yield* consents.at(consentId, now), 'consent');
    const { status } = consent;
    if (!takesPayments(consent)) return { outcome: 'wrongStatus', status };
    const isRestricted = consent.restrictions !== payment.restrictions;
    const isMigrated = !isReadableWith(consent.apiVersion, payment.apiVersion);
    if (isRestricted || isMigrated) return { outcome: 'changed' };
    const limits = yield* payments.exceeded(consentId, payment.spending);
    if (limits.length > 0) return { outcome: 'overLimits', limits };
    if (payment.consumesConsent) yield* consents.move(consent, consumed(consent, now));
    const detail = { family, consentId };
    yield* auditLog.append(act, { action: 'paymentSubmitted', subject: id, detail });
    return yield* this.#begin(payment, consent, now);
  }

  *#begin(payment: NewPayment, consent: Consent, now: Instant): DbCommand<SubmitResult> {
    const { payments, execution } = this.#parts;
    const { batches, booking, consumesConsent } = payment;
    const value = newPayment(payment, consent, now);
    if (!consumesConsent) yield* payments.spend(value, payment.spending.pence, batches);
    if (booking === null) {
      yield* payments.add(value, consumesConsent);
      for (const [number, batch] of batches.entries()) {
        yield* payments.schedule(value.id, number, batch, now);
      }
      return { outcome: 'created', value };
    }
    const first = { consumesConsent, first: onlyOne(batches), booking };
    const { finished } = yield* execution.bookFirst(value, first, now);
    return { outcome: 'booked', value, finished };
  }

  *#current(id: string): DbCommand<Payment> {
    return expectDefined(yield* this.#parts.payments.find(id), id);
  }
}

/** Returns the payment that a submission creates. */
function newPayment(
  { id, family, consentId, clientId, batches, awaiting, ...request }: NewPayment,
  { debtorAccount, customerId }: Consent,
  now: Instant,
): Payment {
  const { groupStatus, reason } = firstStatus(batches, now);
  const approval = awaiting === null ? null : waitingFor(awaiting, now);
  return {
    id,
    family,
    consentId,
    clientId,
    createdAt: now,
    statusUpdatedAt: now,
    apiVersion: request.apiVersion,
    data: request.data,
    sentData: request.sentData,
    risk: request.risk,
    debtorAccount,
    customerId: expectDefined(customerId, 'the customer of an authorised consent'),
    groupStatus,
    reason,
    version: 1,
    firstPaidAt: null,
    sentAt: null,
    approval,
    releasedAt: approval === null ? now : null,
    cancelledAt: null,
  };
}

function onlyOne(batches: readonly NewBatch[]): NewBatch {
  assert(batches.length === 1, 'a payment that is booked at once is a single one');
  return expectDefined(batches[0], 'its batch');
}
