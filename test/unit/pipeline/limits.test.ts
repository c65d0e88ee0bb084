import { describe, expect, it } from 'vitest';
import type { DebtorShare, ExecutionGroup } from '../../../src/domain/payment.ts';
import type { Account, Consent, User } from '../../../src/domain/records.ts';
import { Refusal } from '../../../src/kernel/errors.ts';
import {
  checkLimits,
  debtorAccounts,
  settleDebtorAccount,
  type FileJourney,
} from '../../../src/pipeline/limits.ts';

const CURRENT = '11280001234567';
const CLOSED = '11280001234570';
const DEPOSIT = '11280001234571';
const OTHERS = '11280007654321';
const UNKNOWN = '11280099999999';

const clara: User = {
  id: 'clara',
  customerId: 'northwind',
  customerName: 'Northwind Components plc',
  segment: 'corporate',
  mayUploadFiles: true,
  userLimitPence: 5_000_000_00,
  companyLimitPence: 20_000_000_00,
};

const accounts = new Map<string, Account>(
  [
    { number: CURRENT },
    { number: CLOSED, closed: true },
    { number: DEPOSIT, kind: 'deposit' as const },
    { number: OTHERS, customerId: 'bright-bakes', closed: true },
  ].map((account) => [
    account.number,
    { customerId: 'northwind', kind: 'current', closed: false, balancePence: 0, ...account },
  ]),
);

function group(...debtors: (string | null)[]): ExecutionGroup {
  const shares = debtors.map((account): DebtorShare => ({ account, payments: 1, totalPence: 100 }));
  return {
    instrument: 'FPS',
    date: null,
    payments: shares.length,
    totalPence: 100 * shares.length,
    debtors: shares,
  };
}

const journey: FileJourney = {
  user: clara,
  file: { totalPence: 5_000_000_00, groups: [group(CURRENT)] },
  debtorAccount: null,
  accounts,
};

function decide(change: Partial<FileJourney>) {
  return checkLimits({ ...journey, ...change });
}

function decideFor(user: Partial<User>) {
  return decide({ user: { ...clara, ...user } });
}

function decideOn(...debtors: (string | null)[]) {
  return decide({ file: { totalPence: 100, groups: [group(...debtors)] } });
}

describe('the customer’s journey', () => {
  it('goes on when the file is at the limit and its account can be debited', () => {
    expect(decide({})).toEqual({ accepted: true });
  });

  it('goes on without limits where none are set', () => {
    const file = { ...journey.file, totalPence: Number.MAX_SAFE_INTEGER };
    const user = { ...clara, userLimitPence: null, companyLimitPence: null };
    expect(decide({ user, file })).toEqual({ accepted: true });
  });

  it('ends for a retail customer', () => {
    expect(decideFor({ segment: 'retail' })).toEqual({
      accepted: false,
      reason: 'AG08',
      message: 'Payment files are for business customers; personal customers cannot use them.',
    });
  });

  it('goes on for a small business', () => {
    expect(decideFor({ segment: 'small business' })).toEqual({ accepted: true });
  });

  it('ends for a user who may not create file payments', () => {
    expect(decideFor({ mayUploadFiles: false })).toEqual({
      accepted: false,
      reason: 'AG08',
      message: 'You are not entitled to create file payments.',
    });
  });

  it('ends a penny above the limit of the user', () => {
    expect(decide({ file: { ...journey.file, totalPence: 5_000_000_01 } })).toEqual({
      accepted: false,
      reason: 'AM14',
      message: 'The file comes to £5,000,000.01; your limit for one file is £5,000,000.00.',
    });
  });

  it('ends above the limit of the company, though the user has none', () => {
    const user = { ...clara, userLimitPence: null };
    const file = { ...journey.file, totalPence: 20_000_000_01 };
    expect(decide({ user, file })).toEqual({
      accepted: false,
      reason: 'AM14',
      message:
        'The file comes to £20,000,000.01; ' +
        'your company’s limit for one file is £20,000,000.00.',
    });
  });

  it.each([
    [CLOSED, `Account ${CLOSED} is closed.`],
    [DEPOSIT, `Account ${DEPOSIT} is not a current account: payments cannot be made from it.`],
    [OTHERS, `Account ${OTHERS} is not one of your accounts.`],
    [UNKNOWN, `Account ${UNKNOWN} is not one of your accounts.`],
  ])('ends when %s is to be debited, wherever it was named', (account, message) => {
    const refusal = { accepted: false, reason: 'AG01', message };
    expect(decideOn(CURRENT, account)).toEqual(refusal);
    const file = { totalPence: 100, groups: [group(CURRENT), group(null)] };
    expect(decide({ file, debtorAccount: account })).toEqual(refusal);
  });

  it('ends when the consent names an account that is not eligible and no payment needs it', () => {
    expect(decide({ debtorAccount: CLOSED })).toMatchObject({ accepted: false, reason: 'AG01' });
  });

  it('tells every problem, and the first decides', () => {
    const decision = decide({
      user: { ...clara, segment: 'retail', mayUploadFiles: false },
      file: { totalPence: 20_000_000_01, groups: [group(CLOSED)] },
    });
    expect(decision).toEqual({
      accepted: false,
      reason: 'AG08',
      message: [
        'Payment files are for business customers; personal customers cannot use them.',
        'You are not entitled to create file payments.',
        'The file comes to £20,000,000.01; your limit for one file is £5,000,000.00.',
        'The file comes to £20,000,000.01; your company’s limit for one file is £20,000,000.00.',
        `Account ${CLOSED} is closed.`,
      ].join(' '),
    });
  });

  it('counts accounts that are too many to name', () => {
    const strangers = [1, 2, 3, 4, 5, 6, 7].map((digit) => String(digit).repeat(14));
    const messageFor = (count: number): string => {
      const decision = decideOn(...strangers.slice(0, count));
      return decision.accepted ? '' : decision.message;
    };
    expect(messageFor(5)).toMatch(/Account 55555555555555 is not one of your accounts\.$/);
    expect(messageFor(6)).toMatch(/5{14} is .*\. And one more account cannot be debited\.$/);
    expect(messageFor(7)).toMatch(/5{14} is .*\. And 2 more accounts cannot be debited\.$/);
  });
});

describe('the account for payments that name none', () => {
  const consent: Consent = {
    id: 'fpc-1',
    family: 'file-payments',
    clientId: 'tpp-one',
    status: 'AwaitingAuthorisation',
    createdAt: 0,
    statusUpdatedAt: 0,
    data: '{}',
    risk: null,
    debtorAccount: null,
    refusal: null,
  };
  const open = { totalPence: 100, groups: [group(CURRENT, null)] };

  function settle(named: string | null, chosen: string | null, file = open) {
    const settled = settleDebtorAccount({ ...consent, debtorAccount: named }, chosen, file);
    return settled instanceof Refusal ? settled.faults[0]?.code : settled.account;
  }

  it('is the consent’s, or else the one that the customer chose', () => {
    expect(settle(CURRENT, null)).toBe(CURRENT);
    expect(settle(CURRENT, CURRENT)).toBe(CURRENT);
    expect(settle(null, CURRENT)).toBe(CURRENT);
  });

  it('is not to be chosen where the consent names another', () => {
    expect(settle(CURRENT, DEPOSIT)).toBe('UK.OBIE.Field.Unexpected');
  });

  it('must be chosen where the consent names none, if there are such payments', () => {
    expect(settle(null, null)).toBe('UK.OBIE.Field.Missing');
    expect(settle(null, null, { ...open, groups: [group(CURRENT)] })).toBeNull();
  });
});

describe('the accounts that a file debits', () => {
  const file = { totalPence: 400, groups: [group(CURRENT, null), group(CURRENT, OTHERS)] };

  it('are looked up once each', () => {
    expect(debtorAccounts({ file, debtorAccount: CLOSED })).toEqual([CLOSED, CURRENT, OTHERS]);
  });

  it('leave out one that is not chosen yet', () => {
    expect(debtorAccounts({ file, debtorAccount: null })).toEqual([CURRENT, OTHERS]);
  });
});
