import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Base } from '../../../src/families/common/family.ts';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { approve, debitsOf, pounds } from '../../helpers/orders.ts';
import { account, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, type Options, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import {
  approvedVrp,
  confirmVrp,
  INITIATION,
  payVrp,
  periodicLimit,
  SAVINGS,
  vrpConsent,
  vrpPayment,
  type Approved,
} from '../../helpers/vrp.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Saturday, 6 June 2026, 10:00 in London. VRPs use Faster Payments, which also work on weekends.
 */
const NOW = Date.parse('2026-06-06T09:00:00Z');

/** One bank for all tests. The tests run in order, because its clock only moves forward. */
const { service, tpp } = useService({ now: NOW });
afterAll(async () => {
  expect(await service().store.auditBooks()).toEqual([]);
});

const address = (base: Base, path: string): string => `/open-banking/v3.1/${base}${path}`;

function approved(parameters: Json = {}, data: Json = {}): Promise<Approved> {
  return approvedVrp(tpp(), parameters, data);
}

function pay(
  consent: Approved,
  instruction: Json = {},
  data: Json = {},
  options: Options = {},
): Promise<Reply> {
  return payVrp(tpp(), consent, vrpPayment(consent.consentId, instruction, data), options);
}

/** Submits a payment of an amount. Returns 201, or the status and faults of the rejection. */
async function payAmount(consent: Approved, amount: string): Promise<unknown> {
  const reply = await pay(consent, { InstructedAmount: pounds(amount) });
  return reply.status === 201 ? 201 : [reply.status, faultsOf(reply)];
}

const breaks = (...parameters: string[]) => [
  400,
  parameters.map((name) => `Rules.FailsControlParameters Data.ControlParameters.${name}`),
];

const DEBTOR = account(NORTHWIND, 'Northwind Components plc');

describe.each<Base>(['pisp', 'vrp'])('under /%s', (base) => {
  const at = (path: string): string => address(base, path);

  test('a consent can be paid from repeatedly', async () => {
    const body = vrpConsent({ VRPType: undefined }, { ReadRefundAccount: 'Yes' });
    const registered = await tpp().post(at('/domestic-vrp-consents'), body);
    const consentId = dataOf(registered)['ConsentId'] as string;
    const self = `/domestic-vrp-consents/${consentId}`;
    expect(registered.status).toBe(201);
    expect(registered.json).toMatchObject({
      Data: {
        Status: 'AwaitingAuthorisation',
        ControlParameters: { VRPType: ['UK.OBIE.VRPType.Sweeping'] },
        ReadRefundAccount: 'Yes',
      },
      Risk: {},
      Links: { Self: service().origin + at(self) },
      Meta: { TotalPages: 1 },
    });
    expect(dataOf(registered)).not.toHaveProperty('DebtorAccount');
    const token = await approve(tpp(), consentId, NORTHWIND);
    const read = await tpp().get(at(self));
    expect(dataOf(read)).toMatchObject({ Status: 'Authorised', DebtorAccount: DEBTOR });
    expect(dataOf(read)).not.toHaveProperty('Debtor');

    for (const reference of ['first', 'second']) {
      const RemittanceInformation = { Reference: 'Sweepco', Unstructured: reference };
      const payment = vrpPayment(consentId, { RemittanceInformation });
      const submitted = await tpp().post(at('/domestic-vrps'), payment, { token });
      const paymentId = dataOf(submitted)['DomesticVRPId'] as string;
      expect(submitted.status).toBe(201);
      expect(submitted.json).toMatchObject({
        Data: {
          ConsentId: consentId,
          Status: 'Pending',
          Initiation: INITIATION,
          Instruction: payment.Data.Instruction,
          DebtorAccount: DEBTOR,
          Refund: DEBTOR,
          ExpectedExecutionDateTime: expect.any(String) as unknown,
          ExpectedSettlementDateTime: expect.any(String) as unknown,
        },
        Risk: {},
        Links: { Self: service().origin + at(`/domestic-vrps/${paymentId}`) },
        Meta: { TotalPages: 1 },
      });
      expect(dataOf(submitted)).not.toHaveProperty('PSUAuthenticationMethod');
      await service().runner.drain(1000);
      const done = await tpp().get(at(`/domestic-vrps/${paymentId}`));
      expect(dataOf(done)['Status']).toBe('AcceptedCreditSettlementCompleted');
      const details = await tpp().get(at(`/domestic-vrps/${paymentId}/payment-details`));
      expect(dataOf(details)['PaymentStatus']).toHaveLength(1);
      for (const reply of [submitted, done]) {
        domesticVrps.schemas.payment.answer.parse(reply.json);
      }
    }
    for (const reply of [registered, read]) domesticVrps.schemas.consent.answer.parse(reply.json);
    expect(dataOf(await tpp().get(at(self)))['Status']).toBe('Authorised');
    const debits = await debitsOf(tpp(), NORTHWIND);
    expect(debits.slice(-2)).toEqual(['2026-06-06 -10.00 first', '2026-06-06 -10.00 second']);
  });
});

test('an equal request with the same key is paid once, under either base path', async () => {
  const consent = await approved();
  const key = randomUUID();
  const [first, second] = await Promise.all([
    pay(consent, {}, {}, { key }),
    pay(consent, {}, {}, { key }),
  ]);
  const body = vrpPayment(consent.consentId);
  const third = await tpp().post(address('vrp', '/domestic-vrps'), body, {
    token: consent.token,
    key,
  });
  const ids = [first, second, third].map((reply) => dataOf(reply)['DomesticVRPId']);
  expect(new Set(ids).size).toBe(1);
  const other = await pay(consent, { InstructedAmount: pounds('11.00') }, {}, { key });
  expect([other.status, faultsOf(other)]).toEqual([400, ['Header.Invalid x-idempotency-key']]);
  expect((await pay(consent)).status).toBe(201);
});

describe('control parameters', () => {
  test('report all violations of a payment together', async () => {
    const consent = await approved({
      ValidFromDateTime: '2026-06-07T00:00:00+01:00',
      MaximumIndividualAmount: pounds('9.99'),
    });
    const reply = await pay(consent, {
      CreditorAccount: { ...SAVINGS, Name: 'fresco savings' },
      RemittanceInformation: { Unstructured: 'Sweepco' },
    });
    expect([reply.status, faultsOf(reply)]).toEqual([
      400,
      [
        'Rules.FailsControlParameters Data.ControlParameters.MaximumIndividualAmount',
        'Resource.ConsentMismatch Data.Instruction.CreditorAccount.Name',
        'Resource.ConsentMismatch Data.Instruction.RemittanceInformation.Reference',
        'Rules.FailsControlParameters Data.ControlParameters.ValidFromDateTime',
      ],
    ]);
    const [, name] = reply.json?.['Errors'] as { Message: string }[];
    expect(name?.Message).toMatch(/^Found "fresco savings"\. Expected ".*", as in the consent\.$/);
  });

  test('report a violation of one payment and of a periodic limit together', async () => {
    const consent = await approved({
      MaximumIndividualAmount: pounds('10.00'),
      PeriodicLimits: [
        periodicLimit('Day', 'Consent', '15.00'),
        periodicLimit('Week', 'Consent', '500.00'),
      ],
    });
    expect(await payAmount(consent, '10.00')).toBe(201);
    expect(await payAmount(consent, '10.01')).toEqual(
      breaks('MaximumIndividualAmount', 'PeriodicLimits[0]'),
    );
    expect(await payAmount(consent, '5.00')).toBe(201);
  });

  test('do not allow a full first month through a ValidFromDateTime in the past', async () => {
    const consent = await approved({
      ValidFromDateTime: '2026-05-06T12:00:00Z',
      PeriodicLimits: [periodicLimit('Month', 'Calendar', '300.00')],
    });
    expect(await payAmount(consent, '250.01')).toEqual(breaks('PeriodicLimits[0]'));
    expect(await payAmount(consent, '250.00')).toBe(201);
  });

  test('reject another authentication method', async () => {
    const PSUAuthenticationMethod = 'UK.OBIE.SCANotRequired';
    const reply = await pay(await approved(), {}, { PSUAuthenticationMethod });
    expect([reply.status, faultsOf(reply)]).toEqual(breaks('PSUAuthenticationMethods'));
  });

  test('let the instruction name the creditor if the payments are not sweeping', async () => {
    const data = { Initiation: {} };
    const consent = await approved({ VRPType: ['UK.OBIE.VRPType.Other'] }, data);
    const CreditorAccount = account('08080021325699', 'Anybody');
    expect((await pay(consent, { CreditorAccount }, data)).status).toBe(201);
  });

  test('allow payments from the day of ValidFromDateTime', async () => {
    const consent = await approved({ ValidFromDateTime: '2026-06-08T15:00:00Z' });
    await tpp().moveClock('2026-06-07T22:59:00Z');
    expect(await payAmount(consent, '10.00')).toEqual(breaks('ValidFromDateTime'));
    await tpp().moveClock('2026-06-07T23:00:00Z');
    expect(await payAmount(consent, '10.00')).toBe(201);
  });

  test('end the consent after the day of ValidToDateTime', async () => {
    const consent = await approved({ ValidToDateTime: '2026-06-09T08:00:00Z' });
    await tpp().moveClock('2026-06-09T22:59:00Z');
    expect(await payAmount(consent, '10.00')).toBe(201);
    await tpp().moveClock('2026-06-09T23:00:00Z');
    expect(await payAmount(consent, '10.00')).toEqual([400, ['Resource.InvalidConsentStatus']]);
    const confirmed = await confirmVrp(tpp(), consent, '1.00');
    expect(faultsOf(confirmed)).toEqual(['Resource.InvalidConsentStatus']);
    const read = dataOf(await tpp().get(`/domestic-vrp-consents/${consent.consentId}`));
    expect(read).toMatchObject({
      Status: 'Expired',
      StatusUpdateDateTime: '2026-06-09T23:00:00.000Z',
    });
  });

  test.each([
    ['Calendar', '250.00', '2026-09-06', '2026-09-30'],
    ['Consent', '300.00', '2027-04-06', '2027-05-05'],
  ])(
    'limit the months of the %s, with %s for the first',
    async (alignment, first, firstDay, lastDay) => {
      const consent = await approved({
        ValidFromDateTime: `${firstDay}T12:00:00Z`,
        PeriodicLimits: [periodicLimit('Month', alignment, '300')],
      });
      await tpp().moveClock(`${firstDay}T09:00:00Z`);
      const over = breaks('PeriodicLimits[0]');
      expect(await payAmount(consent, String(Number(first) + 0.01))).toEqual(over);
      expect(await payAmount(consent, first)).toBe(201);
      await tpp().moveClock(`${lastDay}T22:59:00Z`);
      expect(await payAmount(consent, '0.01')).toEqual(over);
      await tpp().moveClock(`${lastDay}T23:00:00Z`);
      expect(await payAmount(consent, '300.01')).toEqual(over);
      expect(await payAmount(consent, '100.00')).toBe(201);
      expect(await payAmount(consent, '200.00')).toBe(201);
      expect(await payAmount(consent, '0.01')).toEqual(over);
    },
  );

  test('name every limit that a payment would exceed', async () => {
    const consent = await approved({
      PeriodicLimits: [
        periodicLimit('Day', 'Consent', '20.00'),
        periodicLimit('Week', 'Calendar', '500.00'),
        periodicLimit('Year', 'Calendar', '30.00'),
      ],
    });
    expect(await payAmount(consent, '20.01')).toEqual(
      breaks('PeriodicLimits[0]', 'PeriodicLimits[2]'),
    );
  });

  test('do not count rejected payments', async () => {
    const CreditorAccount = account('99999900000001', 'Nobody');
    const data = { Initiation: { CreditorAccount } };
    const PeriodicLimits = [periodicLimit('Day', 'Consent', '10.00')];
    const consent = await approved({ PeriodicLimits }, data);
    expect((await pay(consent, { CreditorAccount }, data)).status).toBe(201);
    await service().runner.drain(1000);
    expect((await pay(consent, { CreditorAccount }, data)).status).toBe(201);
  });

  test('accept only as many of twenty concurrent payments as fit the limit', async () => {
    const consent = await approved({ PeriodicLimits: [periodicLimit('Day', 'Consent', '79.99')] });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => payAmount(consent, '10.00')),
    );
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(7);
    const refused = outcomes.filter((outcome) => outcome !== 201);
    expect(refused).toEqual(Array.from({ length: 13 }, () => breaks('PeriodicLimits[0]')));
  });
});
