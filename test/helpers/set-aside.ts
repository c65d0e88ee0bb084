import { onTestFinished, vi } from 'vitest';
import { filesLocation } from '../../src/app/files.ts';
import {
  bookingOfBulk,
  bookingOfSlice,
  type Undebited,
} from '../../src/domain/execution/file-booking.ts';
import type { Booking } from '../../src/domain/ports/booking.ts';
import type { ReasonCode } from '../../src/domain/records/payment.ts';
import type { Work } from '../../src/domain/records/records.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Instant } from '../../src/shared/time.ts';
import type { FileWorkerPool } from '../../src/workers/pool.ts';
import { oneThread } from './one-thread.ts';
import type { RunningService } from './service.ts';

/** Payments to refuse, with the reasons, and to separate, with the due times. By index. */
interface SetAside {
  readonly refused?: Readonly<Record<number, ReasonCode>>;
  readonly separated?: Readonly<Record<number, Instant>>;
}

/** Returns a pool that reads the files of a service. It is closed when the test ends. */
export function workersOf({ config }: Pick<RunningService, 'config'>): FileWorkerPool {
  const { filesDirectory, bucket } = filesLocation(config);
  const workers = oneThread(filesDirectory, { bucket });
  onTestFinished(() => workers.close());
  return workers;
}

/** Lets a service refuse and separate payments of all files that it books from now on. */
export function setAside(
  service: RunningService,
  { refused = {}, separated = {} }: SetAside,
): void {
  const { store } = service;
  const workers = workersOf(service);
  const bookDebits = store.bookDebits.bind(store);

  const withoutSome = async (work: Work, planned: Booking): Promise<Booking> => {
    const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
    const batch = expectDefined(await store.findBatch(payment.id, work.batch), 'the batch');
    if (batch.onlyIndex !== null) return planned;
    const file = expectDefined(await store.findFile(payment.consentId), 'the file');
    const group = expectDefined(file.groups[work.batch], 'the group');
    const slice = await workers.slice(file, { cursor: work.cursor, limit: 500, group });
    const undebited: Undebited = {
      refused: slice.payments.flatMap(({ index, amountPence, debtor: named }) => {
        const debtor = expectDefined(named ?? payment.debtorAccount, 'the debtor');
        const reason = refused[index];
        return reason === undefined ? [] : [{ index, amountPence, debtor, reason }];
      }),
      separated: slice.payments.flatMap(({ index, amountPence, debtor: named }) => {
        const debtor = expectDefined(named ?? payment.debtorAccount, 'the debtor');
        const dueAt = separated[index];
        return dueAt === undefined ? [] : [{ index, amountPence, debtor, dueAt }];
      }),
    };
    return file.classification.kind === 'BULK'
      ? bookingOfBulk(group, file, payment, undebited)
      : bookingOfSlice(slice, payment, undebited);
  };

  vi.spyOn(store, 'bookDebits').mockImplementation(async (work, planned, now) =>
    bookDebits(work, await withoutSome(work, planned), now),
  );
}

/** Returns the step that will book a separated payment. */
export async function stepOf({ store }: RunningService, paymentId: string, index: number) {
  const batches = await store.batchesOf(paymentId);
  const { number } = expectDefined(
    batches.find(({ onlyIndex }) => onlyIndex === index),
    `the batch of payment ${String(index)}`,
  );
  const works = await store.dueWork(Number.MAX_SAFE_INTEGER, 100);
  return expectDefined(
    works.find((work) => work.paymentId === paymentId && work.batch === number),
    `the step of payment ${String(index)}`,
  );
}
