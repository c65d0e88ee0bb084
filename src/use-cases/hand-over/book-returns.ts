import type { WaitingReturn } from '../../domain/schemes/hand-over.ts';
import { serviceActor } from '../../domain/records/audit.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { bookReturn } from '../payments/return-credit.ts';
import { ITEMS_PER_TURN } from './hub-runner.ts';
import type { Retries } from './retries.ts';

type Parts = UseCaseParts & { readonly clock: Clock; readonly retries: Retries };

/**
 * Credits the debtors whose credits came back (rules, 13.10). A return that must not be booked is
 * set aside for an operator. Returns how many returns were tried.
 */
export async function bookReturns(parts: Parts): Promise<number> {
  const { store, observe, retries } = parts;
  let tried = 0;
  for (const waiting of await store.waitingReturns(ITEMS_PER_TURN + retries.waiting)) {
    const { messageId, index } = waiting;
    const isTried = await retries.attempt(
      `${messageId} ${String(index)}`,
      () => book(parts, waiting),
      (error) => observe({ kind: 'failure', what: `booking a return of ${messageId}`, error }),
    );
    if (isTried) tried += 1;
  }
  return tried;
}

async function book(parts: Parts, waiting: WaitingReturn): Promise<void> {
  const { store, observe, clock } = parts;
  const { paymentId, index, reason } = waiting;
  const payment = expectDefined(await store.findPayment(paymentId), paymentId);
  const act = { at: clock(), by: serviceActor('schemes') };
  const { kind } = await bookReturn(parts, payment, { index, reason }, act);
  // A credit that was booked before a crash is reported as `alreadyBack`.
  const isBooked = kind === 'returned' || kind === 'alreadyBack';
  await store.endReturn(waiting, isBooked ? null : kind, act.at);
  if (!isBooked) observe({ kind: 'returnSetAside', paymentId, index, problem: kind });
}
