import { afterAll, describe, expect, test } from 'vitest';
import { domesticStandingOrders } from '../../src/families/domestic-standing-orders/index.ts';
import { FAMILIES } from '../../src/families/index.ts';
import { internationalPayments } from '../../src/families/international/payments.ts';
import { internationalScheduledPayments } from '../../src/families/international/scheduled-payments.ts';
import { TO_GERMANY, TO_USA, type Members } from '../helpers/international.ts';
import {
  approve,
  askConsent,
  debitsOf,
  entriesOf,
  first,
  pounds,
  standingOrder,
  submitOrder,
} from '../helpers/orders.ts';
import { BAKERY, NORTHWIND } from '../helpers/payment-file.ts';
import { dataOf, type Reply } from '../helpers/tpp.ts';
import { useService } from '../helpers/use-service.ts';
import { approvedVrp, INITIATION as CONSENTED, payVrp, vrpPayment } from '../helpers/vrp.ts';

/** Requests that were once answered, paid or reported wrongly. */

const { service, tpp } = useService({ now: Date.parse('2026-12-01T09:00:00Z') });

afterAll(async () => {
  expect(await service().store.auditBooks()).toEqual([]);
});

function faultsOf(reply: Reply): string[] {
  const errors = (reply.json?.['Errors'] ?? []) as Record<string, string>[];
  return errors.map(({ ErrorCode = '', Path = '' }) => `${ErrorCode} ${Path}`.trimEnd());
}

function ask(initiation: Members, family = internationalPayments): Promise<Reply> {
  return tpp().post(`/${family.consents}`, { Data: { Initiation: initiation }, Risk: {} });
}

describe('an international payment', () => {
  const DEBTOR = { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '123' };
  const DEBTOR_FAULT = 'UK.OBIE.Field.Invalid Data.Initiation.DebtorAccount.Identification';

  test('from a malformed account is refused with 400', async () => {
    const reply = await ask({ ...TO_USA, DebtorAccount: DEBTOR });
    expect([reply.status, faultsOf(reply)]).toEqual([400, [DEBTOR_FAULT]]);
    const day = { RequestedExecutionDateTime: '2026-12-10T09:00:00Z' };
    const later = { ...TO_USA, ...day, DebtorAccount: DEBTOR };
    const response = await askConsent(tpp(), internationalScheduledPayments, later);
    expect([response.status, faultsOf(response)]).toEqual([400, [DEBTOR_FAULT]]);
  });

  test('may name a bank whose BIC begins with a digit', async () => {
    const CreditorAgent = { SchemeName: 'BICFI', Identification: 'B0FAUS3N' };
    expect((await ask({ ...TO_USA, CreditorAgent })).status).toBe(201);
  });

  test('uses Same Day EUR only for an IBAN in the SEPA area', async () => {
    const LocalInstrument = 'UK.OBIE.Target2';
    const InstructedAmount = { Amount: '165.88', Currency: 'EUR' };
    const euros = { InstructedAmount, CurrencyOfTransfer: 'EUR', LocalInstrument };
    const faults = ['UK.OBIE.Field.Invalid Data.Initiation.LocalInstrument'];
    expect(faultsOf(await ask({ ...TO_USA, ...euros }))).toEqual(faults);
    expect((await ask({ ...TO_GERMANY, LocalInstrument })).status).toBe(201);
  });

  test('by SEPA must have shared charges, and without a scheme uses SWIFT for other charges', async () => {
    const bearer = { ChargeBearer: 'BorneByDebtor' };
    const sepa = await ask({
      ...TO_GERMANY,
      ...bearer,
      LocalInstrument: 'UK.OBIE.SEPACreditTransfer',
    });
    expect(faultsOf(sepa)).toEqual(['UK.OBIE.Field.Invalid Data.Initiation.LocalInstrument']);
    const free = dataOf(await ask({ ...TO_GERMANY, ...bearer }));
    // The cut-off time of SWIFT. Clara's company may not use SEPA.
    expect(free['CutOffDateTime']).toBe('2026-12-01T14:00:00.000Z');
    expect(await approve(tpp(), free['ConsentId'] as string, NORTHWIND)).toMatch(/./);
  });

  test.each([
    ['11280007654321', 'AcceptedSettlementCompleted'],
    ['11280001234570', 'Rejected'],
  ])(
    'to account %s of this bank ends with status %s, and the money is in the right account',
    async (number, status) => {
      const before = await entriesOf(tpp(), NORTHWIND);
      const consent = dataOf(
        await ask({
          ...TO_USA,
          CurrencyOfTransfer: 'GBP',
          InstructedAmount: pounds('100.00'),
          CreditorAccount: { SchemeName: 'IBAN', Identification: ibanOf(number), Name: 'Somebody' },
          CreditorAgent: { SchemeName: 'BICFI', Identification: 'NWBKGB2L' },
          SupplementaryData: { DestinationCountry: 'GB' },
        }),
      );
      const consentId = consent['ConsentId'] as string;
      const token = await approve(tpp(), consentId, NORTHWIND);
      const { InternationalPaymentId: id } = await submitOrder(
        tpp(),
        internationalPayments,
        consentId,
        token,
      );
      await service().runner.drain(1000);
      const payment = dataOf(await tpp().get(`/international-payments/${String(id)}`));
      expect(payment['Status']).toBe(status);
      const after = (await entriesOf(tpp(), NORTHWIND)).slice(before.length);
      const returned = status === 'Rejected' ? ['115.00'] : [];
      expect(after.map(({ amount }) => amount)).toEqual(['-100.00', '-15.00', ...returned]);
      const credits = await entriesOf(tpp(), number);
      expect(credits.some(({ amount }) => amount === '100.00')).toBe(status !== 'Rejected');
    },
  );
});

test('a foreign account with the same digits as an account of this bank stays a foreign account', async () => {
  const before = await entriesOf(tpp(), BAKERY);
  const response = await ask({
    ...TO_USA,
    CreditorAccount: { SchemeName: 'OtherAccount', Identification: BAKERY, Name: 'Jane Roe' },
  });
  const consentId = dataOf(response)['ConsentId'] as string;
  const token = await approve(tpp(), consentId, NORTHWIND);
  await submitOrder(tpp(), internationalPayments, consentId, token);
  await service().runner.drain(1000);
  expect(await entriesOf(tpp(), BAKERY)).toEqual(before);
});

/** Returns the British IBAN of an account with its check digits. */
function ibanOf(number: string): string {
  const digits = [...`MIDL${number}GB00`]
    .map((character) => parseInt(character, 36).toString())
    .join('');
  const check = 98n - (BigInt(digits) % 97n);
  return `GB${check.toString().padStart(2, '0')}MIDL${number}`;
}

describe('a standing order', () => {
  const family = domesticStandingOrders;

  test('with one payment has no final amount', async () => {
    const FinalPaymentAmount = pounds('7.77');
    const fault = ['UK.OBIE.Field.Unexpected Data.Initiation.FinalPaymentAmount'];
    for (const end of [
      { NumberOfPayments: '1' },
      { FinalPaymentDateTime: '2026-12-15T23:00:00Z' },
    ]) {
      const initiation = standingOrder({ ...end, FinalPaymentAmount });
      expect(faultsOf(await askConsent(tpp(), family, initiation))).toEqual(fault);
    }
  });

  test('that is submitted late pays the missed payments once at once and the others on their days', async () => {
    const initiation = standingOrder({
      Frequency: 'EvryDay',
      ...first('2026-12-02'),
      // The last payment is on the day of the submission.
      NumberOfPayments: '15',
    });
    const consent = dataOf(await askConsent(tpp(), family, initiation));
    const consentId = consent['ConsentId'] as string;
    const token = await approve(tpp(), consentId, NORTHWIND);
    await tpp().moveClock('2026-12-16T12:00:00Z');
    const before = (await debitsOf(tpp(), NORTHWIND)).length;
    await submitOrder(tpp(), family, consentId, token);
    await tpp().moveClock('2026-12-31T12:00:00Z');
    expect((await debitsOf(tpp(), NORTHWIND)).slice(before, before + 3)).toEqual([
      '2026-12-16 -10.00 RENT',
      '2026-12-16 -20.00 RENT',
      '2026-12-17 -20.00 RENT',
    ]);
  });
});

describe('a variable recurring payment', () => {
  test('is refused if it names another bank than the consent', async () => {
    const agent = (Identification: string, SchemeName = 'UK.OBIE.BICFI') => ({
      CreditorAgent: { SchemeName, Identification },
    });
    const initiation = { ...CONSENTED, ...agent('BARCGB22') };
    const approved = await approvedVrp(tpp(), {}, { Initiation: initiation });
    const pay = (instruction: Members) =>
      payVrp(
        tpp(),
        approved,
        vrpPayment(approved.consentId, instruction, { Initiation: initiation }),
      );
    expect(faultsOf(await pay(agent('LOYDGB2L')))).toEqual([
      'UK.OBIE.Resource.ConsentMismatch Data.Instruction.CreditorAgent.Identification',
    ]);
    expect((await pay(agent('BARCGB22', 'BICFI'))).status).toBe(201);
    expect((await pay({})).status).toBe(201);
  });
});

describe.each(FAMILIES)('a request to $name', (family) => {
  test.each(['[]', 'null', '"x"', '1'])(
    'with body %s is refused with InvalidFormat',
    async (body) => {
      const reply = await tpp().call('POST', `/${family.consents}`, { body });
      expect(faultsOf(reply)).toEqual(['UK.OBIE.Resource.InvalidFormat']);
      expect(reply.text).not.toContain('Invalid input');
    },
  );
});

test('dates from before standard time are refused', async () => {
  for (const year of ['0001', '1899']) {
    const initiation = standingOrder(first(`${year}-01-01`));
    const reply = await askConsent(tpp(), domesticStandingOrders, initiation);
    expect(faultsOf(reply)).toEqual([
      'UK.OBIE.Field.InvalidDate Data.Initiation.FirstPaymentDateTime',
    ]);
    expect(reply.text).toContain(`${year}-01-01`);
  }
});
