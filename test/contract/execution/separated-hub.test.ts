import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { account, BAKERY, fileOf, NEARLY_EMPTY, payment } from '../../helpers/payment-file.ts';
import { setAside } from '../../helpers/set-aside.ts';
import { ELSEWHERE, RecallingBank } from './recalling-bank.ts';

/* Payments of a file that are refused or separated, with a payment hub. */

const REJECTED = '99999900000004';
const LATER = '2026-12-03T10:00:00Z';
const THURSDAY = Date.parse('2026-12-03T09:00:00Z');

let bank: RecallingBank;

beforeEach(async () => {
  bank = await RecallingBank.start();
  bank.hub.start();
});

afterEach(() => bank.end());

/** Returns the indexes of the credits in each message that the hub received. */
function handedOver(): readonly (readonly number[])[] {
  const messages = bank.hub
    .messages()
    .map(({ credits }) => credits.map(({ id }) => Number(/\d+$/.exec(id)?.[0])));
  // A message without credits is an enquiry.
  const withCredits = messages.filter((credits) => credits.length > 0);
  return withCredits.sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

test('a message contains neither refused nor separated payments', async () => {
  const set = { refused: { 1: 'AC06' }, separated: { 2: THURSDAY, 3: THURSDAY } } as const;
  setAside(bank.service, set);
  const creditors = [ELSEWHERE, ELSEWHERE, REJECTED, BAKERY, ELSEWHERE, BAKERY];
  const before = ['ACSC', 'AC06', 'PDNG', 'PDNG', 'ACSC', 'ACSC'];
  const paymentId = await bank.pay(creditors, before);
  expect(handedOver()).toEqual([[0, 4]]);
  await expect(bank.recall(paymentId, 1)).rejects.toThrow('has not accepted row 2 of');
  await expect(bank.recall(paymentId, 2)).rejects.toThrow('has not accepted row 3 of');

  await bank.tpp.moveClock(LATER);
  await eventually(async () => {
    const after = ['ACSC', 'AC06', 'AC04', 'ACSC', 'ACSC', 'ACSC'];
    expect(await bank.statusesOf(paymentId)).toEqual(after);
  });
  expect(handedOver()).toEqual([[0, 4], [2]]);
  expect(await bank.problems()).toEqual([]);
});

test('a separated credit is recalled and comes back', async () => {
  setAside(bank.service, { separated: { 1: THURSDAY } });
  const creditors = [ELSEWHERE, ELSEWHERE, ELSEWHERE];
  const paymentId = await bank.pay(creditors, ['ACSC', 'PDNG', 'ACSC']);
  await bank.tpp.moveClock(LATER);
  await eventually(async () => {
    expect(await bank.statusesOf(paymentId)).toEqual(['ACSC', 'ACSC', 'ACSC']);
  });
  expect(await bank.recall(paymentId, 1)).toMatch(/^R[A-Z0-9]{23}$/);
  await eventually(async () => {
    const [first, second, third] = await bank.statusesOf(paymentId);
    expect([first, third]).toEqual(['ACSC', 'ACSC']);
    expect(second).not.toBe('ACSC');
  });
});

test('a BATCH payment without funds is not handed over', async () => {
  const from = { DebtorAccount: account(NEARLY_EMPTY, 'Northwind') };
  const amount = { InstructedAmount: { Amount: '400.00', Currency: 'GBP' } };
  const file = fileOf([
    payment(0),
    payment(1, { ...from, ...amount }),
    payment(2, { ...from, ...amount }),
    payment(3),
  ]);
  const paymentId = await bank.tpp.pay(file);
  await eventually(async () => {
    expect(await bank.statusesOf(paymentId)).toEqual(['ACSC', 'ACSC', 'AM04', 'ACSC']);
  });
  expect(handedOver()).toEqual([[0, 1, 3]]);
});
