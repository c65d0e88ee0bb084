import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { actorOf } from '../../../../src/domain/records/audit.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { balanceOf, LATER, NOW, RICH } from '../../../contract/store/fixtures.ts';
import { bringBack, documentOf, sendMessage } from '../../../contract/store/hub-messages.ts';
import { type Data } from '../fixtures.ts';
import { withHub, BY, AT, AFTER, P, receiveUnreadable, RETURNED } from './hub-world.ts';

const BY_OSCAR = { at: LATER, by: actorOf({ kind: 'operator', id: 'oscar' }) };

/** Receives a credit that came back and cannot be booked. */
async function receiveReturn({ store }: Data): Promise<void> {
  await sendMessage(store, 'p', 2);
  await bringBack(store, 'p', 'b');
  await store.endReturn({ messageId: P, index: 0 }, 'notOwned', NOW);
}

describe('pisctl hub problems', () => {
  it(
    'explains each problem and lists the dismissed ones',
    withHub(async (world) => {
      const { ask } = world;
      await receiveUnreadable(world);
      await receiveReturn(world);
      expect((await ask('problems')).split('\n')).toEqual([
        '1  document set aside (sum): The amounts do not add up to the sum in the header.',
        `    a.xml, received ${AT} through exchange default, SHA-256 ${documentOf('a')}`,
        '    Line 9, column 2: The sum is wrong.',
        '    To do: Ask the hub for a corrected document with a new id. Then dismiss this problem.',
        '2  returned credit set aside (notOwned): The debited account is closed, or belongs to ' +
          'another customer now. The money stays in the settlement account.',
        `    b.xml, received ${AT} through exchange default, SHA-256 ${documentOf('b')}`,
        `    message ${P}, payment p, index 0, 1.00 GBP`,
        '    To do: When the account can be credited again, use retry-return. Otherwise the bank ' +
          'must decide about the money.',
        'Open problems: documents 1, answers 0, returned credits 1. See: npx pisctl hub problems',
      ]);
      expect(await ask('dismiss', '1', '--reason', 'sent again')).toBe(
        'Problem 1 is dismissed. No money has moved.',
      );
      expect(await ask('problems', '--dismissed')).toContain(
        `    Dismissed ${AFTER} by ${BY}: sent again`,
      );
      await expect(ask('dismiss', '1', '--reason', 'x')).rejects.toThrow('Problem 1 has ended.');
      await expect(ask('dismiss', '7', '--reason', 'x')).rejects.toThrow('There is no problem 7.');
    }),
  );

  it(
    'reads a document again, and proposes to book a returned credit again',
    withHub(async (world) => {
      const { ask, store } = world;
      await receiveUnreadable(world);
      await receiveReturn(world);
      const retry = (problem: string) => ask('retry-return', problem, '--reason', 'It is open.');
      await expect(retry('1')).rejects.toThrow('Problem 1 is not a returned credit');
      expect(await ask('read-again', '1')).toContain('The document will be read again.');
      expect(await store.deliveriesToRead(10)).toHaveLength(1);
      const before = await balanceOf(store, RICH);
      const proposed = await retry('2');
      expect(proposed).toContain('Payee: Fresco Ltd');
      expect(proposed).toContain('npx pisctl proposal confirm 1');
      expect(await ask('problems')).toContain('returned credit set aside');
      expect(await store.confirmAction(1, RETURNED, BY_OSCAR)).toMatchObject({ kind: 'done' });
      expect(await balanceOf(store, RICH)).toBe(before);
      expect(await ask('problems')).toBe('No open problems.');
    }),
  );

  it(
    'repeats nothing while the schemes are simulated',
    withHub(async (world) => {
      await receiveUnreadable(world);
      const refusal = 'The schemes are simulated';
      await expect(world.ask('read-again', '1')).rejects.toThrow(refusal);
      const retry = world.ask('retry-return', '1', '--reason', 'It is open.');
      await expect(retry).rejects.toThrow(refusal);
    }, []),
  );
});

describe('pisctl hub stop', () => {
  it(
    'stops and resumes a scheme, and records both in the audit log',
    withHub(async ({ ask, store, folder }) => {
      await sendMessage(store, 'p', 1);
      expect(await ask('stop', 'FPS', '--reason', 'maintenance')).toBe(
        'FPS is stopped. Its messages wait until two operators resume it: npx pisctl hub resume FPS',
      );
      expect(await store.messagesToHandOver(INSTRUMENTS, LATER, 10)).toEqual([]);
      const again = ask('stop', 'FPS', '--reason', 'maintenance');
      await expect(again).rejects.toThrow('FPS is stopped already.');
      const resume = ['resume', 'FPS', '--reason', 'repaired'] as const;
      expect(await ask(...resume)).toContain('npx pisctl proposal confirm 1');
      await expect(ask(...resume)).rejects.toThrow('Proposal 1 is about this already.');
      expect(await store.messagesToHandOver(INSTRUMENTS, LATER, 10)).toEqual([]);
      expect(await store.confirmAction(1, null, BY_OSCAR)).toMatchObject({ kind: 'done' });
      await expect(ask(...resume)).rejects.toThrow('FPS is not stopped.');
      expect(await store.messagesToHandOver(INSTRUMENTS, LATER, 10)).toHaveLength(1);
      await store.close();
      const entries = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      const by = { actorKind: 'operator', actorId: BY, subject: 'FPS' };
      expect(entries.filter(({ subject }) => subject === 'FPS')).toMatchObject([
        { ...by, action: 'schemeStopped' },
        { ...by, action: 'actionProposed' },
        { ...by, actorId: 'oscar', action: 'schemeResumed' },
        { ...by, actorId: 'oscar', action: 'actionConfirmed' },
      ]);
    }),
  );

  it.each([
    [['stop', 'fps', '--reason', 'x'], 'Name one of the schemes FPS, '],
    [['stop', 'FPS', '--reason', ' '], 'Give a reason of 1 to 500 characters.'],
    [['stop', 'FPS'], "required option '--reason <text>' not specified"],
    [['dismiss', 'x', '--reason', 'y'], 'Name the problem by its number.'],
    [['read-again', '../1'], 'Name the problem by its number.'],
  ])('%j is refused: %s', (args, why) =>
    withHub(async ({ ask }) => {
      await expect(ask(...args)).rejects.toThrow(why);
    })(),
  );
});
