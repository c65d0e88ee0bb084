import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimedOperator } from '../../../src/cli/claimed-operator.ts';
import type { OverdueDates } from '../../../src/domain/calendar/settlement-entries.ts';
import type { ProposedOutcome, SchemeReason } from '../../../src/domain/schemes/proposals.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';
import { familyNamed } from '../../../src/families/index.ts';
import {
  notificationOf,
  ofCredit,
  ofMessage,
  type TestEntry,
} from '../../helpers/account-reports.ts';
import { postAs } from '../../helpers/control-request.ts';
import { eventually } from '../../helpers/eventually.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, BAKERY, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { FamilyClient } from '../families/family-client.ts';
import { timelineOf } from '../operators/timelines.ts';
import { ELSEWHERE, RecallingBank } from './recalling-bank.ts';

/* Outcomes that two operators decide, because the payment hub does not report them. */

/** The operator who runs `pisctl`. */
const BY = `claimed:${claimedOperator()}`;

let bank: RecallingBank;

beforeEach(async () => {
  bank = await RecallingBank.start();
});

afterEach(() => bank.end());

const testAccount = (ending: string): string => `999999000000${ending}`;

/** All settlement dates are overdue, so a missing entry is a difference at once. */
const DUE = Object.fromEntries(INSTRUMENTS.map((one) => [one, '2999-01-01'])) as OverdueDates;

/** Pays a file, and waits until the hub has its only message. Returns its id. */
async function handOver(
  creditors: readonly string[],
  overrides: Record<string, unknown> = {},
): Promise<{ readonly paymentId: string; readonly messageId: string }> {
  const payments = creditors.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd'), ...overrides }),
  );
  const paymentId = await bank.tpp.pay(fileOf(payments));
  return { paymentId, messageId: await messageOf(paymentId) };
}

/** Waits until the hub has the only message of a payment. Returns the id of the message. */
function messageOf(paymentId: string): Promise<string> {
  return eventually(async () => {
    const which = { by: 'payment', id: paymentId } as const;
    const [message] = await bank.service.store.listMessages(which, 10);
    expect(message?.handedOverAt).toEqual(expect.any(Number));
    return message?.id ?? '';
  });
}

function propose(credit: string, outcome: ProposedOutcome, code?: SchemeReason): Promise<string> {
  const coded = code === undefined ? [] : ['--code', code];
  return bank.ask('propose', credit, outcome, ...coded, '--reason', 'The scheme called.');
}

/** Lets an operator propose an outcome, and another one confirm it. */
async function decide(
  credit: string,
  outcome: ProposedOutcome,
  code?: SchemeReason,
): Promise<void> {
  const printed = await propose(credit, outcome, code);
  const id = /proposal confirm (\d+)$/.exec(printed)?.[1] ?? printed;
  const path = `/proposals/${id}/confirm`;
  const { status, body } = await postAs('oscar/999999', bank.service.directory, path);
  expect({ status, body }).toMatchObject({ status: 200 });
}

/** Returns what the API shows of a file: its status, its payments and its pacs.002 report. */
async function shownOf(paymentId: string) {
  const finished = await bank.tpp.finished(paymentId);
  const details = await detailsOf(bank.tpp, familyNamed('file-payments'), paymentId);
  const { text } = await bank.tpp.get(`/file-payments/${paymentId}/report-file`);
  const report = text
    .replaceAll(paymentId, 'the payment')
    .replaceAll(/2026-12-01T[\d:.]+Z/g, 'now');
  const statuses = details.map(({ StatusDetail }) => StatusDetail);
  return { status: finished['Status'], statuses, report };
}

describe('credits that the hub does not answer', () => {
  test('are shown like answered ones after two operators decided', async () => {
    bank.hub.start();
    const answered = await bank.pay(
      [testAccount('04'), ELSEWHERE, BAKERY],
      ['AC04', 'ACSC', 'ACSC'],
    );
    await bank.hub.stop();

    const { paymentId, messageId } = await handOver([testAccount('04'), ELSEWHERE, BAKERY]);
    await decide(`${messageId}-0`, 'rejected', 'AC04');
    expect(await bank.statusesOf(paymentId)).not.toContain('AC04');
    await decide(`${messageId}-1`, 'accepted');
    await eventually(async () => {
      expect(await bank.statusesOf(paymentId)).toEqual(['AC04', 'ACSC', 'ACSC']);
    });
    const expected = await shownOf(answered);
    expect(expected.status).toBe('InitiationCompleted');
    expect(expected.report).toContain('<Cd>AC04</Cd>');
    expect(await shownOf(paymentId)).toEqual(expected);
    const listed = await bank.ask('messages', '--unanswered');
    expect(listed).toBe('No message.');
  });

  test('go to the debtor only after the confirmation, also after a restart', async () => {
    const { paymentId, messageId } = await handOver([ELSEWHERE]);
    const printed = await propose(`${messageId}-0`, 'rejected', 'AC06');
    expect(printed).toMatch(/^1 {2}Decide the outcome of a credit/);
    await expect(bank.decide('confirm', '1')).rejects.toThrow('by another operator');
    await bank.restart();
    expect(await bank.statusesOf(paymentId)).not.toContain('AC06');
    const listed = await bank.decide('list', '--open');
    for (const fact of ['Amount: £10.50', 'Outcome: rejected', 'Reason code: AC06']) {
      expect(listed).toContain(fact);
    }
    const { next } = await timelineOf(bank.service, paymentId);
    expect(next.map(({ command }) => command)).toContain('npx pisctl proposal confirm 1');
    await bank.decide('withdraw', '1');
    await decide(`${messageId}-0`, 'rejected', 'AC06');
    await bank.restart();
    await eventually(async () => {
      expect(await bank.statusesOf(paymentId)).toEqual(['AC06']);
    });
    expect(await lastEntry()).toMatch(/returned.* 10\.50 /);
    const { entries } = await timelineOf(bank.service, paymentId);
    const proposals = entries.filter(({ kind }) => kind === 'proposal');
    expect(proposals.map(({ text, actor: { id } }) => `${id}: ${text}`)).toEqual([
      `${BY}: An operator proposed that payment 1 is rejected (proposal 1): The scheme called.`,
      `${BY}: An operator withdrew proposal 1.`,
      `${BY}: An operator proposed that payment 1 is rejected (proposal 2): The scheme called.`,
      'claimed:oscar/999999: An operator confirmed proposal 2.',
    ]);
    // Each entry has its entry of the audit log, which is not shown twice.
    expect(new Set(proposals.map(({ links }) => links.auditEntry)).size).toBe(4);
    expect(proposals.map(({ code }) => code?.code)).toEqual(['AC06', undefined, 'AC06', undefined]);
    // The hub accepts the credit later. The debtor has the money, so an operator must ask.
    bank.hub.start();
    await eventually(async () => {
      expect(await bank.problems()).toEqual(['acceptedAfterRejection']);
    });
    expect(await bank.statusesOf(paymentId)).toEqual(['AC06']);
  });

  test.each(['domestic-payments', 'international-payments'])(
    'are rejected for a single payment of %s',
    async (name) => {
      const client = new FamilyClient(bank.tpp, familyNamed(name));
      const { paymentId } = await client.paid();
      const messageId = await messageOf(paymentId);
      await decide(`${messageId}-0`, 'rejected', 'AC04');
      await eventually(async () => {
        expect((await client.readPayment(paymentId)).json?.['Data']).toMatchObject({
          Status: 'Rejected',
        });
        expect(await bank.statusesOf(paymentId, name)).toEqual(['AC04']);
      });
    },
  );

  test('are named by the numbers in a Bacs submission, too', async () => {
    const creditors = [BAKERY, ELSEWHERE, ELSEWHERE];
    const bacs = { LocalInstrument: 'UK.OBIE.BACS' };
    const { paymentId, messageId } = await handOver(creditors, bacs);
    await decide(`${messageId}-#1`, 'rejected', 'AC01');
    await decide(`${messageId}-2`, 'accepted');
    await eventually(async () => {
      expect(await bank.statusesOf(paymentId)).toEqual(['ACSC', 'AC01', 'ACSC']);
    });
  });

  test('must exist in a message that the hub has', async () => {
    const { paymentId, messageId } = await handOver([BAKERY, ELSEWHERE]);
    const refused = (credit: string) =>
      expect(propose(credit, 'accepted')).rejects.toThrow(`handed over no credit ${credit}.`);
    // The first credit is to an account at this bank.
    await refused(`${messageId}-0`);
    await refused(`${messageId}-2`);
    await refused(`${messageId}X-1`);
    await refused('A00000000000000000000000-0');
    await bank.ask('stop', 'FPS', '--reason', 'maintenance');
    const waiting = await bank.tpp.pay(fileOf([payment(0)]));
    const which = { by: 'payment', id: waiting } as const;
    const [message] = await eventually(async () => {
      const found = await bank.service.store.listMessages(which, 1);
      expect(found).toHaveLength(1);
      return found;
    });
    await expect(propose(`${message?.id ?? ''}-0`, 'rejected', 'AC04')).rejects.toThrow(
      'so it may still be sent',
    );
    expect(await bank.decide('list')).toBe('No proposal.');
    expect(await bank.statusesOf(paymentId)).toHaveLength(2);
  });
});

describe('money that came back without a return of the hub', () => {
  test('goes to the debtor after two operators decided, and the difference disappears', async () => {
    const paymentId = await bank.payAndStopHub([ELSEWHERE, ELSEWHERE]);
    const messageId = await messageOf(paymentId);
    await deliverEntries(messageId);
    const found = await bank.service.store.listDifferences(DUE, 10);
    expect(found).toMatchObject([{ kind: 'unexpected', detail: 'noReturn CRDT B' }]);

    await decide(`${messageId}-1`, 'returned', 'AC04');
    await eventually(async () => {
      expect(await bank.statusesOf(paymentId)).toEqual(['ACSC', 'AC04']);
    });
    expect(await lastEntry()).toMatch(/^returned-credit 10\.50 Returned AC04/);
    expect(await bank.service.store.listDifferences(DUE, 10)).toEqual([]);
    expect(await bank.problems()).toEqual([]);
    await expect(propose(`${messageId}-1`, 'returned', 'AC04')).rejects.toThrow('came back');

    // Without an entry, the account does not show the return.
    await decide(`${messageId}-0`, 'returned', 'AC04');
    await eventually(async () => {
      expect(await bank.statusesOf(paymentId)).toEqual(['AC04', 'AC04']);
    });
    const missing = { kind: 'missing', name: `${messageId}-0`, detail: 'PROPOSAL-2' };
    expect(await bank.service.store.listDifferences(DUE, 10)).toMatchObject([missing]);
  });
});

/** Delivers a notification: both credits of a message were paid, and the second one came back. */
async function deliverEntries(messageId: string): Promise<void> {
  const paid: TestEntry = { amount: '21.00', reference: 'A', details: ofMessage(messageId, 2) };
  const back: TestEntry = { amount: '10.50', reference: 'B', direction: 'CRDT' };
  const details = ofCredit(`${messageId}-1`);
  bank.hub.deliver('entries.xml', notificationOf('ENTRIES', paid, { ...back, details }));
  await eventually(() => {
    expect(bank.service.events.map(({ kind }) => kind)).toContain('entriesTaken');
  });
}

/** Returns the last entry of the debited account. */
async function lastEntry(): Promise<string> {
  const reply = await bank.tpp.get(`/sandbox/accounts/${NORTHWIND}/entries?limit=1000`);
  const entries = reply.json?.['entries'] as { kind: string; amount: string; reference: string }[];
  const { kind, amount, reference } = entries.at(-1) ?? { kind: '', amount: '', reference: '' };
  return `${kind} ${amount} ${reference}`;
}
