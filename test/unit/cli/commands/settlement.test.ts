import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import type { MatchedEntry } from '../../../../src/domain/schemes/reconciliation.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import {
  beginDocument,
  documentOf,
  messageOf,
  sendMessage,
  sliceOf,
} from '../../../contract/store/hub-messages.ts';
import { BY, P, withHub, type World } from './hub-world.ts';

/** Hands over a message of two credits. The scheme accepts both. */
async function accept({ store }: World, settlementDate = '2026-02-20'): Promise<void> {
  const message = { ...messageOf('p', 2), settlementDate };
  await sendMessage(store, 'p', 2, message);
  await beginDocument(store, 'b');
  const answers = [0, 1].map((index) => {
    const credit = { messageId: P, index, position: index, amount: 100 };
    return { ...credit, meaning: 'accepted', reason: 'NARR', returned: null } as const;
  });
  await store.takeAnswers(documentOf('b'), sliceOf({ answers, to: 2 }), LATER);
}

/** Takes a statement with one entry. */
async function report({ store }: World, letter: string, entry: Partial<MatchedEntry>) {
  await beginDocument(store, letter);
  const whole: MatchedEntry = {
    ...{ position: 0, account: 'SETTLEMENT-1', amount: { minor: 200, currency: 'GBP' } },
    ...{ direction: 'DBIT', isReversal: false, bookingDate: null, valueDate: null },
    ...{ servicerReference: `REF ${letter}`, messageId: P, index: null, transactions: 2 },
    ...{ isReturn: false, problem: null, ...entry },
  };
  const statement = {
    ...{ id: `STMT-${letter}`, account: 'SETTLEMENT-1', currency: 'GBP', sequence: 7, entries: 1 },
    ...{ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z', opening: 0, closing: -200 },
  };
  const part = { from: 0, to: 1, entries: [whole], statements: [statement], isLast: true };
  await store.takeReport({ sha256: documentOf(letter), exchange: 'default' }, part, NOW);
}

describe('pisctl hub differences', () => {
  it(
    'lists differences, also of one scheme, and resolve closes them',
    withHub(async (world) => {
      const { ask } = world;
      expect(await ask('differences')).toBe('No difference.');
      await accept(world);
      expect(await ask('differences')).toBe('No difference.');
      await report(world, 'c', { messageId: null, problem: 'unknown', transactions: 1 });
      const missing = [
        `${P}: missing, since 2026-02-21 00:00:00 GMT`,
        '    Accepted credits or a return without an entry after the time for it.',
        '    expected: 2 credits, 2.00 GBP',
        '    reported: 0 credits, 0.00 GBP',
        '    scheme: FPS',
        '    payment: p',
      ];
      expect((await ask('differences')).split('\n')).toEqual([
        ...missing,
        'E1: unexpected, since 2026-03-02 10:00:00 GMT',
        '    An entry that does not count.',
        '    expected: 0 credits, 0.00 GBP',
        '    reported: 1 credit, 2.00 GBP',
        '    account: SETTLEMENT-1',
        '    entry: DBIT REF c. The entry names no message and no credit of this service.',
        '2 listed.',
      ]);
      expect(await ask('differences', '--scheme', 'FPS')).toBe(
        [...missing, '1 listed.'].join('\n'),
      );
      expect(await ask('differences', '--scheme', 'CHAPS')).toBe('No difference.');

      expect(await ask('resolve', P, '--reason', 'found it')).toBe(
        `Difference ${P} is resolved. No money has moved.`,
      );
      expect(await ask('resolve', 'E1', '--reason', 'a fee')).toContain('E1 is resolved.');
      expect(await ask('differences')).toBe('No difference.');
      await expect(ask('resolve', P, '--reason', 'x')).rejects.toThrow('or it is resolved.');
      await expect(ask('resolve', 'E7', '--reason', 'x')).rejects.toThrow('no difference E7.');
      await expect(ask('resolve', '../x', '--reason', 'x')).rejects.toThrow('Name the difference');
      await expect(ask('resolve', P, '--reason', ' ')).rejects.toThrow('Give a reason');

      await world.store.close();
      const entries = readAuditLog(dataFolder(world.folder).database, (rows) => [...rows]);
      const closed = entries.filter(({ action }) => action === 'settlementResolved');
      const by = { actorKind: 'operator', actorId: BY };
      expect(closed).toMatchObject([
        { ...by, subject: P },
        { ...by, subject: 'E1' },
      ]);
    }),
  );

  it(
    'resolve refuses missing credits before they are listed',
    withHub(async (world) => {
      const { ask } = world;
      // Tomorrow is the last day for the entries of today's credits.
      await accept(world, '2026-03-02');
      await report(world, 'c', { messageId: null, problem: 'unknown', transactions: 1 });
      expect(await ask('differences', '--scheme', 'FPS')).toBe('No difference.');
      await expect(ask('resolve', P, '--reason', 'x')).rejects.toThrow(
        `There is no difference ${P}. See`,
      );
      const sums = await ask('settlement', '--from', '2026-03-02');
      expect(sums).toContain('1 message, not on the account yet: 2.00 GBP');
      expect(sums).toContain('resolved 0.00 GBP');
    }),
  );

  it(
    'lists statements and sums',
    withHub(async (world) => {
      const { ask } = world;
      expect(await ask('statements')).toBe('No statement.');
      expect(await ask('settlement')).toBe('No message.');
      await accept(world);
      await report(world, 'c', { amount: { minor: 150, currency: 'GBP' } });
      expect((await ask('statements')).split('\n')).toEqual([
        'SETTLEMENT-1 number 7: STMT-c',
        '    received 2026-03-02 10:00:00 GMT through default',
        '    entries 1, from 0.00 GBP to -2.00 GBP',
        '    period 2026-03-01T00:00:00Z to 2026-03-02T00:00:00Z',
        '1 listed.',
      ]);
      expect(await ask('settlement', '--from', '2026-02-21')).toBe('No message.');
      expect((await ask('settlement', '--from', '2026-02-20')).split('\n')).toEqual([
        '2026-02-20 FPS: 1 message, DIFFERENCE 0.50 GBP',
        '    written 2.00 GBP, accepted 2.00 GBP, rejected 0.00 GBP, on the account 1.50 GBP, ' +
          'resolved 0.00 GBP',
        '1 listed.',
      ]);
      await expect(ask('settlement', '--from', 'today')).rejects.toThrow('Write the first date');
    }),
  );
});
