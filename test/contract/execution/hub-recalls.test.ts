import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serviceActor } from '../../../src/domain/records/audit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { BAKERY, fileOf, payment } from '../../helpers/payment-file.ts';
import { resumeScheme } from '../../helpers/proposals.ts';
import { FamilyClient } from '../families/family-client.ts';
import { ELSEWHERE, RecallingBank } from './recalling-bank.ts';

/* Recalls of credits that a payment hub has accepted, answered by the hub simulator. */

let bank: RecallingBank;

beforeEach(async () => {
  bank = await RecallingBank.start();
});

afterEach(() => bank.end());

const testAccount = (ending: string): string => `999999000000${ending}`;

describe('a recall of a credit', () => {
  test('is answered as the bank of each creditor decides', async () => {
    bank.hub.start();
    const endings = ['80', '81', '82', '83', '84', '85', '86'];
    const paymentId = await bank.pay([ELSEWHERE, ...endings.map(testAccount), '20000012345679']);
    for (let index = 0; index < 8; index += 1) await bank.recall(paymentId, index);
    await bank.recalled(paymentId, [
      'returned',
      'refused CUST',
      'refused LEGL',
      'refused NOOR',
      'refused ARDT',
      'returned',
      'returned',
      'open',
    ]);
    await eventually(async () => {
      const back = ['FOCR', 'ACSC', 'ACSC', 'ACSC', 'ACSC', 'FOCR', 'FOCR', 'ACSC', 'ACSC'];
      expect(await bank.statusesOf(paymentId)).toEqual(back);
      expect(bank.hub.isQuiet()).toBe(true);
    });
    expect(await bank.problems()).toEqual([]);
    const [message] = bank.hub.messages();
    expect(message?.credits.map(({ returned }) => returned !== '0.00')).toEqual([
      ...[true, false, false, false, false, true, true, false, false],
    ]);
    expect(await bank.metrics()).toContain('pis_recalls{scheme="FPS",state="open"} 1');
    expect(await bank.metrics()).toContain('pis_recalls_total{scheme="FPS",outcome="sent"} 8');
    expect(await bank.ask('recalls', '--open')).toMatch(/index 7.*\n1 listed\.$/s);
    expect(await bank.ask('recalls', '--payment', paymentId)).toContain('refused (LEGL) since');
  });

  test('is repeated after a refusal, and never while one is open', async () => {
    bank.hub.start();
    const paymentId = await bank.pay([testAccount('80'), testAccount('86')]);
    await bank.recall(paymentId, 0);
    await bank.recalled(paymentId, ['refused CUST']);
    await bank.recall(paymentId, 0);
    await bank.recalled(paymentId, ['refused CUST', 'refused CUST']);
    const { store } = bank.service;
    const [second, first] = await store.listActions('newest', 0, 2);
    expect(first?.facts).toMatchObject({ 'Earlier recalls': null, Warning: null });
    expect(second?.facts).toMatchObject({ 'Earlier recalls': 'DUPL refused (CUST)', Row: 1 });
    await bank.recall(paymentId, 1);
    await expect(bank.recall(paymentId, 1)).rejects.toThrow('has a recall that is not refused.');
  });

  test('by two operators at the same time is stored once', async () => {
    const paymentId = await bank.payAndStopHub([ELSEWHERE]);
    const propose = () => bank.proposeRecall(paymentId, '--row', '1', '--code', 'DUPL');
    const asked = await Promise.allSettled([propose(), propose()]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await bank.recallsOf(paymentId)).toEqual([]);
    const operators = ['second/1002', 'third/1003', 'fourth/1004'];
    const statuses = await Promise.all(operators.map((one) => bank.confirm('1', one)));
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect(await bank.recallsOf(paymentId)).toHaveLength(1);
  });

  test('is refused if the credit cannot come back', async () => {
    bank.hub.start();
    const creditors = [BAKERY, testAccount('01'), testAccount('70'), ELSEWHERE];
    const paymentId = await bank.pay(creditors, ['ACSC', 'AC01', 'AC04', 'ACSC']);
    await expect(bank.recall('none', 0)).rejects.toThrow('There is no payment none.');
    await expect(bank.recall(paymentId, 4)).rejects.toThrow(
      `Row 5 of payment ${paymentId} does not exist`,
    );
    await expect(bank.recall(paymentId, 0)).rejects.toThrow('is to an account at this bank');
    await expect(bank.recall(paymentId, 1)).rejects.toThrow('The scheme rejected row 2');
    await expect(bank.recall(paymentId, 2)).rejects.toThrow('came back already.');
    await expect(bank.proposeRecall(paymentId, '--code', 'CUST')).rejects.toThrow(
      'has several credits. Name one of them with --row, from 1.',
    );
    const bacs = await bank.pay([ELSEWHERE], ['ACSC'], { LocalInstrument: 'UK.OBIE.BACS' });
    await expect(bank.recall(bacs, 0)).rejects.toThrow('Bacs, which has no recalls (Standard 18).');
    await bank.hub.stop();
    const waiting = await bank.tpp.pay(fileOf([payment(0), payment(1)]));
    await expect(bank.recall(waiting, 1)).rejects.toThrow('The scheme has not accepted row 2');
    expect(await bank.service.store.listRecalls({ by: 'newest' }, 10)).toEqual([]);
  });
});

describe('a recall of a single payment', () => {
  test.each([
    ['domestic-payments', 'Rejected'],
    ['international-payments', 'Rejected'],
  ])('of %s needs no index', async (name, status) => {
    bank.hub.start();
    const client = new FamilyClient(bank.tpp, familyNamed(name));
    const { paymentId } = await client.paid();
    await eventually(async () => {
      expect(await bank.statusesOf(paymentId, name)).toEqual(['ACSC']);
    });
    const options = ['--code', 'FRAD', '--note', 'Łódź & co'];
    expect(await bank.confirm(await bank.proposeRecall(paymentId, ...options))).toBe(200);
    await bank.recalled(paymentId, ['returned']);
    await eventually(async () => {
      const reply = await client.readPayment(paymentId);
      expect(reply.json?.['Data']).toMatchObject({ Status: status });
    });
    const [one] = await bank.recallsOf(paymentId);
    const shown = await bank.ask('show', one?.id ?? '');
    expect(shown).toContain('<Rsn><Cd>FRAD</Cd></Rsn><AddtlInf>Lodz ');
    expect(one).toMatchObject({ reason: 'FRAD', note: 'Łódź & co' });
  });
});

describe('a recall of a stopped scheme', () => {
  test('is handed over once after a restart, with the same content', async () => {
    const paymentId = await bank.payAndStopHub([ELSEWHERE]);
    await bank.ask('stop', 'FPS', '--reason', 'maintenance');
    const id = await bank.recall(paymentId, 0);
    const shown = await bank.ask('show', id);
    await bank.restart();
    expect(await bank.recallsOf(paymentId)).toMatchObject([{ id, handedOverAt: null }]);
    const act = { at: bank.service.clock.now(), by: serviceActor('test') };
    expect(await resumeScheme(bank.service.store, 'FPS', act)).toMatchObject({ kind: 'done' });
    bank.hub.start({ twice: 1 });
    await bank.recalled(paymentId, ['returned']);
    expect(await bank.ask('show', id)).toBe(shown);
    expect(bank.hub.messages().filter((message) => message.state === 'recall')).toMatchObject([
      { id },
    ]);
    expect(await bank.problems()).toEqual([]);
  });
});
