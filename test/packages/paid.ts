import { setTimeout } from 'node:timers/promises';
import { expectStatus } from '../../test-client/answer.ts';
import { Transport } from '../../test-client/transport.ts';
import { pay, signIn, type SignedIn } from '../../demo/journey.ts';
import { silent } from '../../demo/narrator.ts';
import { makeFile } from '../../demo/payment-file.ts';

/** Interval between two requests for the status of a payment, in milliseconds. */
const POLL_MS = 100;

/** Status of a file payment that is executed. */
const COMPLETED = '"InitiationCompleted"';

/**
 * Pays a file of 4,000 payments at the internal listener of a sandbox, from the consent to the
 * report. Returns the id of the payment.
 */
export function payFile(origin: string): Promise<string> {
  return asTpp(origin, async (tpp) => {
    const { paymentId } = await pay(tpp, makeFile(1), silent, POLL_MS, async ({ files }, id) => {
      while (!(await files.readPayment(id)).text.includes(COMPLETED)) await setTimeout(POLL_MS);
    });
    return paymentId;
  });
}

/** Returns true if the sandbox has the payment, and it is executed. */
export function isPaid(origin: string, paymentId: string): Promise<boolean> {
  return asTpp(origin, async ({ files }) => {
    const answer = expectStatus(await files.readPayment(paymentId), 200);
    return answer.text.includes(COMPLETED);
  });
}

async function asTpp<T>(origin: string, use: (tpp: SignedIn) => Promise<T>): Promise<T> {
  const transport = new Transport();
  try {
    return await use(await signIn(transport, origin, silent));
  } finally {
    transport.close();
  }
}
