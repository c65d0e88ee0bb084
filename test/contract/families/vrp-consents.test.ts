import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { UNENDING_TOKEN_SECONDS } from '../../../src/auth/tokens.ts';
import { AmountAnswer } from '../../../src/families/common/funds.ts';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { approve, pounds } from '../../helpers/orders.ts';
import { account, CLOSED, NEARLY_EMPTY, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, Tpp, type Reply } from '../../helpers/tpp.ts';
import { PUBLISHED, readPublished } from '../../helpers/published.ts';
import { useService } from '../../helpers/use-service.ts';
import {
  approvedVrp,
  confirmVrp,
  payVrp,
  periodicLimit,
  registerVrp,
  vrpConsent,
  vrpPayment,
} from '../../helpers/vrp.ts';

const HOUR_MS = 3_600_000;

const { service, tpp } = useService();

const consentAt = (id: string): string => `/domestic-vrp-consents/${id}`;

const outcomeOf = (reply: Reply) => [reply.status, ...faultsOf(reply)];

const GONE = [400, 'Resource.NotFound ConsentId'];
const WRONG_STATUS = [400, 'Resource.InvalidConsentStatus'];
const NOT_YOURS = [403, 'Header.Invalid Authorization'];

test('all faults of a consent request are reported together', async () => {
  const body = vrpConsent({ VRPType: [], ValidToDateTime: '2026-11-30T23:59:59Z' });
  const reply = await tpp().post('/domestic-vrp-consents', { ...body, Risk: undefined });
  expect(outcomeOf(reply)).toEqual([
    400,
    'Field.Invalid Data.ControlParameters.VRPType',
    'Field.Missing Risk',
    'Field.InvalidDate Data.ControlParameters.ValidToDateTime',
  ]);
});

test('unknown members of a request do not replace values that the bank sets', async () => {
  const body = vrpConsent({}, { Status: 'Authorised', DebtorAccount: 'mine', ConsentId: 'mine' });
  const reply = await tpp().post('/domestic-vrp-consents', body);
  expect(dataOf(reply)).toMatchObject({ Status: 'AwaitingAuthorisation' });
  expect(reply.text.match(/"Status"/g)).toHaveLength(1);
  expect(reply.text).not.toContain('mine');
});

test('an Instruction in a consent request is ignored as an unknown member', async () => {
  const { Instruction } = vrpPayment('mine', { InstructedAmount: pounds('99.00') }).Data;
  const body = vrpConsent({}, { Instruction });
  const registered = await tpp().post('/domestic-vrp-consents', body);
  const { ConsentId: consentId, ...data } = dataOf(registered);
  expect(data).toMatchObject({ Status: 'AwaitingAuthorisation', Initiation: body.Data.Initiation });
  expect(data).not.toHaveProperty('Instruction');
  const token = await approve(tpp(), consentId as string, NORTHWIND);
  const consent = { consentId: consentId as string, token };
  const read = await tpp().get(consentAt(consent.consentId));
  expect(dataOf(read)).toMatchObject({ Status: 'Authorised', ControlParameters: {} });
  expect(dataOf(read)).not.toHaveProperty('Instruction');
  for (const { json } of [registered, read]) domesticVrps.schemas.consent.answer.parse(json);
  const paid = dataOf(await payVrp(tpp(), consent));
  expect(paid).toMatchObject({ Instruction: { InstructedAmount: pounds('10.00') } });
});

test('a consent that expires before authorisation names no account', async () => {
  const numbers = [NORTHWIND, CLOSED, '11280009999999', '20000000000001'];
  const initiations = numbers.map((number) => {
    const DebtorAccount = account(number, 'Somebody');
    return { ...vrpConsent().Data.Initiation, DebtorAccount };
  });
  const parameters = { ValidToDateTime: '2026-12-02T00:00:00Z' };
  const consents = await Promise.all(
    initiations.map((Initiation) => registerVrp(tpp(), parameters, { Initiation })),
  );
  await tpp().moveClock('2026-12-03T00:00:00Z');
  for (const [index, consentId] of consents.entries()) {
    const reply = await tpp().get(consentAt(consentId));
    expect(reply.status).toBe(200);
    const Initiation = initiations[index];
    expect(dataOf(reply)).toMatchObject({ Status: 'Expired', Initiation });
    expect(dataOf(reply)).not.toHaveProperty('DebtorAccount');
  }
});

describe('a consent that is deleted', () => {
  test('can no longer be read or used', async () => {
    const consent = await approvedVrp(tpp());
    const paid = await payVrp(tpp(), consent);
    const deleted = await tpp().call('DELETE', consentAt(consent.consentId));
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) {
      expect(outcomeOf(await tpp().call(method, consentAt(consent.consentId)))).toEqual(GONE);
    }
    expect(outcomeOf(await payVrp(tpp(), consent))).toEqual(WRONG_STATUS);
    expect(outcomeOf(await confirmVrp(tpp(), consent, '1.00'))).toEqual(WRONG_STATUS);
    const before = `/domestic-vrps/${String(dataOf(paid)['DomesticVRPId'])}`;
    expect((await tpp().get(before)).status).toBe(200);
  });

  test('can no longer be authorised', async () => {
    const consentId = await registerVrp(tpp());
    await tpp().call('DELETE', consentAt(consentId));
    const decided = await tpp().decide(consentId, { debtorAccount: NORTHWIND });
    expect(outcomeOf(decided)).toEqual(WRONG_STATUS);
  });

  test('is deleted once by concurrent requests', async () => {
    const { consentId } = await approvedVrp(tpp());
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => tpp().call('DELETE', consentAt(consentId))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400]);
  });
});

test("another TPP's consent and payment are not accessible", async () => {
  const consent = await approvedVrp(tpp());
  const paid = await payVrp(tpp(), consent);
  const other = await Tpp.signIn(service().origin, 'tpp-two');
  const others = await approvedVrp(other);
  const borrowed = { ...consent, token: others.token };
  for (const reply of [
    await other.get(consentAt(consent.consentId)),
    await other.call('DELETE', consentAt(consent.consentId)),
    await other.get(`/domestic-vrps/${String(dataOf(paid)['DomesticVRPId'])}`),
    await payVrp(other, borrowed),
    await confirmVrp(other, borrowed, '1.00'),
  ]) {
    expect(outcomeOf(reply)).toEqual(NOT_YOURS);
  }
  expect((await tpp().get(consentAt(consent.consentId))).status).toBe(200);
});

describe('a funds confirmation', () => {
  test.each([
    ['500.00', 'Available'],
    ['500.01', 'NotAvailable'],
  ])('of %s answers %s and repeats the request', async (amount, FundsAvailable) => {
    const consent = await approvedVrp(tpp(), {}, {}, NEARLY_EMPTY);
    const reply = await confirmVrp(tpp(), consent, amount);
    expect(reply.status).toBe(201);
    expect(AmountAnswer.parse(reply.json).Data).toMatchObject({
      ConsentId: consent.consentId,
      Reference: 'Sweepco',
      FundsAvailableResult: { FundsAvailable },
      InstructedAmount: pounds(amount),
    });
  });

  test('for another consent than the path names is rejected', async () => {
    const consent = await approvedVrp(tpp());
    const reply = await confirmVrp(tpp(), consent, '1.00', { ConsentId: 'vrpc-other' });
    expect(outcomeOf(reply)).toEqual([400, 'Field.Invalid Data.ConsentId']);
  });

  test("with another reference than the consent's is rejected", async () => {
    const consent = await approvedVrp(tpp());
    const refused = await confirmVrp(tpp(), consent, '1.00', { Reference: 'sweepco' });
    expect(outcomeOf(refused)).toEqual([400, 'Resource.ConsentMismatch Data.Reference']);
    const { CreditorAccount } = vrpConsent().Data.Initiation;
    const free = await approvedVrp(tpp(), {}, { Initiation: { CreditorAccount } });
    const confirmation = await confirmVrp(tpp(), free, '1.00', { Reference: 'Anything' });
    expect(dataOf(confirmation)).toMatchObject({ Reference: 'Anything' });
  });

  test('does not accept the token of another consent', async () => {
    const [one, two] = [await approvedVrp(tpp()), await approvedVrp(tpp())];
    const reply = await confirmVrp(tpp(), { ...one, token: two.token }, '1.00');
    expect(outcomeOf(reply)).toEqual(NOT_YOURS);
  });
});

test.runIf(PUBLISHED.includes('vrp'))(
  'the published description describes every answer',
  async () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(readPublished('vrp') as object, 'published');
    const parameters = {
      VRPType: undefined,
      MaximumIndividualAmount: pounds('20.00'),
      PeriodicLimits: [periodicLimit('Half-year', 'Calendar', '100')],
      ValidToDateTime: '2027-12-01T00:00:00+00:00',
    };
    const body = vrpConsent(parameters, { ReadRefundAccount: 'Yes' });
    const registered = await tpp().post('/domestic-vrp-consents', body);
    const consentId = dataOf(registered)['ConsentId'] as string;
    const token = await approve(tpp(), consentId, NORTHWIND);
    const paid = await payVrp(tpp(), { consentId, token });
    const paymentAt = `/domestic-vrps/${String(dataOf(paid)['DomesticVRPId'])}`;
    const answers: [string, Reply][] = [
      ['OBDomesticVRPConsentResponse', registered],
      ['OBDomesticVRPConsentResponse', await tpp().get(consentAt(consentId))],
      ['OBVRPFundsConfirmationResponse', await confirmVrp(tpp(), { consentId, token }, '1.00')],
      ['OBDomesticVRPResponse', paid],
      ['OBDomesticVRPResponse', await tpp().get(paymentAt)],
      ['OBDomesticVRPDetails', await tpp().get(`${paymentAt}/payment-details`)],
      ['OBErrorResponse1', await tpp().post('/domestic-vrps', {}, { token })],
    ];
    for (const [name, { json }] of answers) {
      const validate = ajv.compile({ $ref: `published#/components/schemas/${name}` });
      validate(json);
      expect(validate.errors ?? [], name).toEqual([]);
    }
  },
);

test('an authorised consent names its debtor as the bank writes the account', async () => {
  const DebtorAccount = {
    SchemeName: 'IBAN',
    Identification: 'GB59BANK11280001234567',
    Name: 'Northwind',
  };
  const Initiation = { ...vrpConsent().Data.Initiation, DebtorAccount };
  const { consentId } = await approvedVrp(tpp(), {}, { Initiation });
  expect(dataOf(await tpp().get(consentAt(consentId)))).toMatchObject({
    Initiation,
    DebtorAccount: account(NORTHWIND, 'Northwind Components plc'),
  });
});

describe("the token of a customer's approval", () => {
  test('is valid for ten years if its consent has no end', async () => {
    const decided = await tpp().decide(await registerVrp(tpp()), { debtorAccount: NORTHWIND });
    expect(decided.json?.['expires_in']).toBe(UNENDING_TOKEN_SECONDS);
  });

  test('is valid as long as its consent, by the same clock', async () => {
    await tpp().moveClock('2026-12-10T12:00:00Z');
    const consentId = await registerVrp(tpp(), { ValidToDateTime: '2026-12-12T08:00:00Z' });
    const { json } = await tpp().decide(consentId, { debtorAccount: NORTHWIND });
    expect(json?.['expires_in']).toBeGreaterThan(60 * 3600 - 120);
    expect(json?.['expires_in']).toBeLessThanOrEqual(60 * 3600);
    const consent = { consentId, token: json?.['access_token'] as string };
    service().passMachineTime(59 * HOUR_MS);
    expect((await payVrp(tpp(), consent)).status).toBe(201);
    service().passMachineTime(HOUR_MS);
    expect((await payVrp(tpp(), consent)).status).toBe(401);
  });
});
