import {
  LOCAL_INSTRUMENTS,
  PAYMENTS_PER_PAGE,
  type CreditOutcome,
  type FileFacts,
  type FilePayment,
} from '../domain/payment.ts';
import type { FileWorkers, Store } from '../domain/ports.ts';
import type { Batch, Payment } from '../domain/records.ts';
import type { PaymentStatus } from '../families/shared.ts';
import { present } from '../kernel/assert.ts';
import { refuse, type Refusal } from '../kernel/errors.ts';
import { formatInstant } from '../kernel/time.ts';

/** The query parameter that names a page of payment-details; pages count from 1. */
export const PAGE_PARAMETER = 'page';

/** The page that a query asks for, the first if for none, and how many the file has. */
export function readPage(
  written: string | null,
  file: FileFacts,
): { number: number; total: number } | Refusal {
  const total = Math.ceil(file.payments / PAYMENTS_PER_PAGE);
  const page = written ?? '1';
  const number = /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 0;
  if (number >= 1 && number <= total) return { number, total };
  const message = `Expected a page from 1 to ${String(total)}.`;
  return refuse(400, 'fieldInvalid', message, { path: PAGE_PARAMETER });
}

/** What is known of each payment on a page, from 1. */
export async function describePayments(
  store: Store,
  workers: FileWorkers,
  payment: Payment,
  file: FileFacts,
  page: number,
): Promise<readonly PaymentStatus[]> {
  const from = (page - 1) * PAYMENTS_PER_PAGE;
  const [slice, batches, outcomes] = await Promise.all([
    workers.slice(file, { cursor: from, limit: PAYMENTS_PER_PAGE, group: null }),
    store.batchesOf(payment.id),
    store.outcomes(payment.id, from, from + PAYMENTS_PER_PAGE),
  ]);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.index, outcome]));
  return slice.payments.map((one) =>
    describe(one, payment, file, batchOf(one, batches), outcomeOf.get(one.index)),
  );
}

function batchOf(one: FilePayment, batches: readonly Batch[]): Batch {
  const batch = batches.find(
    ({ instrument, date }) => instrument === one.instrument && date === one.date,
  );
  return present(batch, `batch of payment ${String(one.index)}`);
}

function describe(
  one: FilePayment,
  payment: Payment,
  file: FileFacts,
  batch: Batch,
  outcome: CreditOutcome | undefined,
): PaymentStatus {
  const { status, detail, reason, words } = stateOf(batch, outcome);
  const { kind, reason: why } = file.classification;
  return {
    PaymentTransactionId: `${payment.id}.${String(one.index)}`,
    Status: status,
    StatusUpdateDateTime: formatInstant(outcome?.at ?? payment.statusUpdatedAt),
    StatusDetail: {
      LocalInstrument: LOCAL_INSTRUMENTS[one.instrument],
      Status: detail,
      ...(reason === undefined ? {} : { StatusReason: reason }),
      StatusReasonDescription: `${one.instructionIdentification}: ${words} ${kind}: ${why}`,
    },
  };
}

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
  return BATCH_STATES[batch.round > 0 ? 'answered' : batch.state];
}

const EXECUTING: State = {
  status: 'AcceptedSettlementInProcess',
  detail: 'ACSP',
  words: 'debited, on its way.',
};

const BATCH_STATES: Record<Batch['state'], State> = {
  waiting: { status: 'Pending', detail: 'PDNG', words: 'waits for its day.' },
  booked: EXECUTING,
  sent: EXECUTING,
  answered: {
    status: 'AcceptedCreditSettlementCompleted',
    detail: 'ACSC',
    words: "in the creditor's account.",
  },
  failed: rejected('AM04'),
};

function rejected(reason: string): State {
  return {
    status: 'Rejected',
    detail: reason,
    reason: 'ProprietaryRejection',
    words: reason === 'AM04' ? 'not debited: no funds.' : 'rejected and returned.',
  };
}
