import { afterEach, describe, expect, test } from 'vitest';
import { createExchangeRates } from '../../../src/bank/rates.ts';
import type { ContractClaim, ExchangeContracts } from '../../../src/domain/ports/bank.ts';
import type { SeededStore } from '../../../src/domain/ports/store-admin.ts';
import type { Family } from '../../../src/families/common/family.ts';
import { internationalPayments } from '../../../src/families/international/payments.ts';
import { internationalScheduledPayments } from '../../../src/families/international/scheduled-payments.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { FaultList, Refusal } from '../../../src/shared/errors.ts';
import { createSandboxContracts } from '../../../src/sandbox/contracts.ts';
import { agreed } from '../../helpers/international-bank.ts';
import { useStepwiseBank } from '../../helpers/stepwise-bank.ts';
import { entriesOf } from '../../helpers/orders.ts';
import { BAKERY, NORTHWIND, TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { actAt, keyOf, tokenOf } from '../store/fixtures.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import { caseOf } from '../families/family-cases.ts';
import { FamilyClient, type Approved } from '../families/family-client.ts';
import { inV3 } from '../../helpers/v3.ts';

/*
 * Consents are approved by the service itself, which finds any contract. Then they meet an engine
 * whose book of contracts is another: that of a bank after an upgrade, or after a contract ended.
 */

const bank = useStepwiseBank();

const NONE: ExchangeContracts = { findContract: () => Promise.resolve(undefined) };
const NO_CONTRACT = 'The bank has no contract of the agreed exchange rate.';

afterEach(() => {
  bank().contracts = createSandboxContracts(createExchangeRates());
});

function clientOf(family: Family, familyCase = caseOf(family.name)): FamilyClient {
  return new FamilyClient(bank().tpp, family, familyCase);
}

/** Exchange contracts in which the rate differs from the one that the TPP states. */
const AT_ANOTHER_RATE: ExchangeContracts = {
  findContract: () => Promise.resolve({ rate: '1.24', unitCurrency: 'GBP' }),
};

async function consentOf(consentId: string) {
  return expectDefined(await bank().service.store.findConsent(consentId), consentId);
}

/** Submits a payment under an approved consent, by calling the use case instead of the API. */
function submit(client: FamilyClient, { consentId }: Approved) {
  const text = client.paymentBody(consentId);
  const body = { text, value: JSON.parse(text) as unknown };
  const requested = { clientId: 'tpp-one', boundTo: consentId, key: keyOf(consentId) };
  const act = actAt(bank().service.clock.now());
  const request = { ...requested, act, faults: new FaultList() };
  return bank().useCases.submitPayment(inV3(client.family), body, request);
}

describe('the submission of a consent with an agreed rate', () => {
  test.each([
    ['is in no contract of the bank any more', NONE],
    ['differs from that of the contract', AT_ANOTHER_RATE],
  ])('is refused if the rate %s, and the consent stays Authorised', async (_, contracts) => {
    const client = clientOf(internationalPayments);
    const approved = await client.approved();
    bank().contracts = contracts;
    const refused = await submit(client, approved);
    expect(refused).toMatchObject({
      status: 400,
      faults: [
        {
          code: 'UK.OBIE.Field.Invalid',
          path: 'Data.Initiation.ExchangeRateInformation.ContractIdentification',
          message: `${NO_CONTRACT} Ask for a new consent with another rate.`,
        },
      ],
    });
    expect(await consentOf(approved.consentId)).toMatchObject({ status: 'Authorised' });
    const requester = { clientId: 'tpp-one', now: bank().service.clock.now() };
    const boundTo = approved.consentId;
    const funds = await bank().useCases.confirmFunds(boundTo, { ...requester, boundTo });
    expect(funds).toBeInstanceOf(Refusal);
  });

  test('looks up the contract of this TPP, customer and amount', async () => {
    const claims: ContractClaim[] = [];
    bank().contracts = {
      findContract: (claim) => {
        claims.push(claim);
        return Promise.resolve(claim.rate);
      },
    };
    const client = clientOf(internationalPayments);
    const approved = await client.approved();
    expect(await submit(client, approved)).toMatchObject({
      payment: { consentId: approved.consentId },
    });
    expect(claims).toEqual([
      {
        id: '/tbill/2026/T102993',
        rate: { rate: '1.25e+0', unitCurrency: 'GBP' },
        ...{ organisationId: 'tpp-one', customerId: 'northwind' },
        ...{ consentId: approved.consentId, currency: 'USD' },
        amount: { minor: 165_88, currency: 'USD' },
      },
    ]);
  });
});

/** A sandbox customer other than the one who pays. */
const OTHER_CUSTOMER = 'northwind';

describe('a payment at an agreed rate', () => {
  test('is rejected with NARR, and not debited, if the contract ends before its booking', async () => {
    const familyCase = caseOf(internationalScheduledPayments.name);
    const initiation = { ...familyCase.initiation, ...agreed('GBP', 1.2) };
    const client = clientOf(internationalScheduledPayments, { ...familyCase, initiation });
    const { paymentId } = await client.paid();
    const before = await entriesOf(bank().tpp, BAKERY);
    bank().contracts = NONE;
    while (await bank().step()) expect(await bank().service.store.auditBooks()).toEqual([]);
    expect(dataOf(await client.readPayment(paymentId))).toMatchObject({
      Status: 'InitiationFailed',
    });
    const payment = await bank().service.store.findPayment(paymentId);
    expect(payment).toMatchObject({ groupStatus: 'RJCT', reason: 'NARR' });
    expect(await entriesOf(bank().tpp, BAKERY)).toEqual(before);
  });

  test('uses the contract of its own customer, even after a transfer of the account', async () => {
    const familyCase = caseOf(internationalScheduledPayments.name);
    const initiation = { ...familyCase.initiation, ...agreed('GBP', 1.2) };
    const client = clientOf(internationalScheduledPayments, { ...familyCase, initiation });
    const { paymentId } = await client.paid();
    const { clock } = bank().service;
    const store = bank().service.store as unknown as SeededStore;
    const payment = expectDefined(await store.findPayment(paymentId), paymentId);
    const number = expectDefined(payment.debtorAccount, 'its account');
    const { kind, state, mandate } = expectDefined(await store.findAccount(number), number);
    const give = async (from: string, to: string): Promise<void> => {
      const account = { number, customerId: to, kind, state, mandate, openingPence: 0 };
      const transfers = [{ kind: 'account', id: number, from, to } as const];
      const data = { customers: [], users: [], accounts: [account], transfers };
      expect(await store.adoptBank(data, clock.now())).toEqual([]);
    };
    const customers: string[] = [];
    bank().contracts = {
      findContract: ({ customerId, rate }) => {
        customers.push(customerId);
        return Promise.resolve(rate);
      },
    };
    await give(payment.customerId, OTHER_CUSTOMER);
    while (await bank().step()) expect(await store.auditBooks()).toEqual([]);
    await give(OTHER_CUSTOMER, payment.customerId);
    expect(customers).toEqual([payment.customerId]);
    const after = await store.findPayment(paymentId);
    expect(after).toMatchObject({ groupStatus: 'RJCT', reason: 'AG01' });
  });

  test('cannot be approved, and keeps waiting, if the contract ends before the last approval', async () => {
    const { name } = internationalPayments;
    const client = clientOf(internationalPayments, approvedByTwo(name, TWO_APPROVALS));
    const { paymentId } = await client.paid();
    bank().contracts = NONE;
    const { store, clock } = bank().service;
    const user = expectDefined(await store.findUser('dave'), 'dave');
    const payment = expectDefined(await store.findPayment(paymentId), paymentId);
    const decision = { user, decision: 'approve', factor: null, dynamicLinkingHash: null } as const;
    const act = actAt(clock.now());
    const refused = await bank().useCases.approvePayment(payment, decision, act);
    expect(refused).toMatchObject({ faults: [{ message: NO_CONTRACT }] });
    const after = await store.findPayment(paymentId);
    expect(after).toMatchObject({ approval: { status: 'waiting', received: 1 } });
  });
});

test('a consent at an agreed rate without a contract is rejected when it is approved', async () => {
  const consentId = await clientOf(internationalPayments).prepared();
  bank().contracts = NONE;
  const { store, clock } = bank().service;
  const user = expectDefined(await store.findUser('clara'), 'clara');
  const token = tokenOf(consentId, { kind: 'customer', consentId });
  const decision = { user, approval: { token }, factor: null, dynamicLinkingHash: null };
  const decided = await bank().useCases.decideConsent(
    await consentOf(consentId),
    { ...decision, chosenAccount: NORTHWIND },
    actAt(clock.now()),
  );
  expect(decided).toEqual({ status: 'Rejected', reason: NO_CONTRACT });
});
