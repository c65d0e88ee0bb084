import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { FileMetadata, FilePayment, FileRules } from '../../../src/domain/records/payment.ts';
import { FaultList } from '../../../src/shared/errors.ts';
import { MAX_PENCE } from '../../../src/shared/money.ts';
import { checkWholeFile } from '../../../src/pipeline/check-whole-file.ts';
import { checkedView } from '../../../src/pipeline/read/exact/checked-view.ts';
import { RunningTally } from '../../../src/pipeline/tally.ts';
import { LIMITS } from '../../helpers/limits.ts';

const RULES: FileRules = {
  today: '2026-11-20',
  maxDaysAhead: 30,
  bacsAccepted: true,
  maxFaults: 100,
  ...LIMITS,
};
const DIGEST = createHash('sha256').update('file');
const SHA256 = DIGEST.copy().digest('hex');
const METADATA: FileMetadata = {
  fileType: PAYMENT_FILE_3_1,
  fileHash: DIGEST.digest('base64'),
  requestedDate: null,
  debtorAccount: null,
};
const PAYMENT: FilePayment = {
  index: 0,
  instrument: 'FPS',
  date: null,
  amountPence: 1050,
  debtor: '11280001234567',
  creditor: '08080021325698',
  creditorName: 'ACME Inc',
  instructionIdentification: 'A',
  endToEndIdentification: 'B',
  reference: 'C',
  unstructured: 'D',
};

function faultsOf(
  payments: readonly Partial<FilePayment>[],
  metadata: Partial<FileMetadata> = {},
  read: { payments?: number; complete?: boolean } = {},
): string[] {
  const tally = new RunningTally('2026-12-01');
  for (const [index, payment] of payments.entries()) {
    tally.add(checkedView({ ...PAYMENT, ...payment, index }, 0));
  }
  const faults = new FaultList(100);
  const result = { payments: payments.length, complete: true, ...read };
  const upload = { sha256: SHA256, read: result, tally, rules: RULES };
  checkWholeFile({ ...upload, metadata: { ...METADATA, ...metadata } }, faults);
  return faults.faults.map(({ code, path }) => `${code.slice(8)} ${path ?? ''}`);
}

describe('checkWholeFile', () => {
  it('compares the SHA-256 of the file with FileHash, padded or not', () => {
    expect(faultsOf([{}])).toEqual([]);
    expect(faultsOf([{}], { fileHash: (METADATA.fileHash ?? '').slice(0, 43) })).toEqual([]);
    const other = createHash('sha256').update('other').digest('base64');
    expect(faultsOf([{}], { fileHash: other })).toEqual(['Field.Invalid Data.Initiation.FileHash']);
  });

  it('compares count and total with the consent, as exact decimals', () => {
    const right = { numberOfTransactions: '2', controlSum: '21' };
    expect(faultsOf([{}, {}], right)).toEqual([]);
    expect(faultsOf([{}, {}], { numberOfTransactions: '02', controlSum: '2.1e1' })).toEqual([]);
    expect(faultsOf([{}, {}], { numberOfTransactions: '3', controlSum: '21.001' })).toEqual([
      'Field.Invalid Data.Initiation.NumberOfTransactions',
      'Field.Invalid Data.Initiation.ControlSum',
    ]);
  });

  it('skips the total if payments were rejected, and all checks but the hash if the file is not JSON', () => {
    const wrong = { numberOfTransactions: '9', controlSum: '9' };
    const count = 'Field.Invalid Data.Initiation.NumberOfTransactions';
    expect(faultsOf([{}], wrong, { payments: 2 })).toEqual([count]);
    expect(faultsOf([{}], wrong, { complete: false })).toEqual([]);
  });

  it('rejects an empty list and a total above the exact range', () => {
    const path = 'Field.Invalid Data.DomesticPayments';
    expect(faultsOf([])).toEqual([path]);
    expect(faultsOf([{ amountPence: MAX_PENCE }, {}])).toEqual([path]);
  });

  it('rejects a mix of same-day and future-dated payments, at the first that differs', () => {
    const path = 'Data.DomesticPayments[1].RequestedExecutionDateTime';
    expect(faultsOf([{}, { date: '2026-12-01' }, {}])).toEqual([`Field.InvalidDate ${path}`]);
    expect(faultsOf([{ date: '2026-12-01' }, { date: '2026-12-02' }])).toEqual([]);
  });

  it('rejects a past date of the consent if a payment uses it', () => {
    const past = { requestedDate: '2026-11-19' };
    const path = 'Data.Initiation.RequestedExecutionDateTime';
    expect(faultsOf([{ date: '2026-11-19' }], past)).toEqual([`Field.InvalidDate ${path}`]);
    expect(faultsOf([{ date: '2026-12-01' }], past)).toEqual([]);
  });

  it('rejects BACS mixed with other schemes, and BACS on several days', () => {
    const bacs = { instrument: 'BACS' } as const;
    expect(faultsOf([bacs, bacs, {}])).toEqual([
      'Unsupported.LocalInstrument Data.DomesticPayments[2].LocalInstrument',
    ]);
    expect(faultsOf([{}, bacs])).toEqual([
      'Unsupported.LocalInstrument Data.DomesticPayments[1].LocalInstrument',
    ]);
    const days = [
      { ...bacs, date: '2026-12-01' },
      { ...bacs, date: '2026-12-02' },
    ];
    expect(faultsOf(days)).toEqual([
      'Field.InvalidDate Data.DomesticPayments[1].RequestedExecutionDateTime',
    ]);
    expect(faultsOf([bacs, { ...bacs, debtor: null }])).toEqual([]);
  });
});
