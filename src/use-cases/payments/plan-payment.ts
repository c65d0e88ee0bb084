import type { NewPayment } from '../../domain/ports/store.ts';
import type { Consent, PaymentApproval } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Refusal } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import { asksForSingle } from '../consents/approval-rules.ts';
import { approvalNeeded } from './mandates.ts';
import { contractRefusal, withContract } from './exchange-contracts.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { planRelease } from './plan-release.ts';

/** A payment to submit, before its execution is planned. */
type PaymentRequest = Omit<NewPayment, 'batches' | 'booking' | 'awaiting'>;

/**
 * A payment that cannot get all the approvals that it needs, with the reason. `tooLate` means that
 * the approval period is over. `notSingle` means that the TPP requested the AuthorisationType
 * Single. `recurring` means that the consent is for several payments, and that the account's
 * mandate became stricter after the consent was approved (rules, 5.16 and 5.19).
 */
export interface MissingApprovals {
  readonly outcome: 'tooLate' | 'notSingle' | 'recurring';
  readonly needed: Pick<PaymentApproval, 'required' | 'approveBy'>;
}

/**
 * Plans a payment that its consent and limits allow. If the payment needs further approvals, it has
 * no batches yet (docs/decisions, 93). If it is due at once, it is booked in the transaction of its
 * submission (docs/decisions, 90). Refuses a payment whose agreed rate is in no contract of the
 * bank.
 */
export async function planPayment(
  parts: UseCaseParts,
  request: PaymentRequest,
  { data, debtorAccount, customerId }: Pick<Consent, 'data' | 'debtorAccount' | 'customerId'>,
  now: Instant,
): Promise<NewPayment | MissingApprovals | Refusal> {
  const { store } = parts;
  const { clientId, consentId } = request;
  const parties = {
    clientId,
    consentId,
    customerId: expectDefined(customerId, `the customer of consent ${consentId}`),
  };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofPayment(request),
    parties,
    now,
  );
  const refused = contractRefusal(paymentInstruction);
  if (refused !== undefined) return refused;
  const file =
    paymentInstruction.kind === 'file'
      ? expectDefined(await store.findFile(request.consentId), 'the file of the consent')
      : undefined;
  const toPay = { paymentInstruction, file, account: debtorAccount };
  const needed = await approvalNeeded(parts, { data, customerId }, toPay, now);
  if (needed !== null) {
    if (!request.consumesConsent) return { outcome: 'recurring', needed };
    if (asksForSingle({ data })) return { outcome: 'notSingle', needed };
    if (needed.approveBy <= now) return { outcome: 'tooLate', needed };
    return { ...request, awaiting: needed, batches: [], booking: null };
  }
  const subject = { id: request.id, debtorAccount };
  const release = planRelease(parts, subject, { paymentInstruction, file }, now);
  return { ...request, awaiting: null, ...release };
}
