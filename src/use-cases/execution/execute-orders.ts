import { lacksContract, type PaymentInstruction } from '../../domain/execution/order.ts';
import { creditOf, bookingOf } from '../../domain/execution/single.ts';
import type { FoundStep, ReadyStep } from '../../domain/ports/store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Work } from '../../domain/records/records.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { collectAnswers } from './collect-answers.ts';
import { withContract } from '../payments/exchange-contracts.ts';
import { observeEnd } from './observe-end.ts';
import type { EngineParts } from '../dependencies.ts';

/** A step that failed, and is as it was before. */
export interface FailedStep {
  readonly work: Work;
  readonly error: unknown;
}

/** A step that only has to be written down. */
interface Prepared {
  readonly found: FoundStep;
  readonly ready: ReadyStep;
}

/**
 * Takes steps of payments of orders together: what is known of all is found at once, each is
 * prepared by itself, and those that are ready in one turn of the event loop are written in one
 * command, so that nobody waits for the scheme of another. Answers those that failed; they take no
 * other with them. Steps that somebody else took are passed over.
 */
export async function executeOrders(
  parts: EngineParts,
  works: readonly Work[],
  now: Instant,
): Promise<readonly FailedStep[]> {
  const when = { now, started: parts.stopwatch() };
  const failed: FailedStep[] = [];
  const write = byTurns<Prepared>(async (prepared) => {
    for (const group of onePerPayment(prepared)) {
      failed.push(...(await takeTogether(parts, group, when)));
    }
  });
  const take = async (found: FoundStep): Promise<void> => {
    const ready = await prepare(parts, found, now).catch((error: unknown) => {
      failed.push({ work: found.work, error });
    });
    if (ready !== undefined) await write(ready);
  };
  await Promise.all((await parts.store.findSteps(works)).map(take));
  return failed;
}

/** Handles together what comes in one turn of the event loop; each resolves when all of it is. */
function byTurns<Item>(handle: (items: readonly Item[]) => Promise<void>) {
  let coming: { readonly items: Item[]; readonly handled: Promise<void> } | undefined;
  const open = () => {
    const items: Item[] = [];
    const handled = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      coming = undefined;
      return handle(items);
    });
    return { items, handled };
  };
  return (item: Item): Promise<void> => {
    coming ??= open();
    coming.items.push(item);
    return coming.handled;
  };
}

/** What a step comes to: of a booking by the rate of the day, of all others by their scheme. */
async function prepare(parts: EngineParts, found: FoundStep, now: Instant): Promise<Prepared> {
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

/** Looks an agreed rate up once more: what was submitted may be booked much later. */
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

/** In groups with one step of each payment, for what a step finds must not change beside it. */
function onePerPayment(prepared: readonly Prepared[]): readonly (readonly Prepared[])[] {
  const groups: Prepared[][] = [];
  const before = new Map<string, number>();
  for (const one of prepared) {
    const place = before.get(one.found.payment.id) ?? 0;
    before.set(one.found.payment.id, place + 1);
    (groups[place] ??= []).push(one);
  }
  return groups;
}

/** Writes steps in one command; where it throws, each in its own, to find whose fault it is. */
async function takeTogether(
  parts: EngineParts,
  group: readonly Prepared[],
  when: { readonly now: Instant; readonly started: number },
): Promise<readonly FailedStep[]> {
  const { store, observe, stopwatch } = parts;
  try {
    const results = await store.executeSteps(
      group.map(({ ready }) => ready),
      when.now,
    );
    for (const [place, { found }] of group.entries()) {
      const result = results[place];
      if (result?.done !== true) continue;
      const { instrument, payments, totalPence, number: batch } = found.batch;
      const { id: paymentId } = found.payment;
      const told = { paymentId, batch, instrument, payments, totalPence };
      const milliseconds = stopwatch() - when.started;
      observe({ kind: 'workDone', step: found.work.step, ...told, milliseconds });
      await observeEnd(parts, paymentId, result.finished);
    }
    return [];
  } catch (error) {
    if (error instanceof StoreUnavailable || group.length === 1) {
      return group.map(({ found }) => ({ work: found.work, error }));
    }
    const alone = await Promise.all(group.map((one) => takeTogether(parts, [one], when)));
    return alone.flat();
  }
}
