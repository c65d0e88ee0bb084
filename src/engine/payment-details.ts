import { PAGE_PARAMETER } from '../contract/operations.ts';
import { isCancelled } from '../domain/execution/cancellation.ts';
import type { Order } from '../domain/execution/order.ts';
import type { CompletedStatus } from '../domain/lifecycle/lifecycle.ts';
import type { Holidays } from '../domain/ports/bank.ts';
import type { Store } from '../domain/ports/store.ts';
import {
  type CreditOutcome,
  type FileFacts,
  PAYMENTS_PER_PAGE,
} from '../domain/records/payment.ts';
import type { Batch, Payment } from '../domain/records/records.ts';
import { SCHEMES, type Instrument } from '../domain/schemes/schemes.ts';
import type { PaymentStatus } from '../families/common/shared.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { formatInstant, type LocalDate } from '../kernel/time.ts';
import type { EngineParts } from './parts.ts';

interface Page {
  readonly number: number;
  /** How many pages there are. */
  readonly total: number;
  readonly statuses: readonly PaymentStatus[];
}

type Parts = Pick<EngineParts, 'store' | 'workers' | 'payables' | 'holidays'>;

/** What is known of each payment on the page that a query asks for, the first if for none. */
export async function describePayments(
  parts: Parts,
  payment: Payment,
  written: string | null,
): Promise<Page | Refusal> {
  const { store } = parts;
  const listed = await listOf(parts, payment);
  const total = Math.ceil(listed.payments / PAYMENTS_PER_PAGE);
  const number = readPage(written ?? '1', total);
  if (number instanceof Refusal) return number;
  const from = (number - 1) * PAYMENTS_PER_PAGE;
  const [described, outcomes] = await Promise.all([
    listed.page(from),
    store.outcomes(payment.id, from, from + PAYMENTS_PER_PAGE),
  ]);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.index, outcome]));
  const statuses = described.map((one) => describe(one, payment, outcomeOf.get(one.index)));
  return { number, total, statuses };
}

function readPage(written: string, total: number): number | Refusal {
  const number = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : 0;
  if (number >= 1 && number <= total) return number;
  const message = `Expected a page from 1 to ${String(total)}.`;
  return refuse(400, 'fieldInvalid', message, { path: PAGE_PARAMETER });
}

/** One payment on a page. */
interface Described {
  readonly index: number;
  readonly instrument: Instrument;
  /** Null as long as nothing is planned: others have to approve it, or did not. */
  readonly batch: Batch | null;
  /** What people know it by. */
  readonly label: string;
  /** What goes for all payments of its submission; empty where nothing does. */
  readonly remark: string;
}

/** The payments that are told of. */
interface Listed {
  readonly payments: number;
  page(from: number): Promise<readonly Described[]>;
}

async function listOf(parts: Parts, payment: Payment): Promise<Listed> {
  const { store, payables } = parts;
  const payable = payables.ofPayment(payment);
  switch (payable.kind) {
    case 'file': {
      const file = await fileOf(store, payment);
      return {
        payments: file.payments,
        page: (from) => pageOfFile(parts, payment, file, from),
      };
    }
    case 'order': {
      const { order } = payable;
      const { instructionIdentification } = order.parties;
      if (payment.releasedAt === null) return firstOfOrder(order, parts.holidays);
      return {
        payments: await store.countBatches(payment.id),
        page: (from) => pageOfOrder(store, payment, instructionIdentification, from),
      };
    }
  }
}

async function fileOf(store: Store, { consentId }: Payment): Promise<FileFacts> {
  return present(await store.findFile(consentId), `the file of ${consentId}`);
}

async function pageOfFile(
  { store, workers }: Parts,
  payment: Payment,
  file: FileFacts,
  from: number,
): Promise<readonly Described[]> {
  const [batches, slice] = await Promise.all([
    store.batchesOf(payment.id),
    workers.slice(file, { cursor: from, limit: PAYMENTS_PER_PAGE, group: null }),
  ]);
  const { kind, reason } = file.classification;
  return slice.payments.map(({ index, instrument, date, instructionIdentification }) => {
    const batch = batches.find((one) => one.instrument === instrument && one.date === date);
    const isPlanned = payment.releasedAt !== null;
    return {
      index,
      instrument,
      batch: isPlanned ? present(batch, `batch of payment ${String(index)}`) : null,
      label: instructionIdentification,
      remark: ` ${kind}: ${reason}`,
    };
  });
}

/** The first payment of an order of which nothing is planned yet. */
function firstOfOrder(order: Order, holidays: Holidays): Listed {
  const { date } = present(order.nextPayment(null, holidays), 'the payment of an order');
  const label = labelOf(order.parties.instructionIdentification, date);
  const { instrument } = order;
  const page = [{ index: 0, instrument, batch: null, label, remark: '' }];
  return { payments: page.length, page: () => Promise.resolve(page) };
}

function labelOf(instruction: string, date: LocalDate | null): string {
  return [instruction, date === null ? '' : `payment of ${date}`]
    .filter((part) => part !== '')
    .join(', ');
}

/** The payments of an order that were made, and the one that waits, each a batch of its own. */
async function pageOfOrder(
  store: Store,
  payment: Payment,
  instruction: string,
  from: number,
): Promise<readonly Described[]> {
  const batches = await store.batchesOf(payment.id, from, PAYMENTS_PER_PAGE);
  return batches.map((batch) => ({
    index: batch.number,
    instrument: batch.instrument,
    batch,
    label: labelOf(instruction, batch.date),
    remark: '',
  }));
}

function describe(
  { index, instrument, batch, label, remark }: Described,
  payment: Payment,
  outcome: CreditOutcome | undefined,
): PaymentStatus {
  const { status, detail, reason, words } =
    batch === null ? unplanned(payment) : plannedState(payment, batch, outcome);
  return {
    PaymentTransactionId: `${payment.id}.${String(index)}`,
    Status: status,
    StatusUpdateDateTime: formatInstant(
      outcome?.at ?? batch?.stateUpdatedAt ?? payment.statusUpdatedAt,
    ),
    StatusDetail: {
      LocalInstrument: SCHEMES[instrument].localInstrument,
      Status: detail,
      ...(reason === undefined ? {} : { StatusReason: reason }),
      StatusReasonDescription: `${label}: ${words}${remark}`,
    },
  };
}

/** Reasons for which nothing was debited in the first place, in words. */
const NOT_DEBITED: ReadonlyMap<string, string> = new Map([
  ['AM04', 'not debited: no funds.'],
  ['DT01', 'not debited: the last day of the order was over.'],
]);

interface State {
  readonly status: string;
  readonly detail: string;
  readonly reason?: string;
  readonly words: string;
}

/** The state of a payment: its own when it stands out, its batch's otherwise. */
function stateOf(batch: Batch, outcome: CreditOutcome | undefined): State {
  if (outcome?.status === 'Rejected') return rejected(outcome.reason);
  if (outcome?.status === 'Pending') {
    return {
      status: 'Pending',
      detail: 'PDNG',
      reason: 'PendingSettlement',
      words: 'the scheme has not decided.',
    };
  }
  // Once pending credits are asked about again, all others have been settled.
  const state = batch.round > 0 ? 'answered' : batch.state;
  if (state === 'answered') return ACCEPTED[SCHEMES[batch.instrument].completedStatus];
  return batch.abandonedAt === null ? BATCH_STATES[state] : GIVEN_UP;
}

/** As `stateOf`, unless the customer cancelled it before. */
function plannedState(payment: Payment, batch: Batch, outcome: CreditOutcome | undefined): State {
  return isCancelled(batch, payment) ? CANCELLED : stateOf(batch, outcome);
}

const CANCELLED: State = {
  status: 'Cancelled',
  detail: 'DS02',
  reason: 'Cancelled',
  words: 'cancelled by the customer.',
};

/** The state of every payment of a submission that others have to approve, or did not. */
function unplanned({ approval, cancelledAt }: Payment): State {
  if (cancelledAt !== null) return CANCELLED;
  const { status, received, required } = present(approval, 'the approvals that are missing');
  if (status === 'rejected')
    return { ...rejected('DS02'), words: 'not paid: an approver refused.' };
  if (status === 'expired') {
    return { ...rejected('DS24'), words: 'not paid: not everybody approved in time.' };
  }
  return {
    status: 'Pending',
    detail: 'PDNG',
    reason: 'Proprietary',
    words: `waits for further approval, ${String(received)} of ${String(required)} are given.`,
  };
}

const EXECUTING: State = {
  status: 'AcceptedSettlementInProcess',
  detail: 'ACSP',
  words: 'debited, on its way.',
};

const BATCH_STATES: Record<Exclude<Batch['state'], 'answered'>, State> = {
  waiting: { status: 'Pending', detail: 'PDNG', words: 'waits for its day.' },
  booked: EXECUTING,
  sent: EXECUTING,
  failed: rejected('AM04'),
};

const GIVEN_UP: State = {
  ...rejected('NARR'),
  words: 'given up by the bank; what was debited was returned.',
};

/** What an accepted payment has come to, by where those of its scheme end. */
const ACCEPTED: Readonly<Record<CompletedStatus, State>> = {
  AcceptedCreditSettlementCompleted: {
    status: 'AcceptedCreditSettlementCompleted',
    detail: 'ACSC',
    words: "in the creditor's account.",
  },
  AcceptedSettlementCompleted: {
    status: 'AcceptedSettlementCompleted',
    detail: 'ACSC',
    words: "debited, and with the creditor's bank.",
  },
};

function rejected(reason: string): State {
  return {
    status: 'Rejected',
    detail: reason,
    reason: 'ProprietaryRejection',
    words: NOT_DEBITED.get(reason) ?? 'rejected and returned.',
  };
}
