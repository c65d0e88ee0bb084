import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { DebtorShare } from '../../../../src/domain/records/payment.ts';
import type { User } from '../../../../src/domain/records/records.ts';
import { createUseCases } from '../../../../src/use-cases/index.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { Refusal } from '../../../../src/shared/errors.ts';
import { createSpool } from '../../../../src/store/files/spool.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import {
  ACT,
  BAKER,
  BANK,
  consentOf,
  factsOf,
  inFolder,
  keyOf,
  NOW,
  POOR,
  RICH,
  SHUT,
  tokenOf,
} from '../../../contract/store/fixtures.ts';
import { USE_CASE_SETTINGS } from '../../../helpers/limits.ts';

const CLARA: User = {
  id: 'clara',
  subject: 'clara',
  customerId: 'north',
  customerName: 'Northwind',
  segment: 'corporate',
  mayUploadFiles: true,
  userLimitPence: 600,
  companyLimitPence: 600,
};

interface Case {
  readonly user: User;
  readonly approve: boolean;
  /** The account of the consent, and the choice of the customer. */
  readonly named: string | null;
  readonly chosen: string | null;
  /** Debtor accounts of the payments in the file. Null for a payment that names none. */
  readonly debtors: readonly (string | null)[];
  readonly totalPence: number;
}

const GOOD: Case = {
  user: CLARA,
  approve: true,
  named: null,
  chosen: null,
  debtors: [RICH],
  totalPence: 600,
};

const notNeeded = (): never => {
  throw new Error('no decision needs this');
};

/** Decides twice. Returns both results, the stored consent and the events. */
function decide(change: Partial<Case>) {
  const { user, approve, named, chosen, debtors, totalPence } = { ...GOOD, ...change };
  return inFolder(async (filesDirectory) => {
    const store = openSqliteStore(join(filesDirectory, 'bank.db'), () => NOW);
    await store.seed(BANK, NOW);
    const events: ServiceEvent[] = [];
    const useCases = createUseCases({
      payeeConfirmation: null,
      screening: null,
      store,
      ...{ recallWriter: null, coreBanking: null },
      isClockGood: () => true,
      workers: {
        ...{
          receive: notNeeded,
          examine: notNeeded,
          hash: notNeeded,
          verify: notNeeded,
          keep: notNeeded,
        },
        ...{ check: notNeeded, seal: notNeeded, passCredits: notNeeded },
        ...{ search: notNeeded, tabulate: notNeeded },
        ...{ writeMessages: notNeeded, findPayments: notNeeded },
        ...{ writeStatementPage: notNeeded, sign: notNeeded },
        slice: () => Promise.resolve({ payments: [], nextCursor: null }),
      },
      searchIndex: {
        writeSegment: notNeeded,
        mergeSegments: notNeeded,
        locate: notNeeded,
        lookUp: notNeeded,
      },
      files: {
        open: notNeeded,
        clear: notNeeded,
        sweep: notNeeded,
        remove: notNeeded,
        isShared: false,
      },
      spool: createSpool(filesDirectory, { maxBytes: 0 }),
      schemes: { send: notNeeded, ask: notNeeded },
      holidays: { isBankHoliday: notNeeded, isTargetHoliday: notNeeded },
      rates: { ratePerPound: notNeeded },
      contracts: null,
      settings: USE_CASE_SETTINGS,
      observe: (event) => events.push(event),
      stopwatch: () => 0,
    });
    await store.createConsent({ ...consentOf('c'), debtorAccount: named }, keyOf('k'), ACT);
    const shares = debtors.map((account): DebtorShare => ({ account, payments: 1, totalPence: 1 }));
    const group = { instrument: 'FPS', date: null, payments: shares.length, totalPence } as const;
    const groups = [{ ...group, debtors: shares }];
    await store.attachFile('c', { ...factsOf(), totalPence, groups }, keyOf('file'), ACT);
    const token = tokenOf('token', { kind: 'customer', consentId: 'c' });
    const consent = expectDefined(await store.findConsent('c'), 'c');
    const proof = { factor: null, dynamicLinkingHash: null };
    const approval = approve ? { token } : null;
    const decision = { user, chosenAccount: chosen, approval, ...proof };
    const answer = await useCases.decideConsent(consent, decision, ACT);
    const stored = expectDefined(await store.findConsent('c'), 'c');
    const again = await useCases.decideConsent(stored, decision, ACT);
    await store.close();
    return { answer, stored, again, events };
  });
}

describe('the decision of a customer', () => {
  it('authorises the consent with its only debtor account', async () => {
    const { answer, stored, events } = await decide({});
    expect(answer).toEqual({ status: 'Authorised' });
    expect(stored).toMatchObject({ status: 'Authorised', debtorAccount: RICH });
    expect(events).toEqual([
      { kind: 'consentDecided', consentId: 'c', authorised: true, reason: undefined },
    ]);
  });

  it('authorises the consent with the account that the customer chose', async () => {
    const { stored } = await decide({ debtors: [null], chosen: POOR });
    expect(stored).toMatchObject({ status: 'Authorised', debtorAccount: POOR });
  });

  it('cannot be repeated', async () => {
    const { again, events } = await decide({});
    expect(again).toBeInstanceOf(Refusal);
    expect(events).toHaveLength(1);
  });

  it('can reject the consent, without checks by the bank', async () => {
    const { answer, stored, events } = await decide({ approve: false, debtors: [SHUT] });
    const reason = 'The customer rejected the payment.';
    expect(answer).toEqual({ status: 'Rejected', reason });
    expect(stored).toMatchObject({ status: 'Rejected', refusedBy: 'customer', refusal: reason });
    expect(events).toMatchObject([{ authorised: false, reason: undefined }]);
  });

  it.each([
    ['a payment', { debtors: [RICH, SHUT] }],
    ['the customer, and a payment needs it', { debtors: [null], chosen: SHUT }],
    ['the consent, and a payment needs it', { debtors: [null], named: SHUT }],
    ['the consent, and no payment needs it', { debtors: [RICH], named: SHUT }],
  ])('is refused if a closed account is named by %s', async (_, change) => {
    const { answer, events } = await decide(change);
    expect(answer).toEqual({ status: 'Rejected', reason: `Account ${SHUT} is closed.` });
    expect(events).toMatchObject([{ authorised: false, reason: 'AG01' }]);
  });

  it('is refused with the messages of all problems and the reason of the first', async () => {
    const { stored, events } = await decide({
      user: { ...CLARA, segment: 'retail', mayUploadFiles: false },
      totalPence: 601,
      debtors: [SHUT, BAKER],
    });
    expect(stored.refusedBy).toBe('bank');
    expect(stored.refusal).toBe(
      [
        'Payment files are for business customers; personal customers cannot use them.',
        'You are not entitled to create file payments.',
        'The file comes to £6.01; your limit for one file is £6.00.',
        'The file comes to £6.01; your company’s limit for one file is £6.00.',
        `Account ${SHUT} is closed.`,
        `Account ${BAKER} is not one of your accounts.`,
      ].join(' '),
    );
    expect(events).toMatchObject([{ authorised: false, reason: 'AG08' }]);
  });

  it('is refused if the user was transferred to another customer in the meantime', async () => {
    const stale = { ...CLARA, customerId: 'bakes' };
    const { answer, stored, events } = await decide({ user: stale, debtors: [BAKER] });
    const reason = 'An account to debit does not belong to your company or to you any more.';
    expect(answer).toEqual({ status: 'Rejected', reason });
    expect(stored).toMatchObject({ status: 'Rejected', refusedBy: 'bank', refusal: reason });
    expect(events).toMatchObject([{ authorised: false, reason: 'AG01' }]);
  });

  it('is requested again if the customer chose no account', async () => {
    const { answer, stored, events } = await decide({ debtors: [null] });
    expect(answer).toBeInstanceOf(Refusal);
    expect(stored).toMatchObject({ status: 'AwaitingAuthorisation' });
    expect(events).toEqual([]);
  });

  it('is refused without a choice of account if the bank must refuse it anyway', async () => {
    const user = { ...CLARA, mayUploadFiles: false };
    const { stored } = await decide({ user, debtors: [null] });
    expect(stored).toMatchObject({ status: 'Rejected' });
  });
});
