import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditAccount } from './audit-account.ts';
import type { ExecutedCredit } from './audit-credits.ts';
import { auditRecalls } from './audit-recalls.ts';
import type { HubAccount, HubEntry, HubRecall } from './hub-account.ts';
import type { HubCredit } from './hub-books.ts';
import type { ServiceAccount, ServiceEntry, ServiceRecall } from './service-account.ts';
import type { ServiceOutcome } from './service-books.ts';

/* The audits of the settlement account and of the recalls must detect each of these errors. */

const CREDIT: HubCredit = {
  ...{ id: 'M1-0', amount: '1.00', status: 'ACSC', reason: null, returned: '1.00' },
  returnReason: 'AC04',
};

const EXECUTED: ExecutedCredit = {
  message: {
    ...{ id: 'M1', sha256: 'a', state: 'decided', instrument: 'FPS', currency: 'GBP' },
    ...{ total: '1.00', repeats: 0, conflicts: 0, waiting: 0, credits: [CREDIT] },
  },
  ...{ paymentId: 'P1', index: 0, credit: CREDIT },
};

const PAID: HubEntry = {
  ...{ number: 1, messageId: 'M1', credits: 1, credit: null, direction: 'DBIT' },
  ...{ amountMinor: 100, currency: 'GBP', bookedAt: 0, statement: 1 },
};

const BACK: HubEntry = {
  ...PAID,
  ...{ number: 2, messageId: null, direction: 'CRDT' },
  credit: { messageId: 'H1', instructionId: 'M1-0', endToEndId: null, transactionId: null },
};

const STATEMENT = { currency: 'GBP', sequence: 1, openingMinor: 0, closingMinor: 0 };

const AT_HUB: HubAccount = {
  entries: [PAID, BACK],
  statements: [{ ...STATEMENT, number: 1, createdAt: 0 }],
  recalls: [],
};

const ENTRY: ServiceEntry = {
  ...{ reference: 'HUB-ENTRY-1', account: 'SETTLEMENT-GBP', direction: 'DBIT', amountMinor: 100 },
  ...{ currency: 'GBP', messageId: 'M1', transactions: 1, isReturn: 0, problem: null },
};

const RETURN_ENTRY: ServiceEntry = {
  ...ENTRY,
  ...{ reference: 'HUB-ENTRY-2', direction: 'CRDT', isReturn: 1 },
};

const SETTLED = { id: 'M1', accepted: 1, acceptedMinor: 100, reported: 1, reportedMinor: 100 };
const RETURN = { messageId: 'M1', index: 0, amountMinor: 100, reportedMinor: 100 };

const AT_SERVICE: ServiceAccount = {
  settled: [SETTLED],
  entries: [ENTRY, RETURN_ENTRY],
  statements: [{ ...STATEMENT, break: null }],
  recalls: [],
  returns: [RETURN],
};

describe('the audit of the settlement account', () => {
  const audited = (
    changes: Partial<ServiceAccount>,
    credits: readonly ExecutedCredit[] = [EXECUTED],
    outcomes: ReadonlyMap<string, ServiceOutcome> = new Map(),
  ) => {
    return () => {
      auditAccount({ atHub: AT_HUB, atService: { ...AT_SERVICE, ...changes }, credits, outcomes });
    };
  };

  it('accepts equal records', () => {
    expect(audited({})).not.toThrow();
  });

  it.each<[name: string, changes: Partial<ServiceAccount>, problem: string]>([
    ['an entry that is missing', { entries: [RETURN_ENTRY] }, 'The service has no entry'],
    ['an entry that exists twice', { entries: [ENTRY, ENTRY] }, 'The hub has no entry'],
    [
      'an entry that does not count',
      { entries: [{ ...ENTRY, problem: 'unknown' }, RETURN_ENTRY] },
      'The hub has no entry',
    ],
    ['a statement that is missing', { statements: [] }, 'The service has no statement'],
    [
      'a statement with a difference',
      { statements: [{ ...STATEMENT, break: 'gap' }] },
      'The hub has no statement',
    ],
    ['an entry that counts twice', { settled: [{ ...SETTLED, reported: 2 }] }, '2 with 100'],
    ['a credit that is not reported', { settled: [{ ...SETTLED, reported: 0 }] }, '0 with 100'],
    ['a wrong accepted sum', { settled: [{ ...SETTLED, acceptedMinor: 99 }] }, '1 with 99'],
    ['a return without an entry', { returns: [{ ...RETURN, reportedMinor: 0 }] }, '0 are reported'],
  ])('detects %s', (_, changes, problem) => {
    expect(audited(changes)).toThrow(problem);
  });

  it('accepts a difference only for a credit that the hub accepted and then rejected', () => {
    const credit: HubCredit = { ...CREDIT, id: 'M1-1', status: 'RJCT', reason: 'AC01' };
    const credits = [EXECUTED, { ...EXECUTED, index: 1, credit }];
    const changes = { settled: [{ ...SETTLED, accepted: 2, acceptedMinor: 200 }] };
    expect(audited(changes, credits)).not.toThrow();
    const outcome = { status: 'Rejected', reason: 'AC01' } as const;
    expect(audited(changes, credits, new Map([['P1 1', outcome]]))).toThrow('expected 1 with 100');
  });
});

describe('the audit of recalls', () => {
  const sha256 = createHash('sha256').update('content').digest('hex');
  const executed: HubRecall = {
    ...{ id: 'R1', sha256, conflicts: 0, messageId: 'M1', creditId: 'M1-0', code: null },
    isReturned: 1,
  };
  const stored: ServiceRecall = {
    ...{ id: 'R1', messageId: 'M1', index: 0, content: 'content', handedOverAt: 1 },
    ...{ state: 'returned', code: null },
  };
  const refused = { ...executed, code: 'LEGL', isReturned: 0 } as const;

  const audited = (
    atHub: readonly HubRecall[],
    recalls: readonly ServiceRecall[],
    changes: Partial<ServiceAccount> = {},
  ) => {
    return () => {
      auditRecalls(atHub, { ...AT_SERVICE, recalls, ...changes }, new Set(['R1']));
    };
  };

  it('accepts equal records', () => {
    expect(audited([executed], [stored])).not.toThrow();
    const none = { returns: [] };
    const state = { ...stored, state: 'refused', code: 'LEGL' } as const;
    expect(audited([refused], [state], none)).not.toThrow();
    const again = { ...stored, id: 'R2' };
    expect(audited([refused, { ...executed, id: 'R2' }], [state, again])).not.toThrow();
  });

  it.each<[string, readonly HubRecall[], readonly ServiceRecall[], string]>([
    ['a lost recall', [], [], 'was confirmed and is lost'],
    ['one that the hub does not have', [], [stored], 'does not have recall R1'],
    ['one that the service does not have', [executed, { ...executed, id: 'R2' }], [stored], 'R2'],
    ['two contents', [{ ...executed, conflicts: 1 }], [stored], 'another content'],
    ['another content', [{ ...executed, sha256: 'b' }], [stored], 'another content'],
    ['another credit', [{ ...executed, creditId: 'M1-1' }], [stored], 'is about M1-1'],
    ['a wrong state', [executed], [{ ...stored, state: 'accepted' }], 'expected returned'],
    [
      'two recalls of a credit without a refusal',
      [executed, { ...executed, id: 'R2', isReturned: 0 }],
      [
        { ...stored, state: 'open' },
        { ...stored, id: 'R2' },
      ],
      'came back at the hub alone',
    ],
  ])('detects %s', (_, atHub, recalls, problem) => {
    expect(audited(atHub, recalls)).toThrow(problem);
  });

  it('detects a refusal that was not taken, and a credit that did not come back', () => {
    const none = { returns: [] };
    expect(audited([refused], [{ ...stored, state: 'open' }], none)).toThrow('refused LEGL');
    expect(audited([executed], [{ ...stored, state: 'open' }], none)).toThrow('at the hub alone');
  });
});
