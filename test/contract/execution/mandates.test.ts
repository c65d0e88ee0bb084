import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Mandate } from '../../../src/domain/parties/mandates.ts';
import type { SeededStore } from '../../../src/domain/ports/store-admin.ts';
import { domesticScheduledPayments } from '../../../src/families/domestic-scheduled-payments.ts';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { filePayments } from '../../../src/families/file-payments/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { pounds } from '../../helpers/orders.ts';
import { account, NORTHWIND, THREE_APPROVALS, TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { approvedVrp, payVrp, vrpConsent, vrpPayment, type Approved } from '../../helpers/vrp.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import type { Members } from '../families/family-case.ts';
import { FamilyClient } from '../families/family-client.ts';

const chapter = useService();

/** Returns a client whose consents have the AuthorisationType `Single`. */
function singly(family: typeof filePayments, initiation: Members = {}): FamilyClient {
  const familyCase = approvedByTwo(family.name, THREE_APPROVALS);
  return new FamilyClient(chapter.tpp(), family, {
    ...familyCase,
    consentData: { ...familyCase.consentData, Authorisation: { AuthorisationType: 'Single' } },
    initiation: { ...familyCase.initiation, ...initiation },
  });
}

const LARGE = { InstructedAmount: pounds('10000.01') };

describe('a consent with the AuthorisationType Single', () => {
  test('is refused if the named account needs several approvals', async () => {
    const named = { DebtorAccount: account(THREE_APPROVALS, 'Harbour') };
    const client = singly(domesticScheduledPayments, { ...named, ...LARGE });
    const refused = await client.register();
    expect([refused.status, faultsOf(refused)]).toEqual([
      400,
      ['Field.Invalid Data.Authorisation.AuthorisationType'],
    ]);
    const smaller = { ...named, InstructedAmount: pounds('10000.00') };
    expect((await singly(domesticScheduledPayments, smaller).register()).status).toBe(201);
  });

  test('is refused for a file if every amount of the account needs several approvals', async () => {
    const named = (number: string) => ({ DebtorAccount: account(number, 'Harbour') });
    expect((await singly(filePayments, named(TWO_APPROVALS)).register()).status).toBe(400);
    expect((await singly(filePayments, named(THREE_APPROVALS)).register()).status).toBe(201);
  });

  test('is rejected when it is approved if the chosen account needs several approvals', async () => {
    const client = singly(domesticScheduledPayments, LARGE);
    const decided = await client.decide(await client.prepared());
    expect(decided.json).toMatchObject({ status: 'Rejected', error: 'invalid_request' });
    const other = await client.prepared();
    const response = await client.decide(other, { debtorAccount: undefined });
    expect(response.text).toContain('The customer has no account that can be debited.');
  });
});

describe('a consent to variable recurring payments', () => {
  const limitedTo = (MaximumIndividualAmount: string) =>
    vrpConsent({ MaximumIndividualAmount: pounds(MaximumIndividualAmount) });

  const register = (body: object) =>
    chapter.tpp().family(domesticVrps).createConsent(JSON.stringify(body));

  test('is refused if the named account may need several approvals', async () => {
    const named = (Amount: string): object => {
      const { Data, ...rest } = limitedTo(Amount);
      const Initiation = {
        ...(Data.Initiation as Members),
        DebtorAccount: account(THREE_APPROVALS, 'Harbour'),
      };
      return { Data: { ...Data, Initiation }, ...rest };
    };
    const refused = await register(named('10000.01'));
    expect([refused.status, faultsOf(refused)]).toEqual([
      400,
      ['Field.Invalid Data.Initiation.DebtorAccount.Identification'],
    ]);
    expect((await register(named('10000.00'))).status).toBe(201);
  });

  test('is rejected if the chosen account may need several approvals', async () => {
    const decide = async (Amount: string, debtorAccount: string) => {
      const { ConsentId } = dataOf(await register(limitedTo(Amount)));
      const decision = { user: 'dora', debtorAccount };
      return (await chapter.tpp().decide(String(ConsentId), decision)).json?.['status'];
    };
    expect(await decide('0.01', TWO_APPROVALS)).toBe('Rejected');
    expect(await decide('10000.01', THREE_APPROVALS)).toBe('Rejected');
    expect(await decide('10000.00', THREE_APPROVALS)).toBe('Authorised');
  });
});

describe('a mandate added after the approval of a consent to recurring payments', () => {
  const pay = (approved: Approved, amount: string) => {
    const instruction = { InstructedAmount: pounds(amount) };
    const key = randomUUID();
    return payVrp(chapter.tpp(), approved, vrpPayment(approved.consentId, instruction), { key });
  };

  /**
   * Sets the mandate of one of Northwind's accounts, as an import of the bank's customer file does.
   */
  const setMandate = async (mandate: Mandate) => {
    const { clock, store: opened } = chapter.service();
    const store = opened as typeof opened & Pick<SeededStore, 'adoptBank'>;
    const found = expectDefined(await store.findAccount(NORTHWIND), NORTHWIND);
    const { number, customerId, kind, state } = found;
    // The account exists already, so its opening balance is ignored.
    const account = { number, customerId, kind, state, openingPence: 0, mandate };
    const data = { customers: [], users: [], accounts: [account] };
    expect(await store.adoptBank(data, clock.now())).toEqual([]);
    expect((await store.findAccount(NORTHWIND))?.balancePence).toBe(found.balancePence);
  };

  test('applies to the amount of each payment', async () => {
    const approved = await approvedVrp(chapter.tpp());
    expect((await pay(approved, '10.00')).status).toBe(201);
    await setMandate([{ fromPence: 5_01, approvals: 2 }]);
    const refused = await pay(approved, '5.01');
    expect([refused.status, faultsOf(refused)]).toEqual([
      400,
      ['Resource.InvalidConsentStatus Data.ConsentId'],
    ]);
    expect(refused.text).toContain('This payment needs 2 approvals now');
    expect(refused.text).toContain('Create a consent for this payment alone.');
    expect((await pay(approved, '5.00')).status).toBe(201);
    const read = await chapter.tpp().family(domesticVrps).readConsent(approved.consentId);
    expect(dataOf(read)['Status']).toBe('Authorised');
    await setMandate([]);
    expect((await pay(approved, '5.01')).status).toBe(201);
  });
});

test('a payment that needs several approvals must be within the limit of each approver', async () => {
  const client = new FamilyClient(chapter.tpp(), domesticScheduledPayments, {
    ...approvedByTwo('domestic-scheduled-payments', THREE_APPROVALS),
  });
  const beyond = { InstructedAmount: pounds('10000000.01'), LocalInstrument: 'UK.OBIE.CHAPS' };
  const decided = await client.decide(await client.prepared(beyond));
  expect(decided.json).toMatchObject({ status: 'Rejected', error: 'access_denied' });
  expect(decided.text).toContain('your limit for one payment is');
});
