import { describe, expect, test } from 'vitest';
import type { Family } from '../../../src/families/common/family.ts';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { domesticScheduledPayments } from '../../../src/families/domestic-scheduled-payments.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { approve, debitsOf, detailsOf, pounds, standingOrder } from '../../helpers/orders.ts';
import { account, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { approvedVrp, vrpPayment } from '../../helpers/vrp.ts';

/**
 * A bank for each test. Its clock starts on Tuesday, 1 December 2026, 09:00, before the cut-off of
 * CHAPS.
 */
const bank = useFreshBank();

type Json = Readonly<Record<string, unknown>>;

const MOST = '1000000.00';
const MORE = '1000000.01';

const SINGLES: readonly (readonly [Family, Json])[] = [
  [domesticPayments, { EndToEndIdentification: 'E2E' }],
  [domesticScheduledPayments, { RequestedExecutionDateTime: '2026-12-01T09:00:00Z' }],
];

async function ask(family: Family, Initiation: Json): Promise<Reply> {
  const isAhead = family !== domesticPayments;
  const Data = { ...(isAhead ? { Permission: 'Create' } : {}), Initiation };
  return bank.tpp.post(`/${family.consents}`, { Data, Risk: {} });
}

describe.each(SINGLES)('an amount above the FPS limit, of $name,', (family, others) => {
  const initiation = (amount: string, LocalInstrument?: string): Json => ({
    InstructionIdentification: 'ACME',
    InstructedAmount: pounds(amount),
    CreditorAccount: account('20000000000001', 'Fresco Ltd'),
    ...(LocalInstrument === undefined ? {} : { LocalInstrument }),
    ...others,
  });

  test('is rejected for UK.OBIE.FPS, with the advice to use CHAPS', async () => {
    const reply = await ask(family, initiation(MORE, 'UK.OBIE.FPS'));
    expect(faultsOf(reply)).toEqual(['Field.Invalid Data.Initiation.InstructedAmount.Amount']);
    expect(reply.text).toContain(
      'Found 1,000,000.01. The maximum of Faster Payments is 1,000,000.00. UK.OBIE.CHAPS carries more.',
    );
  });

  test.each([
    [MOST, 'UK.OBIE.FPS', 'UK.OBIE.FPS'],
    [MOST, undefined, 'UK.OBIE.FPS'],
    [MORE, undefined, 'UK.OBIE.CHAPS'],
    [MORE, 'UK.OBIE.CHAPS', 'UK.OBIE.CHAPS'],
  ])('of %s with the instrument %s uses %s', async (amount, asked, carriedBy) => {
    const consent = dataOf(await ask(family, initiation(amount, asked)));
    const isChaps = carriedBy === 'UK.OBIE.CHAPS';
    expect(consent['CutOffDateTime']).toBe(isChaps ? '2026-12-01T16:00:00.000Z' : undefined);
    const consentId = consent['ConsentId'] as string;
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    const { Initiation } = consent;
    const body = { Data: { ConsentId: consentId, Initiation }, Risk: {} };
    const paid = dataOf(await bank.tpp.post(`/${family.payments}`, body, { token }));
    const paymentId = paid[family.paymentIdName] as string;
    await bank.tpp.moveClock('2026-12-01T10:00:00Z');
    const [detail] = await detailsOf(bank.tpp, family, paymentId);
    expect(detail?.StatusDetail).toMatchObject({ LocalInstrument: carriedBy, Status: 'ACSC' });
  });
});

test('a payment that the bank sends by CHAPS waits after the cut-off too', async () => {
  await bank.tpp.moveClock('2026-12-01T16:30:00Z');
  const Initiation = {
    InstructionIdentification: 'ACME',
    EndToEndIdentification: 'E2E',
    InstructedAmount: pounds(MORE),
    CreditorAccount: account('20000000000001', 'Fresco Ltd'),
  };
  const consentId = dataOf(await ask(domesticPayments, Initiation))['ConsentId'] as string;
  const token = await approve(bank.tpp, consentId, NORTHWIND);
  const body = { Data: { ConsentId: consentId, Initiation }, Risk: {} };
  const paid = dataOf(await bank.tpp.post('/domestic-payments', body, { token }));
  expect(paid['ExpectedExecutionDateTime']).toBe('2026-12-02T00:00:00.000Z');
  await bank.tpp.moveClock('2026-12-02T09:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(['2026-12-02 -1000000.01 E2E']);
});

test('a standing order with a payment above the FPS limit is rejected', async () => {
  const final = { FinalPaymentDateTime: '2027-02-01T09:00:00Z' };
  const amounts = ['FirstPaymentAmount', 'RecurringPaymentAmount', 'FinalPaymentAmount'];
  const order = (amount: string): Json => ({
    ...standingOrder(final),
    ...Object.fromEntries(amounts.map((member) => [member, pounds(amount)])),
  });
  expect((await ask(domesticStandingOrders, order(MOST))).status).toBe(201);
  const reply = await ask(domesticStandingOrders, order(MORE));
  expect(faultsOf(reply)).toEqual(
    amounts.map((member) => `Field.Invalid Data.Initiation.${member}.Amount`),
  );
  expect(reply.text).toContain('Standing orders have no other scheme.');
});

describe('an instruction under a VRP consent', () => {
  test('is rejected above the limit for UK.OBIE.FPS, and uses CHAPS if it names no instrument', async () => {
    const { consentId, token } = await approvedVrp(bank.tpp, {
      MaximumIndividualAmount: pounds('5000000.00'),
    });
    const instruct = (instruction: Json): Promise<Reply> =>
      bank.tpp.post('/domestic-vrps', vrpPayment(consentId, instruction), { token });
    const response = await instruct({
      InstructedAmount: pounds(MORE),
      LocalInstrument: 'UK.OBIE.FPS',
    });
    expect(faultsOf(response)).toEqual(['Field.Invalid Data.Instruction.InstructedAmount.Amount']);
    const left = await instruct({ InstructedAmount: pounds(MORE) });
    expect(left.status).toBe(201);
    const details = `/domestic-vrps/${dataOf(left)['DomesticVRPId'] as string}/payment-details`;
    expect((await bank.tpp.get(details)).text).toContain('"LocalInstrument":"UK.OBIE.CHAPS"');
  });

  test('cannot pay the account that it debits', async () => {
    const own = account(NORTHWIND, 'Northwind Components plc');
    const { consentId, token } = await approvedVrp(
      bank.tpp,
      { VRPType: ['UK.OBIE.VRPType.Other'], MaximumIndividualAmount: pounds('10.00') },
      { Initiation: {} },
    );
    const body = vrpPayment(consentId, { CreditorAccount: own }, { Initiation: {} });
    const reply = await bank.tpp.post('/domestic-vrps', body, { token });
    expect(faultsOf(reply)).toEqual([
      'Field.Invalid Data.Instruction.CreditorAccount.Identification',
    ]);
  });
});

test('the FPS limit applies to each FPS payment of a file, and not to CHAPS payments', async () => {
  const amounts = [MOST, MORE, MORE, MOST, MORE];
  const schemes = ['FPS', 'FPS', 'CHAPS', 'FPS', 'FPS'];
  const file = fileOf(
    amounts.map((amount, index) =>
      payment(index, {
        InstructedAmount: pounds(amount),
        LocalInstrument: `UK.OBIE.${schemes[index] ?? ''}`,
      }),
    ),
  );
  const reply = await bank.tpp.upload(await bank.tpp.consentFor(file), file);
  expect(faultsOf(reply)).toEqual(
    [1, 4].map((index) => {
      const path = `Data.DomesticPayments[${String(index)}].InstructedAmount.Amount`;
      return `Field.Invalid ${path}`;
    }),
  );
  expect(reply.text).toContain('UK.OBIE.CHAPS carries more.');
});

test('a Bacs payment of a file has at most the digits of an amount in Standard 18', async () => {
  const file = fileOf(
    ['999999999.99', '1000000000.00'].map((amount, index) =>
      payment(index, { InstructedAmount: pounds(amount), LocalInstrument: 'UK.OBIE.BACS' }),
    ),
  );
  const reply = await bank.tpp.upload(await bank.tpp.consentFor(file), file);
  expect(faultsOf(reply)).toEqual([
    'Field.Invalid Data.DomesticPayments[1].InstructedAmount.Amount',
  ]);
  expect(reply.text).toContain('The maximum of Bacs is 999,999,999.99.');
});
