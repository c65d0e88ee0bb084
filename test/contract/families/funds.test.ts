import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { dataOf, faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { type Approved, FamilyClient } from './family-client.ts';

/** An amount above the balance of every sandbox account, in each currency of the test cases. */
const TOO_MUCH = '99000000.00';

const WRONG_STATUS = [400, ['Resource.InvalidConsentStatus']];

const { service, tpp } = useService();

async function balanceOf(number: string): Promise<unknown> {
  return (await tpp().get(`/sandbox/accounts/${number}/entries`)).json?.['balance'];
}

describe.each(FAMILIES.filter(({ operations }) => operations.includes('confirmFunds')))(
  '$name',
  (family) => {
    const client = (): FamilyClient => new FamilyClient(tpp(), family);

    const addressOf = (consentId: string): string =>
      `/${family.consents}/${consentId}/funds-confirmation`;

    const ask = ({ consentId, token }: Approved): Promise<Reply> =>
      tpp().get(addressOf(consentId), { token });

    test('confirms available funds, with the time of the answer', async () => {
      const approved = await client().approved();
      const reply = await ask(approved);
      const { now } = (await tpp().get('/sandbox/clock')).json as { now: string };
      expect(reply.json).toEqual({
        Data: {
          FundsAvailableResult: {
            FundsAvailableDateTime: expect.any(String) as string,
            FundsAvailable: true,
          },
        },
        Links: {
          Self: `${service().origin}/open-banking/v3.1/pisp${addressOf(approved.consentId)}`,
        },
        Meta: { TotalPages: 1 },
      });
      const { FundsAvailableDateTime } = dataOf(reply)['FundsAvailableResult'] as {
        FundsAvailableDateTime: string;
      };
      const ageMs = Date.parse(now) - Date.parse(FundsAvailableDateTime);
      expect(ageMs).toBeGreaterThanOrEqual(0);
      expect(ageMs).toBeLessThan(10_000);
    });

    test('does not confirm missing funds, and reserves nothing', async () => {
      const { initiation, customer } = client().case;
      const before = await balanceOf(customer.debtorAccount);
      const amount = initiation['InstructedAmount'] as object;
      const consentId = await client().prepared({
        InstructedAmount: { ...amount, Amount: TOO_MUCH },
      });
      const { json } = await client().decide(consentId);
      const token = expectDefined(json?.['access_token'], 'access_token') as string;
      expect(dataOf(await ask({ consentId, token }))).toMatchObject({
        FundsAvailableResult: { FundsAvailable: false },
      });
      expect(await balanceOf(customer.debtorAccount)).toBe(before);
    });

    test('rejects the question after the payment was submitted', async () => {
      const paid = await client().paid();
      const reply = await ask(paid);
      expect([reply.status, faultsOf(reply)]).toEqual(WRONG_STATUS);
    });
  },
);

describe.each(FAMILIES.filter(({ operations }) => operations.includes('confirmAmount')))(
  '$name',
  (family) => {
    const client = (): FamilyClient => new FamilyClient(tpp(), family);

    function ask({ consentId, token }: Approved, amount: string, key: string): Promise<Reply> {
      const InstructedAmount = { Amount: amount, Currency: 'GBP' };
      const body = { Data: { ConsentId: consentId, Reference: 'Sweepco', InstructedAmount } };
      return tpp().post(`/${family.consents}/${consentId}/funds-confirmation`, body, {
        token,
        key,
      });
    }

    test('checks the funds on every request: an idempotency key is ignored', async () => {
      const approved = await client().approved();
      const few = await ask(approved, '10.00', 'one key');
      const many = await ask(approved, TOO_MUCH, 'one key');
      const odd = await ask(approved, '10.00', 'k'.repeat(41));
      const results = [few, many, odd].map((reply) => dataOf(reply));
      expect(results.map(({ FundsAvailableResult }) => FundsAvailableResult)).toMatchObject([
        { FundsAvailable: 'Available' },
        { FundsAvailable: 'NotAvailable' },
        { FundsAvailable: 'Available' },
      ]);
      const ids = new Set(results.map(({ FundsConfirmationId }) => FundsConfirmationId));
      expect(ids.size).toBe(3);
    });
  },
);
