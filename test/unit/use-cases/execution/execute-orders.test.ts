import { expect, test } from 'vitest';
import { createHolidays } from '../../../../src/bank/holidays.ts';
import type { CreditBatch } from '../../../../src/domain/ports/schemes.ts';
import type { LoadedStep, ReadyStep } from '../../../../src/domain/ports/store.ts';
import type { Batch, Work } from '../../../../src/domain/records/records.ts';
import { executeOrders } from '../../../../src/use-cases/execution/execute-orders.ts';
import type { UseCaseParts } from '../../../../src/use-cases/dependencies.ts';
import { PaymentSource } from '../../../../src/use-cases/payments/payment-source.ts';
import { caseOf } from '../../../contract/families/family-cases.ts';
import { NOW } from '../../../contract/store/fixtures.ts';
import { LIMITS } from '../../../helpers/limits.ts';

const data = JSON.stringify({ Initiation: caseOf('domestic-payments').initiation });

/** Creates a step that sends the only credit of a payment. */
function sending(id: number): LoadedStep {
  const paymentId = `pmt-${String(id)}`;
  const at = { paymentId, number: 0, dueAt: NOW, stateUpdatedAt: NOW };
  const amounts = { payments: 1, totalPence: 16588, chargePence: 0, exchangeRate: null };
  const none = { sentAt: null, abandonedAt: null, failureReason: null, onlyIndex: null };
  const counts = { rejected: 0, returned: 0, pending: 0, round: 0, ...none };
  const batch: Batch = {
    ...{ ...at, ...amounts, ...counts },
    ...{ instrument: 'FPS', date: null, state: 'booked' },
  };
  const named = { id, paymentId, batch: 0, source: 'order' } as const;
  const work: Work = { ...named, step: 'send', cursor: 0, dueAt: NOW, attempts: 0 };
  const payer = { releasedAt: NOW, debtorAccount: '11280001234567', customerId: 'northwind' };
  const payment = { id: paymentId, family: 'domestic-payments', data, ...payer };
  return { work, batch, payment, hasCase: false };
}

/**
 * Executes send steps with a scheme that `send` simulates. Returns the steps of each store command.
 */
function group(ids: readonly number[], send: (paymentId: string) => Promise<void>) {
  const steps = ids.map(sending);
  const written: (readonly number[])[] = [];
  const parts = {
    store: {
      findSteps: () => Promise.resolve(steps),
      executeSteps: (ready: readonly ReadyStep[]) => {
        written.push(ready.map(({ work }) => work.id));
        return Promise.resolve(ready.map(() => ({ done: true, finished: null }) as const));
      },
    },
    schemes: {
      send: ({ paymentId }: CreditBatch) => send(paymentId).then(() => ({ answersAt: NOW })),
    },
    paymentSource: new PaymentSource(LIMITS),
    holidays: createHolidays(),
    stopwatch: () => 0,
    observe: () => undefined,
  };
  const works = steps.map(({ work }) => work);
  return { written, done: executeOrders(parts as unknown as UseCaseParts, works, NOW) };
}

test('executeOrders stores steps that are ready at the same time in one command', async () => {
  const { written, done } = group([1, 2, 3], () => Promise.resolve());
  expect(await done).toEqual([]);
  expect(written).toEqual([[1, 2, 3]]);
});

test('executeOrders does not delay a step because of the scheme of another', async () => {
  let answer = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { written, done } = group([1, 2, 3, 4], (id) =>
    ['pmt-2', 'pmt-3'].includes(id) ? late : Promise.resolve(),
  );
  await expect.poll(() => written).toEqual([[1, 4]]);
  answer();
  expect(await done).toEqual([]);
  expect(written).toEqual([
    [1, 4],
    [2, 3],
  ]);
});

test('executeOrders returns a step that fails at its scheme, and executes the others', async () => {
  const { written, done } = group([1, 2], (id) =>
    id === 'pmt-1' ? Promise.reject(new Error('The scheme is away.')) : Promise.resolve(),
  );
  expect(await done).toMatchObject([
    { work: { id: 1 }, error: { message: 'The scheme is away.' } },
  ]);
  expect(written).toEqual([[2]]);
});
