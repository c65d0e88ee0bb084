import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { account, CLOSED, DEPOSIT, NORTHWIND, PAYROLL } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, type Reply, type Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { caseOf } from './family-cases.ts';
import { FamilyClient } from './family-client.ts';

/** An account of another customer of this bank, and an account at another bank. */
const ACCOUNT_OF_RITA = '11280009876543';
const ACCOUNT_ELSEWHERE = '20304012345678';

const NOTHING_TO_DECIDE = [400, ['Resource.InvalidConsentStatus']];

const INELIGIBLE = [
  ['of another customer', ACCOUNT_OF_RITA, 'not one of your accounts'],
  ['of another bank', ACCOUNT_ELSEWHERE, 'not one of your accounts'],
  ['that is closed', CLOSED, 'closed'],
  ['for deposits', DEPOSIT, 'not a current account'],
] as const;

function statusAndCodes(reply: Reply): [number, string[]] {
  return [reply.status, faultsOf(reply)];
}

/** The bank for all journeys that end before a payment is made. */
const bank = useService();

describe.each(FAMILIES)('$name', (family) => {
  const familyCase = caseOf(family.name);

  describe('the whole journey', () => {
    // Each family has a bank of its own, because the tests move its clock.
    const { service, tpp } = useService();
    const client = (): FamilyClient => new FamilyClient(tpp(), family);

    test('executes the payment, moves the money once and balances the books', async () => {
      const { debtorAccount } = familyCase.customer;
      const before = await balanceOf(tpp(), debtorAccount);
      const approved = await client().approved();
      const key = 'the-whole-way';
      const submitted = await client().submit(approved, { options: { key } });
      const paymentId = client().paymentIdOf(submitted);
      expect(dataOf(submitted)['Status']).toBe(familyCase.statuses.first);

      if (familyCase.dueAt !== null) {
        expect(await statusOf(client(), paymentId)).toBe(familyCase.statuses.first);
        expect(await balanceOf(tpp(), debtorAccount)).toBe(before);
        await tpp().moveClock(familyCase.dueAt);
      }
      await service().runner.drain(1000);
      expect(await statusOf(client(), paymentId)).toBe(familyCase.statuses.last);
      expect(await balanceOf(tpp(), debtorAccount)).toBeLessThan(before);
      const after = await balanceOf(tpp(), debtorAccount);

      // A repeated submission returns the existing payment in its current state, and makes no
      // second one.
      const again = await client().submit(approved, { options: { key } });
      expect(again.status).toBe(201);
      expect(dataOf(again)).toEqual(dataOf(await client().readPayment(paymentId)));
      await service().runner.drain(1000);
      expect(await balanceOf(tpp(), debtorAccount)).toBe(after);
      expect(await service().store.auditBooks()).toEqual([]);
    });

    test('is reported payment by payment', async () => {
      const { paymentId } = await client().paid();
      await service().runner.drain(1000);
      const reply = await tpp().get(`/${family.payments}/${paymentId}/payment-details`);
      const [first, ...others] = dataOf(reply)['PaymentStatus'] as Record<string, unknown>[];
      expect(first).toMatchObject({ PaymentTransactionId: `${paymentId}.0` });
      expect(others).toEqual([]);
    });
  });

  describe("the customer's journey", () => {
    const client = (): FamilyClient => new FamilyClient(bank.tpp(), family);

    /** Creates a consent that names this account as the debtor account. */
    const naming = (number: string): Promise<string> =>
      client().prepared({ DebtorAccount: account(number, 'Somebody') });

    async function expectRejected(reply: Reply, consentId: string, why: string): Promise<void> {
      expect([reply.status, reply.json?.['status'], reply.json?.['error']]).toEqual([
        200,
        'Rejected',
        'access_denied',
      ]);
      expect(reply.json?.['error_description']).toContain(why);
      expect(reply.json).not.toHaveProperty('access_token');
      expect(dataOf(await client().readConsent(consentId))['Status']).toBe('Rejected');
    }

    test.each(INELIGIBLE)(
      'rejects the consent if the TPP names an account %s',
      async (_, number, why) => {
        const consentId = await naming(number);
        // An account of another customer is never debited, regardless of who approves the payment.
        const reply = await client().decide(consentId, { user: 'clara', debtorAccount: number });
        await expectRejected(reply, consentId, why);
      },
    );

    test.each(INELIGIBLE)(
      'rejects the consent if the customer chooses an account %s',
      async (_, number, why) => {
        const consentId = await client().prepared();
        const reply = await client().decide(consentId, { user: 'clara', debtorAccount: number });
        await expectRejected(reply, consentId, why);
      },
    );

    test('debits only the account that the TPP names', async () => {
      const { debtorAccount } = familyCase.customer;
      const other = debtorAccount === NORTHWIND ? PAYROLL : NORTHWIND;
      const consentId = await naming(debtorAccount);
      const wrong = await client().decide(consentId, { debtorAccount: other });
      expect(statusAndCodes(wrong)).toEqual([400, ['Field.Unexpected debtorAccount']]);
      const reply = await client().decide(consentId, { debtorAccount: undefined });
      expect(reply.json).toMatchObject({ status: 'Authorised' });
      const { text } = await client().readConsent(consentId);
      expect(text).toContain(`"Identification":"${debtorAccount}"`);
    });

    test('asks for an account if the TPP names none', async () => {
      const consentId = await client().prepared();
      const reply = await client().decide(consentId, { debtorAccount: undefined });
      expect(statusAndCodes(reply)).toEqual([400, ['Field.Missing debtorAccount']]);
      expect((await client().decide(consentId)).json).toMatchObject({ status: 'Authorised' });
    });

    test.each(['approve', 'reject'])('ends after the decision to %s', async (decision) => {
      const consentId = await client().prepared();
      const first = await client().decide(consentId, { decision });
      for (const second of ['approve', 'reject']) {
        const reply = await client().decide(consentId, { decision: second });
        expect(statusAndCodes(reply)).toEqual(NOTHING_TO_DECIDE);
      }
      const { Status } = dataOf(await client().readConsent(consentId));
      expect(Status).toBe(first.json?.['status']);
    });

    test('ends after the payment was submitted', async () => {
      const { consentId } = await client().paid();
      expect(statusAndCodes(await client().decide(consentId))).toEqual(NOTHING_TO_DECIDE);
    });
  });
});

async function statusOf(client: FamilyClient, paymentId: string): Promise<unknown> {
  return dataOf(await client.readPayment(paymentId))['Status'];
}

async function balanceOf(tpp: Tpp, number: string): Promise<number> {
  const { json } = await tpp.get(`/sandbox/accounts/${number}/entries`);
  return Number(json?.['balance']);
}
