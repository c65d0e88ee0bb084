import { beforeEach, describe, expect, test } from 'vitest';
import { internationalPayments } from '../../../src/families/international/payments.ts';
import { useStepwiseBank } from '../../helpers/stepwise-bank.ts';
import { entriesOf } from '../../helpers/orders.ts';
import { BAKERY, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { casePaying } from '../families/case-paying.ts';
import { FamilyClient } from '../families/family-client.ts';

/**
 * The price of 165.88 US dollars in pence at the agreed rate of 1.25, without the charge for SWIFT.
 */
const SENT_PENCE = 132_70;
const DEBITS = ['debit -132.70', 'debit -15.00'];

const bank = useStepwiseBank();

beforeEach(() => {
  bank().calls.length = 0;
});

/**
 * Makes an international payment. Returns its final status, the amounts that the scheme received
 * and the entries of Northwind's account.
 */
async function pay(creditor: string) {
  const { tpp } = bank();
  const familyCase = casePaying(internationalPayments.name, creditor);
  const client = new FamilyClient(tpp, internationalPayments, familyCase);
  const before = await entriesOf(tpp, NORTHWIND);
  const { paymentId } = await client.paid();
  while (await bank().step()) expect(await bank().service.store.auditBooks()).toEqual([]);
  const entries = (await entriesOf(tpp, NORTHWIND)).slice(before.length);
  return {
    status: dataOf(await client.readPayment(paymentId))['Status'],
    amounts: bank().calls.map(
      ({ credits }) => credits.kind === 'one' && credits.payment.amountPence,
    ),
    entries: entries.map(({ kind, amount }) => `${kind} ${amount}`),
  };
}

describe('SWIFT receives the amount without the charge', () => {
  test('when a payment is sent and when its result is requested', async () => {
    expect(await pay('20000000000001')).toEqual({
      status: 'AcceptedSettlementCompleted',
      amounts: [SENT_PENCE, SENT_PENCE],
      entries: DEBITS,
    });
  });

  test('of a payment to a foreign account whose number equals one at this bank, which is not credited', async () => {
    const before = await entriesOf(bank().tpp, BAKERY);
    expect(await pay(BAKERY)).toEqual({
      status: 'AcceptedSettlementCompleted',
      amounts: [SENT_PENCE, SENT_PENCE],
      entries: DEBITS,
    });
    expect(await entriesOf(bank().tpp, BAKERY)).toEqual(before);
  });

  test('of a payment that it rejects, which is returned with the charge', async () => {
    expect(await pay('99999900000001')).toEqual({
      status: 'Rejected',
      amounts: [SENT_PENCE, SENT_PENCE],
      entries: [...DEBITS, 'returned-credit 147.70'],
    });
  });

  test('of a payment that is pending for a day, which is settled with the charge', async () => {
    expect(await pay('99999900000050')).toEqual({
      status: 'AcceptedSettlementCompleted',
      amounts: [SENT_PENCE, SENT_PENCE, SENT_PENCE],
      entries: DEBITS,
    });
  });
});
