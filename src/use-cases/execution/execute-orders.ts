import { lacksContract, type PaymentInstruction } from '../../domain/execution/order.ts';
import { creditOf, bookingOf } from '../../domain/execution/single.ts';
import type { DoneStep, LoadedStep, ReadyStep } from '../../domain/ports/store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Work } from '../../domain/records/records.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';
import { collectAnswers } from './collect-answers.ts';
import { withContract } from '../payments/exchange-contracts.ts';
import type { EngineParts } from '../dependencies.ts';

/** A step that failed and changed nothing. */
export interface FailedStep {
  readonly work: Work;
  readonly error: unknown;
}

/** A step that is ready to be stored. */
interface PreparedStep {
  readonly found: LoadedStep;
  readonly ready: ReadyStep;
}

/**
 * Executes steps of order payments as a group. Reads the data of all steps at once and prepares
 * each step on its own. Stores the steps that become ready in the same turn of the event loop in
 * one command. No step waits for the scheme of another. Returns the failed steps, which do not
 * affect the others. Skips steps that another node has done.
 */
export async function executeOrders(
  parts: EngineParts,
  works: readonly Work[],
  now: Instant,
): Promise<readonly FailedStep[]> {
  const when = { now, started: parts.stopwatch() };
  const failed: FailedStep[] = [];
  const write = handlePerTurn<PreparedStep>(async (prepared) => {
    for (const group of onePerPayment(prepared)) {
      failed.push(...(await storeSteps(parts, group, when)));
    }
  });
  const execute = async (found: LoadedStep): Promise<void> => {
    const ready = await prepare(parts, found, now).catch((error: unknown) => {
      failed.push({ work: found.work, error });
    });
    if (ready !== undefined) await write(ready);
  };
  await Promise.all((await parts.store.findSteps(works)).map(execute));
  return failed;
}

/**
 * Collects the items of one turn of the event loop and handles them together. Each call resolves
 * when its whole group has been handled.
 */
function handlePerTurn<Item>(handle: (items: readonly Item[]) => Promise<void>) {
  let batch: { readonly items: Item[]; readonly handled: Promise<void> } | undefined;
  const open = () => {
    const items: Item[] = [];
    const handled = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined;
      return handle(items);
    });
    return { items, handled };
  };
  return (item: Item): Promise<void> => {
    batch ??= open();
    batch.items.push(item);
    return batch.handled;
  };
}

/**
 * Returns the result of a step. A booking depends on the exchange rate of the day, all other steps
 * on the scheme.
 */
async function prepare(parts: EngineParts, found: LoadedStep, now: Instant): Promise<PreparedStep> {
  const { schemes, paymentSource, holidays } = parts;
  const { work, batch, payment } = found;
  const paymentInstruction = paymentSource.ofPayment(payment);
  assert(paymentInstruction.kind === 'order', `payment ${payment.id} is one of an order`);
  const { order } = paymentInstruction;
  if (work.step === 'book') {
    const priced = await withContractAtBooking(parts, paymentInstruction, payment.id, now);
    const booked = bookingOf(parts, priced.order, found, now);
    const ready: ReadyStep =
      booked.kind === 'refused'
        ? { step: 'refuse', work, reason: booked.reason, next: booked.next }
        : { step: 'book', work, booking: booked.booking };
    return { found, ready };
  }
  const credits = creditOf(order, batch, holidays);
  if (work.step === 'send') {
    const { answersAt } = await schemes.send({ ...batch, credits }, now);
    return { found, ready: { step: 'send', work, answersAt } };
  }
  const answers = await collectAnswers(parts, { work, batch, now }, credits);
  return { found, ready: { step: 'collect', work, answers } };
}

/** Looks up an agreed rate again, because a payment may be booked long after its submission. */
async function withContractAtBooking<Some extends PaymentInstruction>(
  parts: EngineParts,
  paymentInstruction: Some,
  paymentId: string,
  now: Instant,
): Promise<Some> {
  if (paymentInstruction.kind !== 'order' || !lacksContract(paymentInstruction.order))
    return paymentInstruction;
  const payment = expectDefined(await parts.store.findPayment(paymentId), paymentId);
  return withContract(parts, paymentInstruction, payment, now);
}

/**
 * Splits the steps so that no group contains two steps of one payment. One step of a payment
 * changes the data that the other one relies on.
 */
function onePerPayment(prepared: readonly PreparedStep[]): readonly (readonly PreparedStep[])[] {
  const groups: PreparedStep[][] = [];
  const counts = new Map<string, number>();
  for (const step of prepared) {
    const index = counts.get(step.found.payment.id) ?? 0;
    counts.set(step.found.payment.id, index + 1);
    (groups[index] ??= []).push(step);
  }
  return groups;
}

/**
 * Stores steps in one command. If that throws, stores each in its own command to find the one that
 * fails.
 */
async function storeSteps(
  parts: EngineParts,
  group: readonly PreparedStep[],
  when: { readonly now: Instant; readonly started: Milliseconds },
): Promise<readonly FailedStep[]> {
  const { store, observe, stopwatch } = parts;
  try {
    const results = await store.executeSteps(
      group.map(({ ready }) => ready),
      when.now,
    );
    for (const [index, { found }] of group.entries()) {
      const result = results[index];
      if (result?.done !== true) continue;
      const { instrument, payments, totalPence, number: batch } = found.batch;
      const { id: paymentId } = found.payment;
      const batchFacts = { paymentId, batch, instrument, payments, totalPence };
      const milliseconds = stopwatch() - when.started;
      observe({ kind: 'workDone', step: found.work.step, ...batchFacts, milliseconds });
      await observeFinished(parts, paymentId, result.finished);
    }
    return [];
  } catch (error) {
    if (error instanceof StoreUnavailable || group.length === 1) {
      return group.map(({ found }) => ({ work: found.work, error }));
    }
    const failed = await Promise.all(group.map((step) => storeSteps(parts, [step], when)));
    return failed.flat();
  }
}

/** Reports the final status of a payment, if the payment has ended. */
export async function observeFinished(
  { store, observe }: Pick<EngineParts, 'store' | 'observe'>,
  paymentId: string,
  groupStatus: DoneStep['finished'],
): Promise<void> {
  if (groupStatus === null) return;
  const payments = await store.countPayments(paymentId);
  observe({ kind: 'paymentFinished', paymentId, groupStatus, payments });
}
