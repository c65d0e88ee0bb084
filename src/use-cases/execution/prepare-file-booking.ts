import { UK_CREDITOR } from '../../domain/execution/credit.ts';
import {
  bookingOfBulk,
  bookingOfOne,
  bookingOfSlice,
  type Undebited,
} from '../../domain/execution/file-booking.ts';
import { waitUntil } from '../../domain/execution/screening.ts';
import type { Booking } from '../../domain/ports/booking.ts';
import type { Slice } from '../../domain/ports/files.ts';
import type { ExecutionGroup, FileFacts, FilePayment } from '../../domain/records/payment.ts';
import type { Batch, Payment, Work } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { screenStep, type ScreenedCredit } from '../screening/screen-step.ts';

/**
 * Maximum number of debits that one transaction books. It limits how long the event loop is
 * blocked.
 */
const STEP_LIMIT = 500;
/** Number of payments that are read from a file at once to screen a BULK group. */
const READ_LIMIT = 1000;

/** A step of a file payment. */
export interface FileStep {
  readonly work: Work;
  readonly payment: Payment;
  readonly batch: Batch;
  readonly now: Instant;
}

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'screening' | 'holidays'>;

/**
 * Returns the booking of a batch of a file, or of one slice of it. The bank's screening decides
 * first. Returns undefined if the step has to wait for it. It is then deferred.
 */
export async function prepareFileBooking(
  parts: Parts,
  step: FileStep,
  file: FileFacts,
): Promise<Booking | undefined> {
  const { workers } = parts;
  const { work, payment, batch } = step;
  const { onlyIndex } = batch;
  const isScreened = parts.screening !== null || (await parts.store.findCase(work)) !== undefined;
  const screen = (payments: readonly FilePayment[]) =>
    isScreened ? screenPayments(parts, step, payments) : Promise.resolve(ALL_DEBITED);
  if (onlyIndex !== null) {
    const only = await findOnly(workers, file, onlyIndex);
    const undebited = await screen([only]);
    return undebited && bookingOfOne(only, payment, undebited);
  }
  const group = groupOf(file, batch);
  if (file.classification.kind === 'BULK') {
    // The debits were computed from the upload, so check that the stored file is still unchanged.
    await workers.check(file);
    const payments = isScreened ? await paymentsOf(workers, file, group) : [];
    const undebited = await screen(payments);
    return undebited && bookingOfBulk(group, file, payment, undebited);
  }
  const slice = await workers.slice(file, { cursor: work.cursor, limit: STEP_LIMIT, group });
  const undebited = await screen(slice.payments);
  return undebited && bookingOfSlice(slice, payment, undebited);
}

/** Reads the only payment of a batch from the file. */
export async function findOnly(
  workers: UseCaseParts['workers'],
  file: FileFacts,
  index: number,
): Promise<FilePayment> {
  const { payments } = await workers.slice(file, { cursor: index, limit: 1, group: null });
  return expectDefined(payments[0], `payment ${String(index)}`);
}

/** Returns the execution group of a batch that has one. */
export function groupOf(file: FileFacts, { paymentId, number }: Batch): ExecutionGroup {
  return expectDefined(file.groups[number], `execution group of ${paymentId}`);
}

/** Reads all payments of a group. */
async function paymentsOf(
  workers: UseCaseParts['workers'],
  file: FileFacts,
  group: ExecutionGroup,
): Promise<readonly FilePayment[]> {
  const payments: FilePayment[] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const slice: Slice = await workers.slice(file, { cursor, limit: READ_LIMIT, group });
    payments.push(...slice.payments);
    cursor = slice.nextCursor;
  }
  return payments;
}

/** The payments of a step that are not debited, the payees of the others, and audit entries. */
type Screened = Undebited & Pick<Booking, 'payees' | 'audited'>;

const ALL_DEBITED: Screened = { refused: [], separated: [] };

/** Asks the bank's screening about payments of a file. Undefined if the step has to wait. */
async function screenPayments(
  parts: Parts,
  { work, payment, batch, now }: FileStep,
  payments: readonly FilePayment[],
): Promise<Screened | undefined> {
  if (payments.length === 0) return ALL_DEBITED;
  const credits = payments.map(creditOf);
  const screened = await screenStep(parts, { work, batch, credits, now });
  if (screened === undefined) return undefined;
  const { decisions, ...others } = screened;
  const decided = payments.map((credit, place) => {
    const { index, amountPence } = credit;
    const debtor = expectDefined(credit.debtor ?? payment.debtorAccount, 'the account to debit');
    const decision = expectDefined(decisions[place], 'a decision about each payment');
    return { credit, decision, undebited: { index, amountPence, debtor } };
  });
  return {
    refused: decided.flatMap(({ decision, undebited }) =>
      decision.kind === 'reject' ? [{ ...undebited, reason: 'MS03' as const }] : [],
    ),
    separated: decided.flatMap(({ decision, undebited }) => {
      if (decision.kind !== 'hold') return [];
      const { opened: held } = decision;
      return [{ ...undebited, dueAt: waitUntil(held, now), held }];
    }),
    ...others,
    payees: decided.flatMap(({ credit, decision }) => (decision.kind === 'accept' ? [credit] : [])),
  };
}

function creditOf(payment: FilePayment): ScreenedCredit {
  const creditor = { ...UK_CREDITOR, name: payment.creditorName };
  return { payment, creditor, instructed: { minor: payment.amountPence, currency: 'GBP' } };
}
