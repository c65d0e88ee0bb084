import { expect, it } from 'vitest';
import type { CreditBatch } from '../../../../src/domain/ports/schemes.ts';
import type { FileFacts } from '../../../../src/domain/records/payment.ts';
import type { MessagesRequest } from '../../../../src/domain/ports/files.ts';
import type { NewMessage } from '../../../../src/domain/schemes/hand-over.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';
import { HOUR_MS } from '../../../../src/shared/time.ts';
import { createHubGateway } from '../../../../src/use-cases/hand-over/hub-gateway.ts';

type Parts = Parameters<typeof createHubGateway>[0];

const NEVER = () => {
  throw new Error('not needed');
};

const LEEDS = { TownName: 'Leeds', Country: 'GB' };

/** Sends a group of a file. Returns the request for its messages and the time of the answers. */
async function send(instrument: Instrument, at: string, hasMessages = false) {
  const requests: MessagesRequest[] = [];
  const added: (readonly NewMessage[])[] = [];
  const parts = {
    store: {
      hasMessages: () => Promise.resolve(hasMessages),
      addMessages: (_batch: unknown, messages: readonly NewMessage[]) =>
        Promise.resolve(void added.push(messages)),
      findPayment: () => Promise.resolve({ debtorAccount: '11280001234567' }),
      findHolder: () => Promise.resolve({ name: 'Acme Ltd', address: LEEDS }),
      answersOf: NEVER,
    },
    workers: {
      writeMessages: (_file: unknown, request: MessagesRequest) => {
        requests.push(request);
        return Promise.resolve([{ id: 'M1' }]);
      },
    },
    writer: { write: NEVER },
    holidays: { isBankHoliday: () => false, isTargetHoliday: () => false },
    rates: { ratePerPound: NEVER },
    settings: { bankSortCodes: ['112800'], hubMaxTransactions: 100_000 },
    observe: NEVER,
  } as unknown as Parts;
  const group = { instrument, date: null, debtors: [{ account: null }] };
  const file = { groups: [group] } as unknown as FileFacts;
  const batch = { paymentId: 'p', number: 0, instrument, date: null } as CreditBatch;
  const now = Date.parse(at);
  const credits = { kind: 'file', file, leftOut: [] } as const;
  const { answersAt } = await createHubGateway(parts).send({ ...batch, credits }, now);
  return { request: requests[0], added, answersAt };
}

// 28 February 2026 is a Saturday.
it.each<[Instrument, string, string, string]>([
  ['CHAPS', '2026-02-28T02:00:00Z', '2026-03-02', '2026-03-02T06:00:00Z'],
  ['CHAPS', '2026-02-27T17:40:00Z', '2026-03-02', '2026-03-02T06:00:00Z'],
  ['CHAPS', '2026-02-27T17:39:00Z', '2026-02-27', '2026-02-27T17:39:00Z'],
  ['SameDayEUR', '2026-02-28T02:00:00Z', '2026-03-02', '2026-03-02T06:00:00Z'],
  ['BACS', '2026-02-27T22:45:00Z', '2026-03-03', '2026-03-02T07:00:00Z'],
  ['BACS', '2026-02-27T12:00:00Z', '2026-03-02', '2026-02-27T12:00:00Z'],
  ['SEPA', '2026-02-28T12:00:00Z', '2026-03-03', '2026-03-02T00:00:00Z'],
  ['FPS', '2026-02-28T02:00:00Z', '2026-02-28', '2026-02-28T02:00:00Z'],
])('a batch of %s that is sent at %s settles on %s', async (instrument, at, date, from) => {
  const { request } = await send(instrument, at);
  expect(request?.settlementDate).toBe(date);
  expect(request?.handOver.from).toBe(Date.parse(from));
});

it('expects the answers after the scheme has opened, also when the step is repeated', async () => {
  for (const hasMessages of [false, true]) {
    const { answersAt } = await send('CHAPS', '2026-03-02T00:00:00Z', hasMessages);
    expect(answersAt).toBe(Date.parse('2026-03-02T06:00:00Z') + 2 * HOUR_MS);
  }
});

it('writes no messages for a batch that has some', async () => {
  const { request, added } = await send('CHAPS', '2026-03-02T00:00:00Z', true);
  expect([request, added]).toEqual([undefined, []]);
});

it('passes on the holders of the debited accounts, and the limit of the operator', async () => {
  const { request } = await send('CHAPS', '2026-03-02T00:00:00Z');
  expect(request).toMatchObject({
    debtors: { '11280001234567': { name: 'Acme Ltd', address: LEEDS } },
    maxTransactions: 100_000,
  });
});
