import {
  lacksContract,
  type PaymentInstruction,
  type Order,
} from '../../domain/execution/order.ts';
import { creditOf, bookingOf } from '../../domain/execution/single.ts';
import type { HoldingCore } from '../../domain/ports/core-banking.ts';
import type { DoneStep, LoadedStep, ReadyStep } from '../../domain/ports/store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Work } from '../../domain/records/records.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';
import { collectAnswers } from './collect-answers.ts';
import { withContract } from '../payments/exchange-contracts.ts';
import type { UseCaseParts } from '../dependencies.ts';
import type { Booking } from '../../domain/ports/booking.ts';
import { bookingByCore } from '../core-banking/booking-by-core.ts';
import { screenStep } from '../screening/screen-step.ts';

/** A step that failed. It changed nothing. */
interface FailedStep {
  readonly work: Work;
  readonly error: unknown;
}

/** A step whose changes are ready to be stored. */
interface PreparedStep {
  readonly found: LoadedStep;
  readonly ready: ReadyStep;
}

/**
 * Executes a group of steps for order payments. Reads the data of all steps at once, and then
 * prepares each step independently, so that no step waits for another one's scheme. Steps that
 * become ready in the same turn of the event loop are stored in one command. Returns the failed
 * steps, which do not affect the others. Skips steps that another node has already executed.
 */
export async function executeOrders(
  parts: UseCaseParts,
  works: readonly Work[],
  now: Instant,
): Promise<readonly FailedStep[]> {
  const when = { now, started: parts.stopwatch() };
  const failed: FailedStep[] = [];
  const write = handlePerTurn<PreparedStep, undefined>(async (prepared) => {
    for (const group of onePerPayment(prepared)) {
      failed.push(...(await storeSteps(parts, group, when)));
    }
    return prepared.map(() => undefined);
  });
  const core = holdingTogether(parts);
  const execute = async (found: LoadedStep): Promise<void> => {
    const ready = await prepare(parts, found, core, now).catch((error: unknown) => {
      failed.push({ work: found.work, error });
    });
    if (ready !== undefined) await write(ready);
  };
  await Promise.all((await parts.store.findSteps(works)).map(execute));
  return failed;
}

/** Sends the holds of several bookings to the core in one request. */
function holdingTogether({ coreBanking }: UseCaseParts): HoldingCore | null {
  if (coreBanking === null) return null;
  const perform: HoldingCore['perform'] = handlePerTurn(async (requests) => {
    const results = await coreBanking.perform(requests.flat());
    let next = 0;
    return requests.map(({ length }) => results.slice(next, (next += length)));
  });
  return { perform, retryMs: () => coreBanking.retryMs() };
}

/**
 * Prepares the changes of a step. Returns undefined if it has to wait, for example because the
 * scheme has not answered yet.
 */
async function prepare(
  parts: UseCaseParts,
  found: LoadedStep,
  core: HoldingCore | null,
  now: Instant,
): Promise<PreparedStep | undefined> {
  const { schemes, paymentSource, holidays } = parts;
  const { work, batch, payment } = found;
  const paymentInstruction = paymentSource.ofPayment(payment);
  assert(paymentInstruction.kind === 'order', `payment ${payment.id} is one of an order`);
  const { order } = paymentInstruction;
  if (work.step === 'book') {
    const priced = await withContractAtBooking(parts, paymentInstruction, payment.id, now);
    const ready = await prepareBooking(parts, found, priced.order, core, now);
    return ready && { found, ready };
  }
  const credits = creditOf(order, batch, holidays);
  if (work.step === 'send') {
    const { answersAt } = await schemes.send({ ...batch, credits }, now);
    return { found, ready: { step: 'send', work, answersAt } };
  }
  const answers = await collectAnswers(parts, { work, batch, now }, credits);
  if ('kind' in answers) {
    await parts.store.deferWork(work.id, answers.lookAgainAt);
    return undefined;
  }
  return { found, ready: { step: 'collect', work, answers } };
}

/**
 * Looks up the contract of an agreed rate again, because the booking may take place long after the
 * submission.
 */
async function withContractAtBooking<Some extends PaymentInstruction>(
  parts: UseCaseParts,
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
 * Splits the steps into groups so that no group contains two steps of the same payment. The first
 * of two such steps would change the data that the second one relies on.
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
 * Stores several steps in one command. If the command throws, stores each step in its own command
 * to find the step that fails.
 */
async function storeSteps(
  parts: UseCaseParts,
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

/** Reports the final status of a payment that has ended. */
export async function observeFinished(
  { store, observe }: Pick<UseCaseParts, 'store' | 'observe'>,
  paymentId: string,
  groupStatus: DoneStep['finished'],
): Promise<void> {
  if (groupStatus === null) return;
  const payments = await store.countPayments(paymentId);
  observe({ kind: 'paymentFinished', paymentId, groupStatus, payments });
}

/**
 * Collects the items that arrive in one turn of the event loop and passes them to `handle`
 * together. Each call resolves with the result of its item when the group has been handled.
 */
function handlePerTurn<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let group: { readonly items: Item[]; readonly handled: Promise<readonly Result[]> } | undefined;
  const open = () => {
    const items: Item[] = [];
    const handled = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      group = undefined;
      return handle(items);
    });
    return { items, handled };
  };
  return async (item) => {
    group ??= open();
    const place = group.items.push(item) - 1;
    const results = await group.handled;
    return results[place] as Result;
  };
}

/**
 * Prepares the booking of one payment of an order. The bank's screening decides first, and then the
 * core banking system holds the amount. Returns undefined if the step has to wait for one of them.
 * It is then deferred.
 *
 * @param core null if this service keeps the accounts
 */
async function prepareBooking(
  parts: UseCaseParts,
  found: LoadedStep,
  order: Order,
  core: HoldingCore | null,
  now: Instant,
): Promise<ReadyStep | undefined> {
  const { work, batch, payment } = found;
  const planned = bookingOf(parts, order, found, now);
  if (planned.kind === 'refused') {
    const { reason, next } = planned;
    return { step: 'refuse', work, reason, next };
  }
  const screened = await screenOrder(parts, found, { order, booking: planned.booking }, now);
  if (screened?.step !== 'book') return screened;
  const booking = await bookingByCore(core, { batch, payment }, screened.booking, now);
  if (typeof booking !== 'number') return { step: 'book', work, booking };
  await parts.store.deferWork(work.id, now + booking);
  return undefined;
}

/** Returns the step as the screening decides. Undefined if it has to wait. */
async function screenOrder(
  parts: UseCaseParts,
  { work, batch, hasCase }: LoadedStep,
  { order, booking }: { readonly order: Order; readonly booking: Booking },
  now: Instant,
): Promise<Extract<ReadyStep, { step: 'book' | 'refuse' }> | undefined> {
  const { screening, holidays } = parts;
  if (screening === null && !hasCase) return { step: 'book', work, booking };
  const credit = creditOf(order, batch, holidays);
  const screened = await screenStep(parts, { work, batch, credits: [credit], now });
  if (screened === undefined) return undefined;
  const { decisions, ...others } = screened;
  if (decisions[0]?.kind === 'accept') {
    return { step: 'book', work, booking: { ...booking, payees: [credit.payment], ...others } };
  }
  return { step: 'refuse', work, reason: 'MS03', next: booking.next, audited: others.audited };
}
