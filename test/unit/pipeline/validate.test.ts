import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { FileMetadata, FileRules } from '../../../src/domain/records/payment.ts';
import { FaultList } from '../../../src/shared/errors.ts';
import { storedFileCheck, uploadCheck } from '../../../src/pipeline/validate.ts';
import { LIMITS } from '../../helpers/limits.ts';

const RULES: FileRules = {
  today: '2026-11-20',
  maxDaysAhead: 30,
  bacsAccepted: true,
  maxFaults: 100,
  ...LIMITS,
};
const METADATA: FileMetadata = {
  fileType: PAYMENT_FILE_3_1,
  fileHash: '',
  requestedDate: null,
  debtorAccount: null,
};

const PAYMENT = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  LocalInstrument: 'UK.OBIE.FPS',
  InstructedAmount: { Amount: '165.88', Currency: 'GBP' },
  DebtorAccount: { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '11280001234567' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: '08080021325698',
    Name: 'ACME Inc',
  },
  RemittanceInformation: { Reference: 'FRESCO-101', Unstructured: 'Internal ops code 5120101' },
};

function faultsOf(value: unknown, rules = RULES): string[] {
  const faults = new FaultList(100);
  const payment = uploadCheck(METADATA, rules)(value, 3, faults);
  expect(payment === undefined).toBe(!faults.isEmpty);
  return faults.faults.map(({ code, path }) => `${code} ${path ?? ''}`);
}

function dated(text: string): unknown {
  return { ...PAYMENT, RequestedExecutionDateTime: text };
}

describe('uploadCheck', () => {
  it('returns the payment', () => {
    const payment = uploadCheck(METADATA, RULES)(PAYMENT, 3, new FaultList(1));
    expect(payment).toEqual({
      index: 3,
      instrument: 'FPS',
      date: null,
      amountPence: 16_588,
      debtor: '11280001234567',
      creditor: '08080021325698',
      creditorName: 'ACME Inc',
      instructionIdentification: 'ACME412',
      endToEndIdentification: 'FRESCO.21302.GFX.20',
      reference: 'FRESCO-101',
      unstructured: 'Internal ops code 5120101',
    });
  });

  it('uses account and date of the consent if the payment has none', () => {
    const bare = { ...PAYMENT, DebtorAccount: undefined };
    const metadata = { ...METADATA, requestedDate: '2026-12-01', debtorAccount: '11280007654321' };
    const payment = uploadCheck(metadata, RULES)(bare, 0, new FaultList(1));
    expect(payment).toMatchObject({ debtor: '11280007654321', date: '2026-12-01' });
    const own = uploadCheck(metadata, RULES)(dated('2026-11-20T08:00:00Z'), 0, new FaultList(1));
    expect(own).toMatchObject({ debtor: '11280001234567', date: null });
  });

  it('converts a British IBAN to sort code and account number', () => {
    const DebtorAccount = { SchemeName: 'UK.OBIE.IBAN', Identification: 'GB29NWBK60161331926819' };
    const payment = uploadCheck(METADATA, RULES)(
      { ...PAYMENT, DebtorAccount },
      0,
      new FaultList(1),
    );
    expect(payment?.debtor).toBe('60161331926819');
  });

  it('reports all faults of a payment', () => {
    const faults = faultsOf({
      ...PAYMENT,
      LocalInstrument: 'UK.OBIE.SWIFT',
      InstructedAmount: { Amount: '0.00', Currency: 'EUR' },
      Extra: 1,
      RequestedExecutionDateTime: '2020-01-01T00:00:00Z',
    });
    const path = 'Data.DomesticPayments[3]';
    expect(faults.sort()).toEqual([
      `UK.OBIE.Field.Invalid ${path}.InstructedAmount.Amount`,
      `UK.OBIE.Field.InvalidDate ${path}.RequestedExecutionDateTime`,
      `UK.OBIE.Field.Unexpected ${path}.Extra`,
      `UK.OBIE.Unsupported.Currency ${path}.InstructedAmount.Currency`,
      `UK.OBIE.Unsupported.LocalInstrument ${path}.LocalInstrument`,
    ]);
  });

  it('reports a missing LocalInstrument as one fault', () => {
    const bare = { ...PAYMENT, LocalInstrument: undefined };
    expect(faultsOf(bare)).toEqual([
      'UK.OBIE.Field.Missing Data.DomesticPayments[3].LocalInstrument',
    ]);
  });

  it('rejects a value that is not an object', () => {
    for (const value of [null, 5, 'x', []]) {
      expect(faultsOf(value)).toEqual(['UK.OBIE.Field.Invalid Data.DomesticPayments[3]']);
    }
  });

  it('accepts BACS only if the setting allows it', () => {
    const bacs = { ...PAYMENT, LocalInstrument: 'UK.OBIE.BACS' };
    expect(faultsOf(bacs)).toEqual([]);
    expect(faultsOf(bacs, { ...RULES, bacsAccepted: false })).toEqual([
      'UK.OBIE.Unsupported.LocalInstrument Data.DomesticPayments[3].LocalInstrument',
    ]);
  });

  it('accepts dates from today to the horizon, in London time', () => {
    const refusal = [
      'UK.OBIE.Field.InvalidDate Data.DomesticPayments[3].RequestedExecutionDateTime',
    ];
    expect(faultsOf(dated('2026-11-20T00:00:00Z'))).toEqual([]);
    expect(faultsOf(dated('2026-12-20T23:59:59Z'))).toEqual([]);
    expect(faultsOf(dated('2026-11-19T23:59:59Z'))).toEqual(refusal);
    expect(faultsOf(dated('2026-12-21T00:00:00Z'))).toEqual(refusal);
    expect(faultsOf(dated('tomorrow'))).toEqual(refusal);
    const summer = { ...RULES, today: '2026-07-01' };
    expect(faultsOf(dated('2026-06-30T23:30:00Z'), summer)).toEqual([]);
  });

  it('rejects control characters, and counts characters instead of bytes', () => {
    const path = 'Data.DomesticPayments[3].RemittanceInformation.Reference';
    const referring = (Reference: string): unknown => ({
      ...PAYMENT,
      RemittanceInformation: { Reference },
    });
    expect(faultsOf(referring('😀'.repeat(35)))).toEqual([]);
    expect(faultsOf(referring('é'.repeat(36)))).toEqual([`UK.OBIE.Field.Invalid ${path}`]);
    expect(faultsOf(referring('a\u0085b'))).toEqual([`UK.OBIE.Field.Invalid ${path}`]);
    expect(faultsOf(referring('a\tb'))).toEqual([`UK.OBIE.Field.Invalid ${path}`]);
  });
});

describe('storedFileCheck', () => {
  const facts = {
    fileType: PAYMENT_FILE_3_1,
    sha256: '',
    bytes: 0,
    payments: 1,
    totalPence: 1,
    classification: { kind: 'BATCH', reason: '' },
    requestedDate: '2026-12-01',
    debitReference: '',
    pageOffsets: [0],
  } as const;
  const group = { instrument: 'FPS', payments: 1, totalPence: 1, debtors: [] } as const;

  it('uses the date of the payment or of the consent for a future-dated file', () => {
    const check = storedFileCheck({ ...facts, groups: [{ ...group, date: '2026-12-01' }] });
    expect(check(PAYMENT, 0, new FaultList(1))?.date).toBe('2026-12-01');
    expect(check(dated('2026-12-24T10:00:00Z'), 0, new FaultList(1))?.date).toBe('2026-12-24');
  });

  it('returns no dates for a same-day file, even on a later day', () => {
    const check = storedFileCheck({ ...facts, groups: [{ ...group, date: null }] });
    expect(check(dated('2026-11-20T10:00:00Z'), 0, new FaultList(1))?.date).toBeNull();
  });
});
