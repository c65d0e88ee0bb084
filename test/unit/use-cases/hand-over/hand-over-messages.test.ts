import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { HandOverRefused, type MessageToHub } from '../../../../src/domain/ports/hub.ts';
import type { HandOverFailure } from '../../../../src/domain/ports/hand-over-store.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { OutgoingMessage } from '../../../../src/domain/schemes/hand-over.ts';
import { handOverMessages } from '../../../../src/use-cases/hand-over/hand-over-messages.ts';

const NOW = 1_000_000;
const FIVE_MINUTES = 300_000;
const TEXT = '<Document>£</Document>';

/** Hands one message over to a hub that answers in the given way. */
async function handOver(attempts: number, answer: (message: MessageToHub) => Promise<void>) {
  const events: ServiceEvent[] = [];
  const postponed: HandOverFailure[] = [];
  const handedOver: string[] = [];
  const message: OutgoingMessage = {
    ...{ id: 'M1', instrument: 'FPS' as const, paymentId: 'p', number: 0, attempts },
    content: { kind: 'text', text: TEXT },
  };
  const unused = () => Promise.reject(new Error('unused'));
  await handOverMessages({
    store: {
      messagesToHandOver: () => Promise.resolve([message]),
      markHandedOver: (id) => Promise.resolve(void handedOver.push(id)),
      postponeMessage: (_, failure) => Promise.resolve(void postponed.push(failure)),
    },
    ...{ workers: { seal: unused }, files: { open: unused } },
    exchange: { handOver: answer },
    observe: (event) => void events.push(event),
    clock: () => NOW,
  });
  return { events, postponed, handedOver };
}

describe('handOverMessages', () => {
  test('passes the bytes with their length and SHA-256', async () => {
    let content = Buffer.alloc(0);
    let message: MessageToHub | undefined;
    const { handedOver } = await handOver(0, async (given) => {
      message = given;
      content = await buffer(Readable.from(given.pieces));
    });
    const sha256 = createHash('sha256').update(TEXT).digest('hex');
    expect(content.toString()).toBe(TEXT);
    expect(message).toMatchObject({ id: 'M1', bytes: content.length, sha256 });
    expect(handedOver).toEqual(['M1']);
  });

  test.each([
    [0, 1000],
    [3, 8000],
    [20, FIVE_MINUTES],
  ])('repeats an uncertain message after a growing time: attempt %i', async (attempts, retryMs) => {
    const error = new Error('no answer');
    const { events, postponed, handedOver } = await handOver(attempts, () => Promise.reject(error));
    expect(events).toEqual([
      { kind: 'handOverFailed', messageId: 'M1', instrument: 'FPS', attempts: attempts + 1, retryMs, error }, // prettier-ignore
    ]);
    expect(postponed).toEqual([{ problem: 'no answer', tryAt: NOW + retryMs }]);
    expect(handedOver).toEqual([]);
  });

  test('reports a refused message, and repeats it only after the longest time', async () => {
    const problem = 'The hub refuses message M1 with status 409.';
    const refusal = new HandOverRefused(problem);
    const { events, postponed, handedOver } = await handOver(0, () => Promise.reject(refusal));
    expect(events).toEqual([
      { kind: 'handOverRefused', messageId: 'M1', instrument: 'FPS', attempts: 1, retryMs: FIVE_MINUTES, problem }, // prettier-ignore
    ]);
    expect(postponed).toEqual([{ problem, tryAt: NOW + FIVE_MINUTES }]);
    expect(handedOver).toEqual([]);
  });
});
