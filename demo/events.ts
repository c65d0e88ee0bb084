import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { expectStatus, readAs, type Answer } from '../test-client/answer.ts';
import type { TppClient } from '../test-client/tpp.ts';
import { UnexpectedResult } from './expect.ts';
import { completed, type SignedIn, type Tpp } from './journey.ts';
import type { Narrator } from './narrator.ts';

const ROOT = '/open-banking/v3.1';

/** Maximum time until the event arrives, in milliseconds. */
const EVENT_MS = 10_000;

/** Options of requests that need no idempotency key. */
const KEYLESS = { key: null } as const;

const Subscription = z.object({ Data: z.object({ EventSubscriptionId: z.string() }) });
const Polled = z.object({ sets: z.record(z.string(), z.string()) });
const Claims = z.object({
  events: z.record(
    z.string(),
    z.object({ subject: z.looseObject({ 'http://openbanking.org.uk/rid': z.string() }) }),
  ),
});

/** The subscription of a TPP. */
export interface Subscribed {
  /**
   * Polls for events until one announces that the payment has changed, and reads the payment then.
   * Acknowledges each event. Shows the last response.
   */
  finish(tpp: Tpp, paymentId: string, narrator: Narrator, pollMs: number): Promise<void>;
  end(): Promise<void>;
}

/** Subscribes a TPP to events. */
export async function subscribe({ client }: SignedIn, narrator: Narrator): Promise<Subscribed> {
  narrator.caption('It subscribes to events, to learn when the file is done.');
  const path = `${ROOT}/event-subscriptions`;
  const body = JSON.stringify({ Data: { Version: '3.1' } });
  const answer = expectStatus(await client.send('POST', path, body, KEYLESS), 201);
  narrator.exchange(answer);
  const { EventSubscriptionId: id } = readAs(answer, Subscription).Data;
  return {
    async finish(tpp, paymentId, narrated, pollMs) {
      const bar = narrated.progress('Waiting for an event');
      const [polled, payment] = await announced({ client, tpp }, paymentId, async () => {
        bar.show(null);
        await setTimeout(pollMs);
      }).finally(() => {
        bar.end();
      });
      narrated.exchange(polled);
      narrated.note(`an event, signed by the bank: ${paymentId} has changed`);
      narrated.exchange(payment, 'InitiationCompleted');
    },
    async end() {
      expectStatus(await client.send('DELETE', `${path}/${id}`, undefined, KEYLESS), 204);
    },
  };
}

/** Returns the response with the event about a finished payment, and that with the payment. */
async function announced(
  { client, tpp }: { readonly client: TppClient; readonly tpp: Tpp },
  paymentId: string,
  pause: () => Promise<void>,
): Promise<[polled: Answer, payment: Answer]> {
  const started = performance.now();
  let ack: string[] = [];
  while (performance.now() - started < EVENT_MS) {
    const body = JSON.stringify({ ack });
    const polled = await client.send('POST', `${ROOT}/events`, body, KEYLESS);
    const { sets } = readAs(expectStatus(polled, 200), Polled);
    ack = Object.keys(sets);
    const hasChanged = Object.values(sets).some((token) => resourceOf(token) === paymentId);
    const payment = hasChanged ? await completed(tpp, paymentId) : null;
    if (payment !== null) return [polled, payment];
    await pause();
  }
  throw new UnexpectedResult(`No event arrived within ${String(EVENT_MS / 1000)} s.`);
}

/** Returns the id of the resource that an event is about. */
function resourceOf(token: string): string | undefined {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const [event] = Object.values(Claims.parse(JSON.parse(payload)).events);
  return event?.subject['http://openbanking.org.uk/rid'];
}
