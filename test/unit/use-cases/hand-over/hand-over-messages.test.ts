import { expect, it } from 'vitest';
import type { HandOverFailure } from '../../../../src/domain/ports/hand-over-store.ts';
import { HandOverRefused, type MessageToHub } from '../../../../src/domain/ports/hub.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { OutgoingMessage } from '../../../../src/domain/schemes/hand-over.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';
import { handOverMessages } from '../../../../src/use-cases/hand-over/hand-over-messages.ts';

const message = (id: string, attempts = 0, handOverBy = 1001): OutgoingMessage => ({
  ...{ id, paymentId: 'p', number: 0, instrument: 'FPS', attempts, handOverBy },
  content: { kind: 'text', text: `<Document>${id}</Document>` },
});

function parts(
  messages: readonly OutgoingMessage[],
  handOver: (message: MessageToHub) => Promise<void>,
  mark: (id: string) => Promise<void> = () => Promise.resolve(),
) {
  const events: ServiceEvent[] = [];
  const postponed: [string, HandOverFailure][] = [];
  const given = {
    store: {
      messagesToHandOver: (instruments: readonly Instrument[]) =>
        Promise.resolve(messages.filter(({ instrument }) => instruments.includes(instrument))),
      markHandedOver: mark,
      postponeMessage: (id: string, failure: HandOverFailure) =>
        Promise.resolve(void postponed.push([id, failure])),
    },
    workers: { seal: () => Promise.reject(new Error('not needed')) },
    files: { open: () => Promise.reject(new Error('not needed')) },
    exchange: { name: 'FPS,CHAPS', instruments: ['FPS', 'CHAPS'] as const, handOver },
    observe: (event: ServiceEvent) => void events.push(event),
    clock: () => 1000,
  };
  return { given, events, postponed };
}

it('postpones a message that fails by a growing time, and one that is refused by the longest', async () => {
  const { given, events, postponed } = parts([message('A', 2), message('B')], ({ id }) =>
    Promise.reject(id === 'A' ? new Error('It is away.') : new HandOverRefused('Not so.')),
  );
  expect(await handOverMessages(given)).toBe(2);
  expect(Object.fromEntries(postponed)).toEqual({
    A: { problem: 'It is away.', tryAt: 5000, refusedAt: null },
    B: { problem: 'Not so.', tryAt: 301_000, refusedAt: 1000 },
  });
  const common = { instrument: 'FPS', exchange: 'FPS,CHAPS' };
  expect(events).toEqual(
    expect.arrayContaining([
      {
        ...{ kind: 'handOverFailed', messageId: 'A', ...common, attempts: 3, retryMs: 4000 },
        problem: 'It is away.',
      },
      {
        ...{ kind: 'handOverRefused', messageId: 'B', ...common, attempts: 1, retryMs: 300_000 },
        problem: 'Not so.',
      },
    ]),
  );
});

it('hands over only messages of the schemes of its exchange', async () => {
  const handed: string[] = [];
  const bacs = { ...message('B'), instrument: 'BACS' as const };
  const { given } = parts([message('A'), bacs], ({ id }) => {
    return Promise.resolve(void handed.push(id));
  });
  expect(await handOverMessages(given)).toBe(1);
  expect(handed).toEqual(['A']);
});

it('hands a message over after its scheme has closed, and reports it as late', async () => {
  const { given, events } = parts([message('A'), message('B', 0, 1000)], () => Promise.resolve());
  expect(await handOverMessages(given)).toBe(2);
  const kindsOf = (id: string) =>
    events
      .filter((event) => 'messageId' in event && event.messageId === id)
      .map(({ kind }) => kind);
  expect(kindsOf('A')).toEqual(['messageHandedOver']);
  expect(kindsOf('B')).toEqual(['messageHandedOver', 'handedOverLate']);
});

it('waits for all hand-overs in progress if the store fails', async () => {
  const ended: string[] = [];
  const { given } = parts(
    [message('A'), message('B')],
    async ({ id }) => {
      if (id === 'B') await new Promise((resolve) => setTimeout(resolve, 50));
      ended.push(id);
    },
    (id) => (id === 'A' ? Promise.reject(new Error('The disk is full.')) : Promise.resolve()),
  );
  await expect(handOverMessages(given)).rejects.toThrow('The disk is full.');
  expect(ended).toEqual(['A', 'B']);
});
