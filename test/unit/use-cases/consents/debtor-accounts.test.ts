import { describe, expect, it } from 'vitest';
import type { DebtorShare, ExecutionGroup } from '../../../../src/domain/records/payment.ts';
import type { Account, User } from '../../../../src/domain/records/records.ts';
import {
  accountProblems,
  debtorAccounts,
  debtorOf,
  namedDebtors,
  settleDebtorAccount,
  type RequestedDebtor,
} from '../../../../src/use-cases/consents/debtor-accounts.ts';
import { Refusal } from '../../../../src/shared/errors.ts';

const CURRENT = '11280001234567';
const CLOSED = '11280001234570';
const BLOCKED = '11280001234572';
const DEPOSIT = '11280001234571';
const OTHERS = '11280007654321';
const UNKNOWN = '11280099999999';

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

const accounts = new Map<string, Account>(
  [
    { number: CURRENT },
    { number: CLOSED, state: 'closed' as const },
    { number: BLOCKED, state: 'blocked' as const },
    { number: DEPOSIT, kind: 'deposit' as const },
    { number: OTHERS, customerId: 'bright-bakes', state: 'closed' as const },
  ].map((account) => [
    account.number,
    {
      customerId: 'northwind',
      holderName: 'Northwind Components plc',
      kind: 'current',
      state: 'open',
      mandate: [],
      balancePence: 0,
      ...account,
    },
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

function problemsOf(...numbers: string[]) {
  return accountProblems(clara, numbers, accounts);
}

describe('the debtor accounts of a customer', () => {
  it('are accepted if they are open current accounts of the customer', () => {
    expect(problemsOf(CURRENT)).toEqual([]);
  });

  it.each([
    [CLOSED, `Account ${CLOSED} is closed.`],
    [DEPOSIT, `Account ${DEPOSIT} is not a current account: payments cannot be made from it.`],
    [OTHERS, `Account ${OTHERS} is not one of your accounts.`],
    [UNKNOWN, `Account ${UNKNOWN} is not one of your accounts.`],
  ])('are refused if they include %s', (account, message) => {
    expect(problemsOf(CURRENT, account)).toEqual([{ reason: 'AG01', message }]);
  });

  it('are refused with AC06 if they include a blocked account', () => {
    const message = `Account ${BLOCKED} is blocked: payments cannot be made from it at the moment.`;
    expect(problemsOf(CURRENT, BLOCKED)).toEqual([{ reason: 'AC06', message }]);
  });

  it('are refused with one problem each', () => {
    expect(problemsOf(CLOSED, CURRENT, OTHERS).map(({ message }) => message)).toEqual([
      `Account ${CLOSED} is closed.`,
      `Account ${OTHERS} is not one of your accounts.`,
    ]);
  });

  it('are only counted if they are too many to name', () => {
    const strangers = [1, 2, 3, 4, 5, 6, 7].map((digit) => String(digit).repeat(14));
    const lastOf = (count: number): unknown => problemsOf(...strangers.slice(0, count)).slice(4);
    const fifth = {
      reason: 'AG01',
      message: 'Account 55555555555555 is not one of your accounts.',
    };
    const more = (message: string): unknown => ({ reason: 'AG01', message });
    expect(lastOf(5)).toEqual([fifth]);
    expect(lastOf(6)).toEqual([fifth, more('And one more account cannot be debited.')]);
    expect(lastOf(7)).toEqual([fifth, more('And 2 more accounts cannot be debited.')]);
  });
});

describe('the account for payments that name none', () => {
  function settle(
    ofConsent: string | null,
    chosen: string | null,
    named: RequestedDebtor[] = [null],
  ) {
    const settled = settleDebtorAccount({ debtorAccount: ofConsent }, chosen, named);
    return settled instanceof Refusal ? settled.faults[0]?.code : settled.account;
  }

  it('is that of the consent, otherwise the choice of the customer', () => {
    expect(settle(CURRENT, null)).toBe(CURRENT);
    expect(settle(CURRENT, CURRENT)).toBe(CURRENT);
    expect(settle(null, CURRENT)).toBe(CURRENT);
  });

  it('cannot be chosen if the consent names another one', () => {
    expect(settle(CURRENT, DEPOSIT)).toBe('UK.OBIE.Field.Unexpected');
  });

  it('must be chosen if the consent and a payment name none', () => {
    expect(settle(null, null)).toBe('UK.OBIE.Field.Missing');
    expect(settle(null, null, [CURRENT, null])).toBe('UK.OBIE.Field.Missing');
    expect(settle(null, null, [CURRENT])).toBeNull();
  });
});

describe('the debtor accounts that payments name', () => {
  it('are those of the payments in the file', () => {
    const groups = [group(CURRENT, null), group(CURRENT, OTHERS)];
    expect(namedDebtors({ groups })).toEqual([CURRENT, null, CURRENT, OTHERS]);
  });

  it('are a single null without a file', () => {
    expect(namedDebtors(undefined)).toEqual([null]);
  });
});

describe('the accounts that payments debit', () => {
  const named = [CURRENT, null, CURRENT, OTHERS];

  it('contain no duplicates', () => {
    expect(debtorAccounts(named, CLOSED)).toEqual([CLOSED, CURRENT, OTHERS]);
  });

  it('include the account of the consent even if every payment names its own', () => {
    expect(debtorAccounts([CURRENT], CLOSED)).toEqual([CLOSED, CURRENT]);
  });

  it('leave out an account that is not chosen yet', () => {
    expect(debtorAccounts(named, null)).toEqual([CURRENT, OTHERS]);
  });
});

describe('the only debtor account', () => {
  it('is that of the consent or the choice if a payment names none', () => {
    expect(debtorOf([null], CURRENT)).toBe(CURRENT);
    expect(debtorOf([OTHERS, null], CURRENT)).toBe(CURRENT);
  });

  it('is the one that all payments name, whatever the consent names', () => {
    expect(debtorOf([OTHERS, OTHERS], CURRENT)).toBe(OTHERS);
  });

  it('is null if payments name several', () => {
    expect(debtorOf([OTHERS, CURRENT], CURRENT)).toBeNull();
  });
});
