import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bank, PaymentRequest } from '../../client/src/index.ts';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { approve, connectTo, INITIATION } from './sandbox.ts';

const service = useSecureService();

const { DebtorAccount, CreditorAccount } = INITIATION;
const SchemeName = 'UK.OBIE.SortCodeAccountNumber' as const;
const AMOUNT = { Amount: '10.00', Currency: 'GBP' };

/** Control parameters that allow 100.00 for each payment, and 5,000.00 in a year. */
const CONTROL = {
  VRPType: ['UK.OBIE.VRPType.Sweeping'],
  PSUAuthenticationMethods: ['UK.OBIE.SCA'],
  MaximumIndividualAmount: { Amount: '100.00', Currency: 'GBP' },
  PeriodicLimits: [
    { PeriodType: 'Year', PeriodAlignment: 'Consent', Amount: '5000.00', Currency: 'GBP' },
  ],
} as const;

const REFERENCE = { Reference: 'Sweepco' };
const OF_V3 = { DebtorAccount, CreditorAccount, RemittanceInformation: REFERENCE };

/** The same Initiation in the form of v4.0. */
const OF_V4 = {
  DebtorAccount: { SchemeName, Identification: NORTHWIND, Name: DebtorAccount.Name },
  CreditorAccount: { ...CreditorAccount, SchemeName },
  RemittanceInformation: { Structured: [{ CreditorReferenceInformation: REFERENCE }] },
};

const INSTRUCTION = {
  InstructionIdentification: 'SWEEP-1',
  EndToEndIdentification: 'SWEEP.1',
  InstructedAmount: AMOUNT,
};

const CONSENT = { Data: { ControlParameters: CONTROL, Initiation: OF_V3 }, Risk: {} } as const;

function paymentOfV3(ConsentId: string) {
  const Instruction = { ...INSTRUCTION, CreditorAccount, RemittanceInformation: REFERENCE };
  const PSUAuthenticationMethod = 'UK.OBIE.SCA';
  return {
    Data: { ConsentId, PSUAuthenticationMethod, Initiation: OF_V3, Instruction },
    Risk: {},
  } satisfies PaymentRequest<'v3.1', 'domestic-vrps'>;
}

function paymentOfV4(ConsentId: string) {
  const { CreditorAccount, RemittanceInformation } = OF_V4;
  const Instruction = { ...INSTRUCTION, CreditorAccount, RemittanceInformation };
  const types = {
    PSUAuthenticationMethod: 'UK.OBIE.SCA',
    VRPType: 'UK.OBIE.VRPType.Sweeping',
  } as const;
  return {
    Data: { ConsentId, ...types, Initiation: OF_V4, Instruction },
    Risk: {},
  } satisfies PaymentRequest<'v4.0', 'domestic-vrps'>;
}

let bank: Bank<'v3.1'>;
let later: Bank<'v4.0'>;
beforeAll(async () => {
  bank = await connectTo(service(), 'v3.1');
  later = await connectTo(service(), 'v4.0');
});
afterAll(() => Promise.all([bank.close(), later.close()]));

/** Creates a consent of v3.1, which the customer approves. */
async function approved() {
  const { ConsentId } = (await bank.vrps.createConsent(CONSENT)).Data;
  return { ConsentId, token: await approve(service(), bank, ConsentId) };
}

test('payments are made under a consent of v3.1 until it is revoked', async () => {
  const { ConsentId, token } = await approved();
  const ask = { Data: { ConsentId, ...REFERENCE, InstructedAmount: AMOUNT } };
  const funds = await bank.vrps.confirmAmount(ConsentId, ask, { token });
  expect(funds.Data?.FundsAvailableResult.FundsAvailable).toBe('Available');

  const body = paymentOfV3(ConsentId);
  const pay = async (idempotencyId: string) =>
    (await bank.vrps.createPayment(body, { token, idempotencyId })).Data.DomesticVRPId;
  const first = await pay(`${ConsentId} of May`);
  expect(await pay(`${ConsentId} of May`)).toBe(first);
  const second = await pay(`${ConsentId} of June`);
  expect(second).not.toBe(first);
  for (const id of [first, second]) {
    const done = await bank.waitFor('domestic-vrps', id, { firstPauseMs: 20 });
    expect(done.Data.Status).toBe('AcceptedCreditSettlementCompleted');
  }
  const details = [];
  for await (const detail of bank.vrps.details(first)) details.push(detail.Status);
  expect(details).toEqual(['AcceptedCreditSettlementCompleted']);

  await bank.vrps.deleteConsent(ConsentId);
  await expect(bank.vrps.readConsent(ConsentId)).rejects.toMatchObject({ status: 400 });
  await expect(pay(`${ConsentId} of July`)).rejects.toMatchObject({ status: 400 });
});

test('a payment above the limit of its consent is refused with advice', async () => {
  const { ConsentId, token } = await approved();
  const { Data, Risk } = paymentOfV3(ConsentId);
  const InstructedAmount = { Amount: '100.01', Currency: 'GBP' };
  const body = { Data: { ...Data, Instruction: { ...Data.Instruction, InstructedAmount } }, Risk };
  await expect(bank.vrps.createPayment(body, { token })).rejects.toMatchObject({
    ...{ code: 'UK.OBIE.Rules.FailsControlParameters', path: expect.any(String) as string },
    remedy: "Keep to the consent's limits, or ask for a new consent.",
  });
});

const PATH = '/domestic-vrp-consents/{ConsentId}';

describe.each([
  [
    'PUT',
    (ConsentId: string) =>
      later.request(`PUT ${PATH}`, {
        params: { ConsentId },
        body: { Data: { ControlParameters: CONTROL, Initiation: OF_V4 }, Risk: {} },
      }),
  ],
  [
    'PATCH',
    (ConsentId: string) =>
      later.request(`PATCH ${PATH}`, {
        params: { ConsentId },
        body: [
          {
            op: 'replace',
            path: '/Data/Initiation/RemittanceInformation',
            value: OF_V4.RemittanceInformation,
          },
        ],
      }),
  ],
] as const)('a consent of v3.1 that is migrated by %s', (_, migrate) => {
  test('is paid with v4.0', async () => {
    const { ConsentId, token } = await approved();
    const { status, body } = await migrate(ConsentId);
    expect([status, body.Data.Status]).toEqual([200, 'AUTH']);
    expect(body.Data.Initiation).toMatchObject(OF_V4);
    const paid = await later.vrps.createPayment(paymentOfV4(ConsentId), { token });
    const id = paid.Data.DomesticVRPId;
    const done = await later.waitFor('domestic-vrps', id, { firstPauseMs: 20 });
    expect(done.Data.Status).toBe('ACCC');
  });
});
