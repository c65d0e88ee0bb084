import { describe, expect, it } from 'vitest';
import { orderOf as theOrder, type Quote } from '../../../../src/domain/execution/order.ts';
import type { Approval } from '../../../../src/domain/lifecycle/approval.ts';
import type { Payment, User } from '../../../../src/domain/records/records.ts';
import type { Family } from '../../../../src/families/common/family.ts';
import { internationalPayments } from '../../../../src/families/international/payments.ts';
import { internationalScheduledPayments } from '../../../../src/families/international/scheduled-payments.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { TO_GERMANY, TO_USA, without, type Members } from '../../../helpers/international.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { SENT_WITH_V3, readConsent } from '../../../helpers/v3.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');

const FRIDAY = { RequestedExecutionDateTime: '2026-12-04T23:30:00+01:00' };

function dataOf(initiation: Members, others: Members = {}): string {
  return JSON.stringify({ ...others, Initiation: initiation });
}

function orderOf(initiation: Members, family: Family = internationalPayments) {
  return theOrder(family.instructionOf(dataOf(initiation), 'consent', LIMITS));
}

/** Returns an agreed rate with its digits as written. */
function agreedData(digits: string, UnitCurrency = 'GBP', initiation = TO_USA): string {
  const terms = { UnitCurrency, RateType: 'Agreed', ContractIdentification: 'A1', ExchangeRate: 0 };
  const data = dataOf({ ...initiation, ExchangeRateInformation: terms });
  return data.replace('"ExchangeRate":0', `"ExchangeRate": ${digits} `);
}

describe('the order of an international payment', () => {
  const isHoliday = { isBankHoliday: () => true, isTargetHoliday: () => true };

  it('has one payment, immediate or on its day in London', () => {
    const order = orderOf(TO_USA);
    expect(order).toMatchObject({ instrument: 'SWIFT', currency: 'USD', chargeBearer: undefined });
    const first = { number: 0, date: null, amount: 165_88 };
    expect(order.nextPayment(null, isHoliday)).toEqual(first);
    expect(order.nextPayment(first, isHoliday)).toBeNull();
    const ahead = orderOf({ ...TO_USA, ...FRIDAY }, internationalScheduledPayments);
    expect(ahead.nextPayment(null, isHoliday)).toEqual({ ...first, date: '2026-12-04' });
  });

  it('uses the minor units of its currency', () => {
    const order = orderOf({ ...TO_USA, InstructedAmount: { Amount: '5000', Currency: 'JPY' } });
    expect(order.nextPayment(null, isHoliday)).toMatchObject({ amount: 5000 });
  });

  it('has the account and texts of its Initiation', () => {
    const RemittanceInformation = { Reference: 'FRESCO-101', Unstructured: 'Internal ops' };
    expect(orderOf({ ...TO_USA, RemittanceInformation }).parties).toEqual({
      creditor: '0123456789',
      creditorName: 'ACME Inc',
      instructionIdentification: 'ACME412',
      endToEndIdentification: 'FRESCO.21302.GFX.20',
      reference: 'FRESCO-101',
      unstructured: 'Internal ops',
    });
    const bare = { ...without(TO_USA, 'EndToEndIdentification'), ...FRIDAY };
    expect(orderOf(bare, internationalScheduledPayments).parties).toMatchObject({
      endToEndIdentification: 'ACME412',
      reference: '',
      unstructured: '',
    });
  });

  it.each([
    ['GB33BUKB20201555555555', '20201555555555'],
    ['DE89370400440532013000', 'DE89370400440532013000'],
  ])('to the IBAN %s has the creditor %s', (Identification, creditor) => {
    const CreditorAccount = { SchemeName: 'UK.OBIE.IBAN', Identification, Name: 'ACME' };
    expect(orderOf({ ...TO_GERMANY, CreditorAccount }).parties.creditor).toBe(creditor);
  });

  it.each([
    ['GBP', 'USD', 'USD'],
    ['USD', 'USD', 'USD'],
    ['USD', 'GBP', 'USD'],
    ['USD', 'EUR', 'USD'],
  ])('of %s sent as %s buys %s', (Currency, CurrencyOfTransfer, currency) => {
    const InstructedAmount = { Amount: '1.00', Currency };
    const { exchange } = orderOf({ ...TO_USA, InstructedAmount, CurrencyOfTransfer });
    expect(exchange).toEqual({ currency, claimed: null, agreed: null });
  });

  it('of pounds sent as pounds exchanges nothing', () => {
    const InstructedAmount = { Amount: '1.00', Currency: 'GBP' };
    const order = orderOf({ ...TO_USA, InstructedAmount, CurrencyOfTransfer: 'GBP' });
    expect(order.exchange).toBeNull();
  });

  it('stores every digit of an agreed rate', () => {
    const data = agreedData('1.2700000000000000001', 'USD');
    expect(theOrder(internationalPayments.instructionOf(data, 'consent', LIMITS)).exchange).toEqual(
      {
        currency: 'USD',
        claimed: { id: 'A1', rate: { rate: '1.2700000000000000001', unitCurrency: 'USD' } },
        agreed: null,
      },
    );
  });
});

const CLARA: User = {
  id: 'clara',
  subject: 'clara',
  customerId: 'northwind',
  customerName: 'Northwind Components plc',
  segment: 'corporate',
  mayUploadFiles: true,
  userLimitPence: null,
  companyLimitPence: null,
};

function problemsOf(data: string, segment: User['segment'] = 'retail'): readonly string[] {
  const approval: Approval = {
    user: { ...CLARA, segment },
    data,
    filePence: null,
    now: NOW,
  };
  return internationalPayments.refusals(approval).map(({ reason }) => reason);
}

describe('the review of an international payment', () => {
  it.each([
    ['corporate', {}, ['AG08']],
    ['corporate', { LocalInstrument: 'UK.OBIE.SEPACreditTransfer' }, ['AG08']],
    ['corporate', { LocalInstrument: 'UK.OBIE.SWIFT' }, []],
    ['corporate', { LocalInstrument: 'UK.OBIE.Target2' }, []],
    ['small business', {}, []],
    ['retail', {}, []],
  ] as const)('of a %s customer with %j is refused for %j', (segment, members, reasons) => {
    expect(problemsOf(dataOf({ ...TO_GERMANY, ...members }), segment)).toEqual(reasons);
  });

  it('gives all reasons for a rejection', () => {
    const late = { CompletionDateTime: '2026-12-01T08:00:00Z', AuthorisationType: 'Any' };
    const data = agreedData('3', 'GBP', TO_GERMANY).replace(
      /}$/,
      `,"Authorisation":${JSON.stringify(late)}}`,
    );
    expect(problemsOf(data, 'corporate')).toEqual(['AG08', 'NARR']);
  });
});

const PAYMENT: Payment = {
  id: 'ip-1',
  family: internationalPayments.name,
  consentId: 'ipc-1',
  clientId: 'tpp-one',
  createdAt: NOW,
  statusUpdatedAt: NOW,
  data: '{}',
  ...SENT_WITH_V3,
  risk: '{}',
  debtorAccount: null,
  customerId: 'acme',
  groupStatus: 'ACSP',
  reason: null,
  version: 3,
  firstPaidAt: null,
  sentAt: null,
  approval: null,
  releasedAt: null,
  cancelledAt: null,
};

function summarise(data: string, quote: Quote | null): Members {
  const payment = { ...PAYMENT, data };
  const unknown = { isNew: false, debtorAccount: null, times: null };
  const view = { ...unknown, payment, consentData: '{}', quote };
  return { ...internationalPayments.paymentMembers(view) };
}

describe('the cost of an international payment', () => {
  const quote = { amountPence: 100_00, chargePence: 15_00, exchangeRate: '4.66550' };

  it('is not shown before it is executed', () => {
    expect(summarise(dataOf(TO_USA), null)).toEqual({});
  });

  it('is the booked charge and rate', () => {
    expect(summarise(dataOf({ ...TO_USA, ChargeBearer: 'FollowingServiceLevel' }), quote)).toEqual({
      Charges: [
        {
          ChargeBearer: 'FollowingServiceLevel',
          Type: 'UK.OBIE.MoneyTransferOut',
          Amount: { Amount: '15.00', Currency: 'GBP' },
        },
      ],
      ExchangeRateInformation: { UnitCurrency: 'GBP', ExchangeRate: 4.6655, RateType: 'Actual' },
    });
  });

  it('is shared unless one party bears it', () => {
    const { Charges } = summarise(dataOf(TO_USA), quote);
    expect(Charges).toMatchObject([{ ChargeBearer: 'Shared' }]);
  });

  it('is empty without a charge and an exchange', () => {
    const free = { ...quote, chargePence: 0, exchangeRate: null };
    expect(summarise(dataOf(TO_GERMANY), free)).toEqual({});
  });

  it('repeats the terms of an agreed rate', () => {
    const { ExchangeRateInformation } = summarise(agreedData('0.78', 'USD'), quote);
    expect(ExchangeRateInformation).toEqual({
      UnitCurrency: 'USD',
      RateType: 'Agreed',
      ContractIdentification: 'A1',
      ExchangeRate: 0.78,
    });
  });
});

describe('a bank without contracts of exchange rates', () => {
  it.each([internationalPayments, internationalScheduledPayments])(
    'accepts no agreed rate: $name',
    (family) => {
      const context = {
        ...{ now: NOW, maxDaysAhead: 365, bankName: null, bacsAccepted: true, ...LIMITS },
        hasContracts: false,
      };
      const faultsOf = (RateType: string) => {
        const { Initiation } = JSON.parse(agreedData('1.27')) as { Initiation: Members };
        const ExchangeRateInformation = { ...(Initiation['ExchangeRateInformation'] as Members) };
        const others =
          RateType === 'Agreed'
            ? { ...ExchangeRateInformation, RateType }
            : { UnitCurrency: 'GBP', RateType };
        const day = family === internationalPayments ? {} : FRIDAY;
        const initiation = { ...Initiation, ...day, ExchangeRateInformation: others };
        const body = { Data: { Permission: 'Create', Initiation: initiation }, Risk: {} };
        const faults = new FaultList();
        readConsent(family, body, context, faults);
        return faults.faults.filter(({ path }) => path?.includes('ExchangeRate'));
      };
      expect(faultsOf('Actual')).toEqual([]);
      expect(faultsOf('Agreed')).toEqual([
        {
          code: 'UK.OBIE.Field.Invalid',
          path: 'Data.Initiation.ExchangeRateInformation.RateType',
          message:
            'Found "Agreed". Expected Actual or Indicative: this bank has no exchange rate ' +
            'contracts.',
        },
      ]);
    },
  );
});

describe('the scheme of other accounts', () => {
  function faultsWith(bankName: string | null, SchemeName: string): number {
    const account = { SchemeName, Identification: '0123456789', Name: 'ACME Inc' };
    const Initiation = { ...TO_USA, CreditorAccount: account };
    const faults = new FaultList();
    const context = {
      now: NOW,
      maxDaysAhead: 365,
      bankName,
      bacsAccepted: true,
      hasContracts: true,
      ...LIMITS,
    };
    readConsent(internationalPayments, { Data: { Initiation }, Risk: {} }, context, faults);
    return faults.faults.length;
  }

  it.each([
    ['OtherAccount', null, 0],
    ['UK.Any.OtherAccount', null, 0],
    ['OtherAccount', 'Northbank', 0],
    ['UK.Any.OtherAccount', 'Northbank', 1],
    ['UK.Northbank.OtherAccount', 'Northbank', 0],
    ['UK.Northbank2.OtherAccount', 'Northbank', 1],
  ])('%s at the bank %s has %d faults', (scheme, bankName, count) => {
    expect(faultsWith(bankName, scheme)).toBe(count);
  });

  it('is not checked for an invalid request', () => {
    const faults = new FaultList();
    const context = {
      now: NOW,
      maxDaysAhead: 365,
      bankName: 'Northbank',
      bacsAccepted: true,
      hasContracts: true,
      ...LIMITS,
    };
    for (const body of [null, 'text', {}, { Data: { Initiation: null } }]) {
      expect(readConsent(internationalPayments, body, context, faults)).toBeUndefined();
    }
    expect(faults.isEmpty).toBe(false);
  });
});
