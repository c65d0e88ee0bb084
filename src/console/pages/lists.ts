import { overdueDates } from '../../domain/calendar/settlement-entries.ts';
import type { SchemeQueue } from '../../domain/ports/hub-admin-store.ts';
import { formatScheme } from '../../domain/messages/format.ts';
import { formatPaymentType } from '../../domain/messages/operator-text.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import type { StoredAuditEntry } from '../../domain/records/audit.ts';
import type { MatchedPayment } from '../../domain/records/operator-search.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import type { Difference } from '../../domain/schemes/reconciliation.ts';
import { formatAmount } from '../../shared/money.ts';
import { formatInstant, type Instant } from '../../shared/time.ts';
import type { OperatorRequest } from '../console-context.ts';
import { csvDownload, type Columns, type Download } from '../csv.tsx';

/*
 * The lists of the console as CSV. Times are in UTC, and amounts have a point and no currency.
 */

/** Maximum number of rows of a download, and of records of each kind in it. */
export const MAX_CSV_ROWS = 5000;

export const AUDIT_COLUMNS: Columns<StoredAuditEntry> = {
  Entry: ({ sequence }) => sequence,
  Time: ({ at }) => formatInstant(at),
  'Actor kind': ({ by }) => by.kind,
  Actor: ({ by }) => by.id,
  Address: ({ by }) => by.address,
  'Interaction id': ({ by }) => by.interactionId,
  Certificate: ({ by }) => by.certificate,
  Action: ({ action }) => action,
  Subject: ({ subject }) => subject,
  Detail: ({ detail }) => detail,
};

export const PAYMENT_COLUMNS: Columns<MatchedPayment> = {
  Created: ({ at }) => formatInstant(at),
  'Payment type': ({ paymentTypeText }) => paymentTypeText,
  Consent: ({ consentId }) => consentId,
  Payment: ({ paymentId }) => paymentId,
  Row: ({ row }) => row,
  Payments: ({ payments }) => payments,
  Payee: ({ creditorName }) => creditorName,
  'Payee’s account': ({ creditorAccount }) => creditorAccount,
  Amount: ({ amount }) => amount && amountOf(amount.minor, amount.currency),
  Currency: ({ amount }) => amount?.currency ?? null,
  'End-to-end id': ({ endToEndIdentification }) => endToEndIdentification,
  'Instruction id': ({ instructionIdentification }) => instructionIdentification,
  Reference: ({ reference }) => reference,
  Scheme: ({ instrument }) => instrument && formatScheme(instrument),
  'From account': ({ debtorAccount }) => debtorAccount,
  Client: ({ clientId }) => clientId,
  Status: ({ status }) => status,
};

const WORK_COLUMNS: Columns<FailingWork> = {
  Step: ({ id }) => id,
  Kind: ({ step }) => step,
  Payment: ({ paymentId }) => paymentId,
  'Payment type': ({ family }) => formatPaymentType(family),
  Scheme: ({ instrument }) => formatScheme(instrument),
  Payments: ({ payments }) => payments,
  Amount: ({ totalPence }) => formatAmount(totalPence),
  Due: ({ dueAt }) => formatInstant(dueAt),
  Failures: ({ attempts }) => attempts,
  State: ({ tryAt }) => (tryAt === null ? 'parked' : 'retried by the service'),
  'Next attempt': ({ tryAt }) => timeOf(tryAt),
  Problem: ({ problem }) => problem,
};

const SCHEME_COLUMNS: Columns<SchemeQueue> = {
  Scheme: ({ instrument }) => instrument,
  'Stopped since': ({ stop }) => timeOf(stop?.stoppedAt ?? null),
  'Stopped by': ({ stop }) => stop?.stoppedBy ?? null,
  'Reason of the stop': ({ stop }) => stop?.reason ?? null,
  'Waiting messages': ({ waiting }) => waiting.messages,
  'Oldest waiting': ({ waiting }) => timeOf(waiting.oldestAt),
  'Waiting until the scheme opens': ({ scheduled }) => scheduled.messages,
  'Refused by the hub': ({ refused }) => refused,
  'Messages not completely answered': ({ unanswered }) => unanswered.messages,
  'Credits not answered': ({ unanswered }) => unanswered.credits,
  'Oldest not answered': ({ unanswered }) => timeOf(unanswered.oldestAt),
  'Pending credits': ({ pending }) => pending.credits,
};

const DIFFERENCE_COLUMNS: Columns<Difference> = {
  Difference: ({ name }) => name,
  Kind: ({ kind }) => kind,
  Scheme: ({ instrument }) => instrument,
  Account: ({ account }) => account,
  Payment: ({ paymentId }) => paymentId,
  Since: ({ since }) => formatInstant(since),
  'Expected credits': ({ expected }) => expected.credits,
  'Expected amount': ({ expected, currency }) => amountOf(expected.minor, currency),
  'Reported credits': ({ reported }) => reported.credits,
  'Reported amount': ({ reported, currency }) => amountOf(reported.minor, currency),
  Currency: ({ currency }) => currency,
  Detail: ({ detail }) => detail,
};

/** Something that waits for another operator. */
interface Waiting {
  readonly kind: string;
  readonly id: number;
  readonly subject: string;
  readonly reason: string | null;
  readonly by: string | null;
  readonly at: Instant | null;
  readonly lapsesAt: Instant | null;
}

const DECISION_COLUMNS: Columns<Waiting> = {
  Kind: ({ kind }) => kind,
  Number: ({ id }) => id,
  Subject: ({ subject }) => subject,
  Reason: ({ reason }) => reason,
  'Proposed by': ({ by }) => by,
  Proposed: ({ at }) => timeOf(at),
  Lapses: ({ lapsesAt }) => timeOf(lapsesAt),
};

/** Returns the proposals that wait for another operator, and the held payments. */
async function waitingOf({ parts }: OperatorRequest): Promise<readonly Waiting[]> {
  const { store, clock } = parts;
  const actions = await store.listActions('open', clock(), MAX_CSV_ROWS);
  const cases = await store.listCases(MAX_CSV_ROWS);
  return [
    ...actions.map(({ id, action, subject, reason, proposedBy: by, proposedAt: at, lapsesAt }) => {
      return { kind: action, id, subject, reason, by, at, lapsesAt };
    }),
    ...cases.map(({ id, paymentId, proposed, endsAt }) => ({
      kind: `held payment${proposed === null ? '' : `: ${proposed.decision}`}`,
      id,
      subject: paymentId,
      reason: proposed?.reason ?? null,
      lapsesAt: endsAt,
      by: proposed?.by ?? null,
      at: proposed?.at ?? null,
    })),
  ];
}

/** The downloads of lists that are read completely, keyed by path. */
export const LIST_DOWNLOADS: Readonly<Record<string, Download>> = {
  '/work/csv': csvDownload('work', WORK_COLUMNS, ({ parts }) =>
    parts.store.listFailingWork(MAX_CSV_ROWS),
  ),
  '/decisions/csv': csvDownload('decisions', DECISION_COLUMNS, waitingOf),
  '/schemes/csv': csvDownload('schemes', SCHEME_COLUMNS, ({ parts }) =>
    parts.uses.hub ? parts.store.schemeQueues(parts.clock()) : Promise.resolve([]),
  ),
  '/schemes/differences/csv': csvDownload('differences', DIFFERENCE_COLUMNS, ({ parts }) =>
    parts.store.listDifferences(overdueDates(parts.clock(), parts.holidays), MAX_CSV_ROWS),
  ),
};

function timeOf(at: Instant | null): string | null {
  return at === null ? null : formatInstant(at);
}

function amountOf(minor: number, currency: string): string {
  return formatAmount(minor, fractionDigitsOf(currency));
}
