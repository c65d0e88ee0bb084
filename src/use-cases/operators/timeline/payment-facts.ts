import { formatPounds } from '../../../domain/messages/format.ts';
import { plainText, type RichText } from '../../../domain/messages/rich-text.ts';
import { formatStatus } from '../../../domain/messages/status-text.ts';
import type { ConsentStatus } from '../../../domain/lifecycle/lifecycle.ts';
import type {
  CodeMeaning,
  FactLine,
  PaymentFacts,
} from '../../../domain/records/payment-timeline.ts';
import type { CreditOutcome } from '../../../domain/records/payment.ts';
import type { ScreeningCase } from '../../../domain/records/screening.ts';
import type { ReviewLine } from '../../../families/common/review.ts';
import { familyNamed } from '../../../families/index.ts';
import { linesOfPayment } from '../../customers/payments.ts';
import { summaryOf } from '../../customers/payment-summary.ts';
import { creditStatusOf } from '../../files/file-statuses.ts';
import { plannedState, unplannedState, type State } from '../../payments/credit-states.ts';
import type { TimelineParts, TimelineSubject } from './timeline-subject.ts';

/** The open cases and the outcome of the credit, which change the status. */
interface Progress {
  readonly held: readonly ScreeningCase[];
  /** Null if the credit has no outcome of its own. */
  readonly outcome: CreditOutcome | null;
}

/** Returns the facts of a payment, or of a consent without a payment. */
export async function factsOf(
  parts: TimelineParts,
  subject: TimelineSubject,
  { held, outcome }: Progress,
): Promise<PaymentFacts> {
  const { consent, payment, credit } = subject;
  const { clientId, family } = consent;
  const known = await parts.store.findSoftwareOf(clientId);
  const state = creditState(subject, outcome);
  const debtor = credit?.payment.debtor ?? payment?.debtorAccount ?? consent.debtorAccount;
  return {
    consentId: consent.id,
    paymentId: payment?.id ?? null,
    row: credit === null ? null : credit.payment.index + 1,
    family,
    ...describe(parts, subject),
    status: held.length > 0 ? HELD : statusOf(subject, state),
    reportedStatus: reportedStatus(subject, state),
    createdAt: payment?.createdAt ?? consent.createdAt,
    debtorAccount: debtor,
    customerId: payment?.customerId ?? consent.customerId,
    tpp: {
      clientId,
      name: known?.software.name ?? null,
      organisation: known?.organisation.name ?? null,
      organisationId: known?.organisation.id ?? null,
    },
  };
}

/** Status of a payment that the screening holds. The code is the group status. */
export const HELD: CodeMeaning = { code: 'PDNG', meaning: 'Held by the screening' };

function creditState(
  { payment, credit }: TimelineSubject,
  outcome: CreditOutcome | null,
): State | null {
  if (payment === null || credit === null) return null;
  if (credit.batch === null) return unplannedState(payment);
  return plannedState(payment, credit.batch, outcome ?? undefined);
}

/** Returns the status as the TPP reads it. */
function reportedStatus({ consent, payment }: TimelineSubject, state: State | null): string {
  if (state !== null) return state.status;
  return payment === null ? consent.status : familyNamed(payment.family).statusOf(payment).status;
}

/** Statuses of a payment that was not submitted, for operators. */
export const CONSENT_STATUSES: Readonly<Record<ConsentStatus, string>> = {
  AwaitingUpload: 'The TPP has not uploaded the file yet',
  AwaitingAuthorisation: 'The customer has not approved it yet',
  Authorised: 'Approved by the customer',
  Consumed: 'Used for its payment',
  Rejected: 'Rejected',
  Revoked: 'Ended',
  Expired: 'Expired',
};

function statusOf({ consent, payment }: TimelineSubject, state: State | null): CodeMeaning {
  if (state !== null) return { code: state.detail, meaning: creditStatusOf(state).text };
  if (payment === null) return { code: consent.status, meaning: CONSENT_STATUSES[consent.status] };
  return { code: payment.reason ?? payment.groupStatus, meaning: formatStatus(payment) };
}

/** Returns the summary and the lines of a payment or a consent. */
function describe(
  parts: TimelineParts,
  { consent, payment, file, order, credit }: TimelineSubject,
): Pick<PaymentFacts, 'summary' | 'lines'> {
  if (credit !== null) {
    const { amountPence, creditorName } = credit.payment;
    const summary = `${formatPounds(amountPence)} to ${creditorName}`;
    return { summary, lines: linesOfPayment(credit.payment, credit.payment).map(lineOf) };
  }
  if (payment !== null && order !== null) {
    const { summary } = summaryOf(parts, payment, undefined);
    return { summary: plainText(summary), lines: linesOfPayment(order.parties, order).map(lineOf) };
  }
  if (file === null && parts.paymentSource.ofConsent(consent).kind === 'file') {
    return { summary: 'A payment file that is not uploaded', lines: [] };
  }
  const { holidays, settings: limits } = parts;
  const { createdAt: now } = consent;
  const context = { now, agreedAt: now, holidays, limits, file };
  const review = familyNamed(consent.family).review(consent.data, context);
  return { summary: plainText(review.headline), lines: review.lines.map(lineOf) };
}

function lineOf({ label, value }: ReviewLine): FactLine {
  const values: readonly RichText[] = isList(value) ? value : [value];
  return { label, values: values.map(plainText) };
}

function isList(value: ReviewLine['value']): value is readonly RichText[] {
  return Array.isArray(value);
}
