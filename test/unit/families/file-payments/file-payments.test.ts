import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../../src/domain/lifecycle/approval.ts';
import type { User } from '../../../../src/domain/records/records.ts';
import { filePayments } from '../../../../src/families/file-payments/index.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { readConsent } from '../../../helpers/v3.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');

const clara: User = {
  id: 'clara',
  subject: 'clara',
  customerId: 'northwind',
  customerName: 'Northwind Components plc',
  segment: 'corporate',
  mayUploadFiles: true,
  userLimitPence: 5_000_000_00,
  companyLimitPence: 20_000_000_00,
};

const journey: Approval = {
  user: clara,
  data: '{"Initiation":{}}',
  filePence: 5_000_000_00,
  now: NOW,
};

function problems(change: Partial<Approval>) {
  return filePayments.refusals({ ...journey, ...change });
}

function problemsFor(user: Partial<User>) {
  return problems({ user: { ...clara, ...user } });
}

describe('a consent for a file', () => {
  const messages = (LocalInstrument: unknown, bacsAccepted: boolean) => {
    const Initiation = {
      FileType: 'UK.OBIE.PaymentInitiation.3.1',
      FileHash: 'EA72pxuskl9wn+nBFMYEYL9uRyz9udRL2K3xaYE1Jg8=',
      LocalInstrument,
    };
    const context = {
      now: NOW,
      maxDaysAhead: 365,
      bankName: null,
      bacsAccepted,
      hasContracts: true,
      ...LIMITS,
    };
    const faults = new FaultList();
    readConsent(filePayments, { Data: { Initiation } }, context, faults);
    return faults.faults.map(({ message }) => message);
  };

  it('mentions BACS only if the bank accepts BACS', () => {
    const either = 'Expected UK.OBIE.FPS or UK.OBIE.CHAPS';
    expect(messages('UK.OBIE.BACS', true)).toEqual([]);
    expect(messages('UK.OBIE.BACS', false)).toEqual([`Found "UK.OBIE.BACS". ${either}.`]);
    expect(messages('UK.OBIE.SWIFT', false)).toEqual([`Found "UK.OBIE.SWIFT". ${either}.`]);
    expect(messages('UK.OBIE.SWIFT', true)).toEqual([
      `Found "UK.OBIE.SWIFT". ${either}, or UK.OBIE.BACS in a file of nothing else.`,
    ]);
  });
});

describe('the review of a file', () => {
  it('continues if the file is at the limit', () => {
    expect(problems({})).toEqual([]);
  });

  it('continues if no limits are set', () => {
    const user = { ...clara, userLimitPence: null, companyLimitPence: null };
    expect(problems({ user, filePence: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it('rejects a retail customer', () => {
    expect(problemsFor({ segment: 'retail' })).toEqual([
      {
        reason: 'AG08',
        message: 'Payment files are for business customers; personal customers cannot use them.',
      },
    ]);
  });

  it('continues for a small business', () => {
    expect(problemsFor({ segment: 'small business' })).toEqual([]);
  });

  it('rejects a user without permission to create file payments', () => {
    expect(problemsFor({ mayUploadFiles: false })).toEqual([
      { reason: 'AG08', message: 'You are not entitled to create file payments.' },
    ]);
  });

  it('rejects a file one penny above the limit of the user', () => {
    expect(problems({ filePence: 5_000_000_01 })).toEqual([
      {
        reason: 'AM14',
        message: 'The file comes to £5,000,000.01; your limit for one file is £5,000,000.00.',
      },
    ]);
  });

  it('rejects a file above the limit of the company if the user has no limit', () => {
    const user = { ...clara, userLimitPence: null };
    expect(problems({ user, filePence: 20_000_000_01 })).toEqual([
      {
        reason: 'AM14',
        message:
          'The file comes to £20,000,000.01; ' +
          'your company’s limit for one file is £20,000,000.00.',
      },
    ]);
  });

  it.each([
    ['2026-12-01T08:59:59Z', 1],
    ['2026-12-01T09:00:00Z', 1],
    ['2026-12-01T09:00:01Z', 0],
  ])('with the authorisation deadline %s gives %i reasons', (completion, count) => {
    const data = `{"Authorisation":{"CompletionDateTime":"${completion}"}}`;
    const late = { reason: 'NARR', message: expect.stringContaining('authorised by') as string };
    expect(problems({ data })).toEqual(Array.from({ length: count }, () => late));
  });

  it('gives all reasons for a rejection, missing permissions first', () => {
    const all = problems({
      user: { ...clara, segment: 'retail', mayUploadFiles: false },
      filePence: 20_000_000_01,
      data: '{"Authorisation":{"CompletionDateTime":"2026-12-01T08:00:00Z"}}',
    });
    expect(all.map(({ reason }) => reason)).toEqual(['AG08', 'AG08', 'AM14', 'AM14', 'NARR']);
  });
});
