import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import {
  arrivalOf,
  documentOf,
  leavePending,
  messageIdOf,
  messageOf,
  sendMessage,
} from '../../../contract/store/hub-messages.ts';
import { EXCHANGES, withHub, BY, AT, AFTER, P, Q, receiveUnreadable } from './hub-world.ts';

describe('pisctl hub status', () => {
  it(
    'shows the queues of each scheme and the number of problems',
    withHub(async (world) => {
      const { ask, store } = world;
      await sendMessage(store, 'p', 2);
      await sendMessage(store, 'q', 3);
      await store.markHandedOver(Q, NOW - 3_600_000);
      const failure = { problem: 'no space\u001B[2J', tryAt: LATER, refusedAt: null };
      await store.postponeMessage(P, failure);
      await receiveUnreadable(world);
      await ask('stop', 'CHAPS', '--reason', 'the scheme is closed');
      const lines = (await ask('status')).split('\n');
      expect(lines.slice(0, 6)).toEqual([
        'Exchange default: folder:/srv/exchange',
        'Exchange BACS: https://bacs.example',
        'FPS',
        '    exchange: default',
        `    waiting: 1, oldest of ${AT}`,
        `    failing: ${P}, failed attempts 1: no space\uFFFD[2J`,
      ]);
      expect(lines).toContain(
        '    not completely answered: 1 with 3 credits, oldest handed over ' +
          '2026-03-02 09:00:00 GMT, 1 overdue',
      );
      expect(lines.slice(lines.indexOf('BACS')).slice(0, 2)).toEqual([
        'BACS',
        '    exchange: BACS',
      ]);
      expect(lines).toContain(`    STOPPED since ${AFTER} by ${BY}: the scheme is closed`);
      expect(lines.at(-1)).toBe(
        'Open problems: documents 1, answers 0, returned credits 0. See: npx pisctl hub problems',
      );
      expect(JSON.parse(await ask('status', '--json'))).toMatchObject({
        exchanges: EXCHANGES,
        problems: { document: 1, answer: 0, return: 0 },
      });
    }),
  );

  it(
    'shows refused messages separately from failing ones, and pending credits',
    withHub(async (world) => {
      const { ask, store } = world;
      const refusal = { problem: 'It is\u001B[2J other content.', tryAt: LATER, refusedAt: NOW };
      for (const payment of ['p', 'q']) {
        await sendMessage(store, payment, 2);
        await store.postponeMessage(messageIdOf(payment), refusal);
      }
      await sendMessage(store, 'r', 2);
      await leavePending(store, 'r', 'c', NOW);
      const lines = (await ask('status')).split('\n').slice(4);
      expect(lines.slice(0, 4)).toEqual([
        `    waiting: 2, oldest of ${AT}`,
        `    REFUSED: 2, newest ${Q} at ${AT}: It is\uFFFD[2J other content.`,
        `    not completely answered: 1 with 1 credit, oldest handed over ${AT}, 0 overdue`,
        `    pending: 1 with 1 credit, oldest handed over ${AT}`,
      ]);
      expect(await ask('messages', '--waiting')).toContain(
        `    refused ${AT}: It is\uFFFD[2J other content.`,
      );
      expect(await ask('messages', '--pending')).toMatch(new RegExp(`^${messageIdOf('r')} .*`));
      expect(await ask('messages', '--pending')).toContain('1 not answered, 1 pending');
      await expect(ask('messages', '--pending', '--waiting')).rejects.toThrow('cannot be used');
    }),
  );

  it(
    'shows messages that wait for the opening, and late ones',
    withHub(async ({ ask, store }) => {
      const day = { from: LATER + 1000, by: LATER + 2000 };
      await sendMessage(store, 'p', 2, { ...messageOf('p', 2), handOver: day });
      const past = { from: NOW, by: NOW };
      await sendMessage(store, 'q', 2, { ...messageOf('q', 2), handOver: past });
      await sendMessage(store, 'r', 2, { ...messageOf('r', 2), handOver: past });
      await store.markHandedOver(messageIdOf('r'), NOW);
      const lines = (await ask('status')).split('\n').slice(4);
      expect(lines.slice(0, 3)).toEqual([
        `    waiting: 1, oldest of ${AT}`,
        '    scheduled: 1, next from 2026-03-02 10:00:02 GMT',
        '    LATE: 1 waiting, 1 handed over after the scheme closed and not completely answered',
      ]);
    }),
  );

  it(
    'reports that the schemes are simulated',
    withHub(async ({ ask }) => {
      const lines = (await ask('status')).split('\n');
      expect(lines.join()).not.toContain('exchange:');
      expect(lines[0]).toBe(
        'The schemes are simulated (PIS_SCHEMES). No messages are handed over.',
      );
      expect(lines.at(-1)).toBe('No open problems.');
    }, []),
  );
});

describe('pisctl hub messages', () => {
  it(
    'lists messages and prints their content',
    withHub(async ({ ask, store }) => {
      expect(await ask('messages')).toBe('No message.');
      await sendMessage(store, 'p', 2);
      await sendMessage(store, 'q', 1);
      await store.markHandedOver(Q, LATER);
      expect((await ask('messages', '--waiting')).split('\n')).toEqual([
        `${P}  FPS, 2 credits, 2.00 GBP`,
        '    payment p, batch 0, payments 0 to 1',
        `    created ${AT}, waiting, next attempt from ${AT}, settlement 2026-03-02`,
        '    2 not answered, 0 pending, 0 accepted, 0 rejected',
        '1 listed.',
      ]);
      expect(await ask('messages', '--unanswered')).toContain(`handed over ${AFTER}`);
      expect(await ask('messages', '--id', Q)).toMatch(new RegExp(`^${Q}`));
      expect(await ask('messages', '--payment', 'p')).toMatch(new RegExp(`^${P}`));
      expect(await ask('messages')).toContain('2 listed.');
      expect(await ask('show', P)).toBe('<Document for="p"/>');
      const document = { sha256: 'f'.repeat(64), bytes: 11, content: Buffer.from('<Document/>') };
      await store.addDelivery(document, arrivalOf('one.xml'), NOW);
      expect(await ask('show', document.sha256)).toBe('<Document/>');
      await expect(ask('show', 'X')).rejects.toThrow('There is no message or document X.');
      await expect(ask('show', '../hub')).rejects.toThrow('Name the message by its id.');
      await expect(ask('messages', '--waiting', '--unanswered')).rejects.toThrow('cannot be used');
    }),
  );

  it(
    'prints the content of a message that is stored as a file',
    withHub(async ({ ask, store }) => {
      const content = { kind: 'file', file: { sha256: documentOf('f'), bytes: 10 } } as const;
      await sendMessage(store, 'q', 1, { ...messageOf('q', 1), content });
      expect(await ask('show', Q)).toBe('VOL1\nHDR1');
    }),
  );
});

describe('pisctl hub enquire', () => {
  it(
    'asks the hub about a message, records the command, and shows when the hub was last asked',
    withHub(async ({ ask, store, folder }) => {
      await sendMessage(store, 'p', 2);
      await expect(ask('enquire', P)).rejects.toThrow(`Message ${P} is not handed over`);
      await store.markHandedOver(P, NOW);
      expect(await ask('enquire', P)).toBe(
        `The hub will be asked. See: npx pisctl hub messages --id ${P}`,
      );
      expect(await store.messagesToEnquire(INSTRUMENTS, LATER, 10)).toMatchObject([{ id: P }]);
      const command = { messageId: P, createdAt: LATER, content: '<Document/>' };
      await store.addEnquiry({ ...command, id: 'E1', number: 1 });
      await store.postponeEnquiry(
        { id: 'E1', messageId: P },
        { problem: 'no\u001B[2J', tryAt: LATER },
      );
      const lastLine = async () => (await ask('messages', '--id', P)).split('\n').at(-2);
      const never = '    last enquiry E1, hub last asked: never: no\uFFFD[2J';
      expect(await lastLine()).toBe(never);
      await store.markEnquired({ id: 'E1', messageId: P }, LATER, LATER + 1000);
      expect(await lastLine()).toBe(`    last enquiry E1, hub last asked: ${AFTER}`);
      await store.addEnquiry({ ...command, id: 'E2', number: 2 });
      expect(await lastLine()).toBe(`    last enquiry E2, hub last asked: ${AFTER}`);
      await store.close();
      const entries = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      const enquired = { action: 'hubEnquired', actorKind: 'operator', actorId: BY, subject: P };
      expect(entries).toContainEqual(expect.objectContaining(enquired));
    }),
  );

  it(
    'says why the hub cannot be asked',
    withHub(async ({ ask, store }) => {
      await expect(ask('enquire', 'X')).rejects.toThrow('There is no message X.');
      await expect(ask('enquire', '../hub')).rejects.toThrow('Name the message by its id.');
      await sendMessage(store, 'q', 1, { ...messageOf('q', 1), instrument: 'BACS' });
      await store.markHandedOver(Q, NOW);
      await expect(ask('enquire', Q)).rejects.toThrow('Bacs (Standard 18) has no enquiries.');
      await sendMessage(store, 'p', 1);
      await store.markHandedOver(P, NOW);
      await ask('stop', 'FPS', '--reason', 'maintenance');
      await expect(ask('enquire', P)).rejects.toThrow('The scheme is stopped. Resume it first.');
    }),
  );

  it(
    'asks nobody while the schemes are simulated',
    withHub(async ({ ask }) => {
      await expect(ask('enquire', P)).rejects.toThrow('The schemes are simulated');
    }, []),
  );
});
