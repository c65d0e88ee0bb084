import type { IdempotencyKey, NewPayment, Submitted } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Consent, PaymentApproval } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Refusal } from '../../shared/errors.ts';
import { asksForSingle } from '../consents/approval-rules.ts';
import { approvalNeeded } from './mandates.ts';
import { contractRefusal, withContract } from './exchange-contracts.ts';
import type { EngineParts } from '../dependencies.ts';
import { planRelease, withReleased } from './plan-release.ts';

/** A payment as it was asked for: nobody has planned it yet. */
type PaymentRequest = Omit<NewPayment, 'batches' | 'booking' | 'awaiting'>;

/**
 * More have to approve a payment, and: `tooLate`, the time for that is over; `notSingle`, the TPP
 * asked for an approval that one person gives alone; `recurring`, the consent is for many payments,
 * and the account's mandate became stricter after one person approved it (rules, 5.16 and 5.19).
 */
export interface NeedsMore {
  readonly outcome: 'tooLate' | 'notSingle' | 'recurring';
  readonly needed: Pick<PaymentApproval, 'required' | 'approveBy'>;
}

/**
 * Takes a payment whose consent and limits allow it. Where others have to approve it, it waits, and
 * nothing is planned (docs/decisions, 93). What is due at once is booked by the very transaction
 * that takes it; whatever keeps it from that, it is taken, and booked as work that is due
 * (docs/decisions, 90). Refused where its agreed rate is in no contract of the bank.
 */
export async function planPayment(
  parts: EngineParts,
  asked: PaymentRequest,
  { data, debtorAccount, customerId }: Pick<Consent, 'data' | 'debtorAccount' | 'customerId'>,
  key: IdempotencyKey,
  act: Act,
): Promise<Submitted | NeedsMore | Refusal> {
  const { store } = parts;
  const { clientId, consentId } = asked;
  const parties = {
    ...{ clientId, consentId },
    customerId: expectDefined(customerId, `the customer of consent ${consentId}`),
  };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofPayment(asked),
    parties,
    act.at,
  );
  const refused = contractRefusal(paymentInstruction);
  if (refused !== undefined) return refused;
  const file =
    paymentInstruction.kind === 'file'
      ? expectDefined(await store.findFile(asked.consentId), 'the file of the consent')
      : undefined;
  const toPay = { paymentInstruction, file, account: debtorAccount };
  const needed = await approvalNeeded(parts, { data, customerId }, toPay, act.at);
  if (needed !== null) {
    if (!asked.consumesConsent) return { outcome: 'recurring', needed };
    if (asksForSingle({ data })) return { outcome: 'notSingle', needed };
    if (needed.approveBy <= act.at) return { outcome: 'tooLate', needed };
    const waiting = { ...asked, awaiting: needed, batches: [], booking: null };
    return store.submitPayment(waiting, key, act);
  }
  const subject = { id: asked.id, debtorAccount };
  return withReleased(
    parts,
    asked,
    planRelease(parts, subject, { paymentInstruction, file }, act.at),
    (release) => store.submitPayment({ ...asked, awaiting: null, ...release }, key, act),
    (submitted) => (submitted.outcome === 'booked' ? submitted.finished : undefined),
  );
}
