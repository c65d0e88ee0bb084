import { PAGE_PARAMETER } from '../../contract/operations.ts';
import type { Order } from '../../domain/execution/order.ts';
import type { Holidays } from '../../domain/ports/bank.ts';
import type { Store } from '../../domain/ports/store.ts';
import {
  type CreditOutcome,
  type FileFacts,
  PAYMENTS_PER_PAGE,
} from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import { SCHEMES, type Instrument } from '../../domain/schemes/schemes.ts';
import type { PaymentStatus } from '../../families/common/shared.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import { formatInstant, type LocalDate } from '../../shared/time.ts';
import { plannedState, unplannedState } from './credit-states.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { batchOf } from './find-credit.ts';

interface Page {
  readonly number: number;
  /** Total number of pages. */
  readonly total: number;
  readonly statuses: readonly PaymentStatus[];
}

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'paymentSource' | 'holidays'>;

/** Returns the status of each payment on the requested page. The default is the first page. */
export async function describePayments(
  parts: Parts,
  payment: Payment,
  pageText: string | null,
): Promise<Page | Refusal> {
  const { store } = parts;
  const list = await listOf(parts, payment);
  const total = Math.ceil(list.payments / PAYMENTS_PER_PAGE);
  const number = readPage(pageText ?? '1', total);
  if (number instanceof Refusal) return number;
  const from = (number - 1) * PAYMENTS_PER_PAGE;
  const [entries, outcomes] = await Promise.all([
    list.page(from),
    store.outcomes(payment.id, from, from + PAYMENTS_PER_PAGE),
  ]);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.index, outcome]));
  const statuses = entries.map((entry) => statusOf(entry, payment, outcomeOf.get(entry.index)));
  return { number, total, statuses };
}

function readPage(pageText: string, total: number): number | Refusal {
  const number = /^[1-9]\d{0,8}$/.test(pageText) ? Number(pageText) : 0;
  if (number >= 1 && number <= total) return number;
  const message = `Expected a page from 1 to ${String(total)}.`;
  return refuse(400, 'fieldInvalid', message, { path: PAGE_PARAMETER });
}

interface PaymentOnPage {
  readonly index: number;
  readonly instrument: Instrument;
  /** The batch of the payment. Null if the payment was not released. */
  readonly batch: Batch | null;
  /** InstructionIdentification of the payment. For a payment of an order, also its date. */
  readonly label: string;
  /** Text about the whole submission that is added to each description. It may be empty. */
  readonly remark: string;
}

/** Reads the payments of a submission page by page. */
interface PaymentList {
  readonly payments: number;
  page(from: number): Promise<readonly PaymentOnPage[]>;
}

async function listOf(parts: Parts, payment: Payment): Promise<PaymentList> {
  const { store, paymentSource } = parts;
  const paymentInstruction = paymentSource.ofPayment(payment);
  switch (paymentInstruction.kind) {
    case 'file': {
      const file = await fileOf(store, payment);
      return {
        payments: file.payments,
        page: (from) => pageOfFile(parts, payment, file, from),
      };
    }
    case 'order': {
      const { order } = paymentInstruction;
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
  return expectDefined(await store.findFile(consentId), `the file of ${consentId}`);
}

async function pageOfFile(
  { store, workers }: Parts,
  payment: Payment,
  file: FileFacts,
  from: number,
): Promise<readonly PaymentOnPage[]> {
  const [batches, slice] = await Promise.all([
    store.batchesOf(payment.id),
    workers.slice(file, { cursor: from, limit: PAYMENTS_PER_PAGE, group: null }),
  ]);
  const { kind, reason } = file.classification;
  return slice.payments.map((credit) => ({
    index: credit.index,
    instrument: credit.instrument,
    batch: payment.releasedAt === null ? null : batchOf(batches, credit),
    label: credit.instructionIdentification,
    remark: ` The file is ${kind}: ${reason}`,
  }));
}

/** Returns a list with the first payment of an order that was not released. */
function firstOfOrder(order: Order, holidays: Holidays): PaymentList {
  const { date } = expectDefined(order.nextPayment(null, holidays), 'the payment of an order');
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

/**
 * Returns the payments of an order that were executed, and the one that is due next. Each has its
 * own batch.
 */
async function pageOfOrder(
  store: Store,
  payment: Payment,
  instruction: string,
  from: number,
): Promise<readonly PaymentOnPage[]> {
  const batches = await store.batchesOf(payment.id, from, PAYMENTS_PER_PAGE);
  return batches.map((batch) => ({
    index: batch.number,
    instrument: batch.instrument,
    batch,
    label: labelOf(instruction, batch.date),
    remark: '',
  }));
}

function statusOf(
  { index, instrument, batch, label, remark }: PaymentOnPage,
  payment: Payment,
  outcome: CreditOutcome | undefined,
): PaymentStatus {
  const { status, detail, reason, description } =
    batch === null ? unplannedState(payment) : plannedState(payment, batch, outcome);
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
      StatusReasonDescription: `${label}: ${description}${remark}`,
    },
  };
}
