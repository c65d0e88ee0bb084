import { expect, it } from 'vitest';
import { HandOverRefused, type MessageToHub } from '../../../../src/domain/ports/hub.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/shared/time.ts';
import { sendRecalls } from '../../../../src/use-cases/hand-over/send-recalls.ts';

const NOW = 1_000_000;

const recall = (id: string, attempts = 0) => {
  const credit = { messageId: 'M', index: 2, instrument: 'SEPA' } as const;
  return { id, ...credit, content: `<Document>${id}</Document>`, attempts };
};

const NAMES = { messageId: 'M', index: 2, instrument: 'SEPA' };

function parts(
  due: readonly ReturnType<typeof recall>[],
  handOver: (message: MessageToHub) => Promise<void>,
) {
  const events: ServiceEvent[] = [];
  const marked: unknown[] = [];
  const postponed: unknown[] = [];
  const given = {
    store: {
      recallsToHandOver: () => Promise.resolve(due),
      markRecallHandedOver: (...args: unknown[]) => Promise.resolve(void marked.push(args)),
      postponeRecall: (...args: unknown[]) => Promise.resolve(void postponed.push(args)),
    },
    exchange: { name: 'default', instruments: INSTRUMENTS, handOver },
    observe: (event: ServiceEvent) => void events.push(event),
    clock: () => NOW,
  };
  return { given, events, marked, postponed };
}

it('hands each due recall over with its id and content', async () => {
  const sent: string[] = [];
  const { given, events, marked } = parts([recall('R1'), recall('R2')], async (message) => {
    for await (const piece of message.pieces) sent.push(`${message.id} ${String(piece)}`);
  });
  expect(await sendRecalls(given)).toBe(2);
  const text = Buffer.from('<Document>R1</Document>').join(',');
  expect(sent[0]).toBe(`R1 ${text}`);
  expect(marked).toEqual([
    ['R1', NOW],
    ['R2', NOW],
  ]);
  expect(events[0]).toEqual({ kind: 'recallSent', recallId: 'R1', ...NAMES });
});

it('tries a failed recall again after a growing time, and a refused one after the longest', async () => {
  const { given, events, marked, postponed } = parts([recall('R1', 2), recall('R2')], ({ id }) =>
    Promise.reject(id === 'R1' ? new Error('away') : new HandOverRefused('unknown type')),
  );
  expect(await sendRecalls(given)).toBe(2);
  expect(marked).toEqual([]);
  expect(postponed).toEqual([
    ['R1', { problem: 'away', tryAt: NOW + 4 * SECOND_MS }],
    ['R2', { problem: 'unknown type', tryAt: NOW + 5 * MINUTE_MS }],
  ]);
  const failure = { exchange: 'default', attempts: 3, retryMs: 4 * SECOND_MS, problem: 'away' };
  expect(events[0]).toEqual({ kind: 'recallFailed', recallId: 'R1', ...NAMES, ...failure });
});

it('reports a failure of the store, and hands the other recalls over', async () => {
  const { given, marked } = parts([recall('R1'), recall('R2')], () => Promise.resolve());
  const { markRecallHandedOver } = given.store;
  const store = {
    ...given.store,
    markRecallHandedOver: (id: string, now: number) =>
      id === 'R1' ? Promise.reject(new Error('no database')) : markRecallHandedOver(id, now),
  };
  await expect(sendRecalls({ ...given, store })).rejects.toThrow('no database');
  expect(marked).toEqual([['R2', NOW]]);
});
