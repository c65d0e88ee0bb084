import { afterEach, beforeEach, expect, test } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { eventually } from '../../helpers/eventually.ts';
import { ELSEWHERE, RecallingBank } from '../execution/recalling-bank.ts';
import { expectTimeline, timelineOf } from './timelines.ts';

/* The history of payments that a payment hub gets (docs/decisions, 160). */

let bank: RecallingBank;

beforeEach(async () => {
  bank = await RecallingBank.start();
});

afterEach(() => bank.end());

/** The statuses of a file whose four payments were sent. */
const SENT = ['ACSP', 'ACSP', 'ACSP', 'ACSP'];

const testAccount = (ending: string): string => `999999000000${ending}`;

test('shows the message, its answers, a return and a recall', async () => {
  const paymentId = await bank.pay([ELSEWHERE, ...['01', '70', '80'].map(testAccount)], SENT);
  await eventually(async () => {
    const { next } = await timelineOf(bank.service, paymentId);
    expect(next.map(({ text }) => text).join(' ')).toMatch(
      /Faster Payments answers 4 credits of message \w+\. If not, the service asks the hub\.$/,
    );
  });
  bank.hub.start();
  await eventually(async () => {
    expect(await bank.statusesOf(paymentId)).toEqual(['ACSC', 'AC01', 'AC04', 'ACSC']);
  });
  await bank.recall(paymentId, 3);
  await bank.recalled(paymentId, ['refused CUST']);
  await expectTimeline(await timelineOf(bank.service, paymentId), 'hub-file');
  await expectTimeline(await timelineOf(bank.service, paymentId, 3), 'hub-row-returned');
  const accepted = await timelineOf(bank.service, paymentId, 1);
  expect(accepted.entries.map(({ kind }) => kind)).not.toContain('recall');
});

test('says of nothing that it was sent while its scheme is stopped', async () => {
  const { store, clock } = bank.service;
  const by = actorOf({ kind: 'operator', id: 'olga' });
  await store.stopScheme('FPS', 'The hub is under maintenance.', { at: clock.now(), by });
  const paymentId = await bank.pay([ELSEWHERE], ['ACSP']);
  await eventually(async () => {
    const { next } = await timelineOf(bank.service, paymentId);
    expect(next.map(({ command }) => command)).toEqual([
      'npx pisctl hub resume FPS --reason <text>',
    ]);
  });
  const { facts, entries } = await timelineOf(bank.service, paymentId, 1);
  expect(facts.status.meaning).toBe('Debited, waits for the scheme');
  expect(entries.map(({ text }) => text).join(' ')).toMatch(/wrote message \w+ for Faster/);
  expect(entries.map(({ text }) => text).join(' ')).not.toMatch(/\bsent\b|handed/);
});
