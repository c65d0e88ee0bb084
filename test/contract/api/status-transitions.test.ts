import { describe, expect, test } from 'vitest';
import {
  INITIATION_MOVES,
  mayMove,
  PAYMENT_MOVES,
} from '../../../src/domain/lifecycle/lifecycle.ts';
import type { Family } from '../../../src/families/common/family.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { useStepwiseBank } from '../../helpers/stepwise-bank.ts';
import { payOrder, pounds, standingOrder, statusOf } from '../../helpers/orders.ts';
import { account, NEARLY_EMPTY, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { casePaying } from '../families/case-paying.ts';
import { FamilyClient } from '../families/family-client.ts';

/** The status transitions of payments in all families. No status occurs in both tables. */
const MOVES = { ...PAYMENT_MOVES, ...INITIATION_MOVES };

type Status = keyof typeof MOVES;

const ACCEPTING = '20000000000001';
const REJECTING = '99999900000001';
const SLOW = '99999900000050';

const bank = useStepwiseBank();

/**
 * Executes a payment step by step. Returns the statuses that the TPP sees, from the first one on.
 */
async function walk(family: Family, paymentId: string): Promise<readonly Status[]> {
  const ask = async () => (await statusOf(bank().tpp, family, paymentId)) as Status;
  let from = await ask();
  const statuses = [from];
  while (await bank().step()) {
    const to = await ask();
    expect(from === to || mayMove(MOVES, from, to), `${from} to ${to}`).toBe(true);
    expect(await bank().service.store.auditBooks()).toEqual([]);
    statuses.push(to);
    from = to;
  }
  return statuses;
}

const repeated = (status: Status, times: number): Status[] => Array<Status>(times).fill(status);

describe.each(FAMILIES)('a payment of $name, step by step,', (family) => {
  test.each([
    ['accepted', ACCEPTING, 2],
    ['rejected', REJECTING, 2],
    ['accepted after a day', SLOW, 3],
  ])('is %s through the listed statuses', async (outcome, creditor, stepsBetween) => {
    const familyCase = casePaying(family.name, creditor);
    const client = new FamilyClient(bank().tpp, family, familyCase);
    const submitted = await client.submit(await client.approved());
    const { first, last } = familyCase.statuses;
    // An immediate payment is booked when it is submitted. Any other payment is booked by a later
    // step.
    const isSingle = first === 'Pending';
    const [between, times]: [Status, number] = isSingle
      ? ['AcceptedSettlementInProcess', stepsBetween]
      : ['InitiationPending', stepsBetween + 1];
    const failed = isSingle ? 'Rejected' : 'InitiationFailed';
    expect(dataOf(submitted)['Status']).toBe(first);
    expect(await walk(family, client.paymentIdOf(submitted))).toEqual([
      ...repeated(between, times),
      outcome === 'rejected' ? failed : last,
    ]);
  });
});

describe('a standing order of two payments, step by step,', () => {
  const FUNDED = '1.00';
  const UNFUNDED = '5000.00';

  function order(creditor: string, first: string, second: string, others = {}): Promise<string> {
    const initiation = standingOrder({
      NumberOfPayments: '2',
      FirstPaymentAmount: pounds(first),
      RecurringPaymentAmount: pounds(second),
      CreditorAccount: account(creditor, 'Fresco Ltd'),
      ...others,
    });
    const debtor = [first, second].includes(UNFUNDED) ? NEARLY_EMPTY : NORTHWIND;
    return payOrder(bank().tpp, domesticStandingOrders, initiation, debtor);
  }

  /**
   * Cases of a standing order with two payments. Each payment is booked, sent and answered, but one
   * without funds cannot be booked.
   */
  test.each<[string, string, string, string, number, Status, number]>([
    ['both accepted', ACCEPTING, FUNDED, FUNDED, 3, 'InitiationCompleted', 4],
    ['both accepted after a day', SLOW, FUNDED, FUNDED, 4, 'InitiationCompleted', 5],
    ['both rejected', REJECTING, FUNDED, FUNDED, 6, 'InitiationFailed', 1],
    ['the first unfunded', ACCEPTING, UNFUNDED, FUNDED, 4, 'InitiationCompleted', 1],
    ['the second unfunded', ACCEPTING, FUNDED, UNFUNDED, 3, 'InitiationCompleted', 2],
    ['both unfunded', ACCEPTING, UNFUNDED, UNFUNDED, 2, 'InitiationFailed', 1],
    ['one unfunded, one rejected', REJECTING, UNFUNDED, FUNDED, 4, 'InitiationFailed', 1],
  ])('with %s has the listed statuses', async (...expected) => {
    const [, creditor, first, second, pending, last, lasting] = expected;
    const paymentId = await order(creditor, first, second);
    expect(await walk(domesticStandingOrders, paymentId)).toEqual([
      ...repeated('InitiationPending', pending),
      ...repeated(last, lasting),
    ]);
  });

  test('is pending until its first payment completes', async () => {
    const daily = { Frequency: 'EvryDay', FirstPaymentDateTime: '2026-12-02T09:00:00Z' };
    const paymentId = await order(SLOW, FUNDED, FUNDED, daily);
    const statuses = await walk(domesticStandingOrders, paymentId);
    expect(statuses).toHaveLength(1 + 8);
    expect(new Set(statuses)).toEqual(new Set(['InitiationPending', 'InitiationCompleted']));
    expect(statuses.at(-1)).toBe('InitiationCompleted');
  });
});
