import type { IdempotencyKey, NewPayment, SubmitResult } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Consent, PaymentApproval } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Refusal } from '../../shared/errors.ts';
import { asksForSingle } from '../consents/approval-rules.ts';
import { approvalNeeded } from './mandates.ts';
import { contractRefusal, withContract } from './exchange-contracts.ts';
import type { EngineParts } from '../dependencies.ts';
import { planRelease, storeRelease } from './plan-release.ts';

/** A requested payment, before its execution is planned. */
type PaymentRequest = Omit<NewPayment, 'batches' | 'booking' | 'awaiting'>;

/**
 * A payment that needs more approvals than it can get, and why. `tooLate`: the time for approvals
 * is over. `notSingle`: the TPP requested the AuthorisationType Single. `recurring`: the consent is
 * for several payments, and the account’s mandate became stricter after its approval (rules, 5.16
 * and 5.19).
 */
export interface MissingApprovals {
  readonly outcome: 'tooLate' | 'notSingle' | 'recurring';
  readonly needed: Pick<PaymentApproval, 'required' | 'approveBy'>;
}

/**
 * Submits a payment that its consent and its limits allow. A payment that needs further approvals
 * is stored without batches (docs/decisions, 93). A payment that is due at once is booked in the
 * transaction of its submission. If that fails, it is stored all the same and booked as due work
 * (docs/decisions, 90). Refuses a payment whose agreed rate is in no contract of the bank.
 */
export async function planPayment(
  parts: EngineParts,
  request: PaymentRequest,
  { data, debtorAccount, customerId }: Pick<Consent, 'data' | 'debtorAccount' | 'customerId'>,
  key: IdempotencyKey,
  act: Act,
): Promise<SubmitResult | MissingApprovals | Refusal> {
  const { store } = parts;
  const { clientId, consentId } = request;
  const parties = {
    ...{ clientId, consentId },
    customerId: expectDefined(customerId, `the customer of consent ${consentId}`),
  };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofPayment(request),
    parties,
    act.at,
  );
  const refused = contractRefusal(paymentInstruction);
  if (refused !== undefined) return refused;
  const file =
    paymentInstruction.kind === 'file'
      ? expectDefined(await store.findFile(request.consentId), 'the file of the consent')
      : undefined;
  const toPay = { paymentInstruction, file, account: debtorAccount };
  const needed = await approvalNeeded(parts, { data, customerId }, toPay, act.at);
  if (needed !== null) {
    if (!request.consumesConsent) return { outcome: 'recurring', needed };
    if (asksForSingle({ data })) return { outcome: 'notSingle', needed };
    if (needed.approveBy <= act.at) return { outcome: 'tooLate', needed };
    const waiting = { ...request, awaiting: needed, batches: [], booking: null };
    return store.submitPayment(waiting, key, act);
  }
  const subject = { id: request.id, debtorAccount };
  return storeRelease(
    parts,
    request,
    planRelease(parts, subject, { paymentInstruction, file }, act.at),
    (release) => store.submitPayment({ ...request, awaiting: null, ...release }, key, act),
    (submitted) => (submitted.outcome === 'booked' ? submitted.finished : undefined),
  );
}
