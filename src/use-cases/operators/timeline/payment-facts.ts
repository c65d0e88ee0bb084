import { formatPounds } from '../../../domain/messages/format.ts';
import { plainText } from '../../../domain/messages/rich-text.ts';
import {
  CONSENT_STATUSES,
  formatOperatorStatus,
  heldStatus,
  PARKED,
} from '../../../domain/messages/operator-text.ts';
import type { CodeMeaning, PaymentFacts } from '../../../domain/records/payment-timeline.ts';
import type { CreditOutcome } from '../../../domain/records/payment.ts';
import type { ScreeningCase } from '../../../domain/records/screening.ts';
import { familyNamed } from '../../../families/index.ts';
import { summaryOf } from '../../customers/payment-summary.ts';
import { fileReference } from '../../files/file-metadata.ts';
import { plannedState, unplannedState, type State } from '../../payments/credit-states.ts';
import { rowStatusOf } from '../operator-statuses.ts';
import { fileLines, paymentLines, permissionLines } from './fact-lines.ts';
import type { TimelineParts, TimelineSubject } from './timeline-subject.ts';

/** The open cases and the outcome of the credit, which change the status. */
interface Progress {
  readonly held: readonly ScreeningCase[];
  /** True if a step waits for an operator. */
  readonly isParked: boolean;
  /** Null if the credit has no outcome of its own. */
  readonly outcome: CreditOutcome | null;
}

/** Returns the facts of a payment, or of a consent without a payment. */
export async function factsOf(
  parts: TimelineParts,
  subject: TimelineSubject,
  { held, isParked, outcome }: Progress,
): Promise<PaymentFacts> {
  const { consent, payment, file, credit } = subject;
  const { clientId, family } = consent;
  const known = await parts.store.findSoftwareOf(clientId);
  const state = creditState(subject, outcome);
  const debtor = credit?.payment.debtor ?? payment?.debtorAccount ?? consent.debtorAccount;
  return {
    consentId: consent.id,
    paymentId: payment?.id ?? null,
    row: credit === null ? null : credit.payment.index + 1,
    rows: file?.payments ?? null,
    family,
    ...describe(parts, subject),
    status: held[0] === undefined ? statusOf(subject, state, isParked) : heldStatus(held[0]),
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

function statusOf(
  { consent, payment }: TimelineSubject,
  state: State | null,
  isParked: boolean,
): CodeMeaning {
  if (state !== null) return { code: state.detail, meaning: rowStatusOf(state, isParked).text };
  if (payment === null) return { code: consent.status, meaning: CONSENT_STATUSES[consent.status] };
  if (isParked) return { code: payment.groupStatus, meaning: PARKED };
  return { code: payment.reason ?? payment.groupStatus, meaning: formatOperatorStatus(payment) };
}

/** Returns the summary and the lines of a payment or a consent. */
function describe(
  parts: TimelineParts,
  { consent, payment, file, order, credit }: TimelineSubject,
): Pick<PaymentFacts, 'summary' | 'lines'> {
  if (credit !== null) {
    const { amountPence, creditorName, instrument } = credit.payment;
    const summary = `${formatPounds(amountPence)} to ${creditorName}`;
    return { summary, lines: paymentLines(credit.payment, instrument) };
  }
  if (payment !== null && order !== null) {
    const { summary } = summaryOf(parts, payment, undefined);
    return { summary: plainText(summary), lines: paymentLines(order.parties, order.instrument) };
  }
  if (file === null && parts.paymentSource.ofConsent(consent).kind === 'file') {
    return { summary: 'A payment file that is not uploaded', lines: [] };
  }
  const { holidays, settings: limits } = parts;
  const { createdAt: now } = consent;
  const context = { now, agreedAt: now, holidays, limits, file };
  const { headline, lines } = familyNamed(consent.family).review(consent.data, context);
  const summary = plainText(headline);
  if (order !== null) return { summary, lines: paymentLines(order.parties, order.instrument) };
  if (file !== null) return { summary, lines: fileLines(file, fileReference(consent) ?? '') };
  return { summary, lines: permissionLines(lines, consent.expiresAt) };
}
