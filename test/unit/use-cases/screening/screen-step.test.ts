import { describe, expect, test } from 'vitest';
import { UK_CREDITOR } from '../../../../src/domain/execution/credit.ts';
import {
  ScreeningUnavailable,
  type BankScreening,
  type ScreeningDecision,
  type UnansweredAction,
} from '../../../../src/domain/ports/screening.ts';
import type { Store } from '../../../../src/domain/ports/store.ts';
import type { Payment, Work } from '../../../../src/domain/records/records.ts';
import type { NewCase, ScreeningCase } from '../../../../src/domain/records/screening.ts';
import {
  screenStep,
  type ScreenedCredit,
} from '../../../../src/use-cases/screening/screen-step.ts';

const NOW = Date.parse('2026-12-01T10:00:00Z');
const WORK = { id: 7, paymentId: 'p', batch: 0, cursor: 0 } as Work;
const PAYMENT = { ...{ id: 'p', family: 'file-payments', risk: null }, createdAt: NOW } as Payment;

const BAD: Omit<Exclude<ScreeningDecision, { kind: 'accept' }>, 'kind'> = {
  ...{ class: 'fraud', reasons: [], bankCaseId: null, tellPayer: 'nothing' },
};
const HOLD: ScreeningDecision = { kind: 'hold', ...BAD };
const REJECT: ScreeningDecision = { kind: 'reject', ...BAD };
const ACCEPT: ScreeningDecision = { kind: 'accept' };

function creditOf(index: number): ScreenedCredit {
  return {
    payment: {
      ...{ index, instrument: 'FPS', date: null, amountPence: 100, debtor: '11280001234567' },
      ...{ creditorName: 'ACME', creditor: '20304012345678', creditorSecondary: '' },
      ...{ endToEndIdentification: 'E', reference: 'R', unstructured: '' },
    },
    creditor: { ...UK_CREDITOR, name: 'ACME' },
    instructed: { minor: 100, currency: 'GBP' },
  } as unknown as ScreenedCredit;
}

interface Given {
  readonly answered: readonly ScreeningDecision[];
  /** Number of payments of the step. Those without a decision are not answered. */
  readonly payments: number;
  /** Number of payments of the batch. */
  readonly ofBatch?: number;
  readonly whenUnanswered?: UnansweredAction;
  readonly known?: Partial<ScreeningCase>;
  /** Index of the first payment of the step. */
  readonly cursor?: number;
}

/** Runs a step of a file. Returns the kinds of its decisions, and what it stored. */
async function run({ answered, payments, whenUnanswered = 'wait', known, ...given }: Given) {
  const { ofBatch, cursor = 0 } = given;
  const opened: NewCase[] = [];
  const deferred: number[] = [];
  const store: Partial<Store> = {
    findCase: () => Promise.resolve(known as ScreeningCase | undefined),
    findPayment: () => Promise.resolve(PAYMENT),
    findSoftwareOf: () => Promise.resolve(undefined),
    approvalsOf: () => Promise.resolve([]),
    velocityOf: () => Promise.resolve({ submissions: 0, totalPence: 0 }),
    paidPayees: () => Promise.resolve([]),
    openCase: (_work, one) => Promise.resolve(void opened.push(one)),
    deferWork: (_id, until) => Promise.resolve(void deferred.push(until - NOW)),
  };
  let next = 0;
  const screening: Partial<BankScreening> = {
    whenUnanswered: () => whenUnanswered,
    screen: (_context, { length }) => {
      const decisions = answered.slice(next, (next += length));
      if (decisions.length === length) return Promise.resolve(decisions);
      return Promise.reject(new ScreeningUnavailable('down'));
    },
  };
  const holidays = { isBankHoliday: () => false, isTargetHoliday: () => false };
  const parts = { store: store as Store, screening: screening as BankScreening, holidays };
  const screened = await screenStep(parts, {
    work: { ...WORK, cursor },
    ...{ credits: Array.from({ length: payments }, (_, index) => creditOf(index)) },
    ...{ batch: { number: 0, dueAt: NOW, instrument: 'FPS', payments: ofBatch ?? payments } },
    now: NOW,
  });
  const kinds = screened?.decisions.map(({ kind }) => kind);
  return { kinds, opened, deferred, actions: screened?.audited.map(({ action }) => action) };
}

const released = { decision: 'release', by: 'a and b', at: NOW } as const;

describe('a step that the screening decides about', () => {
  test('separates its only payment from the other payments of the batch', async () => {
    const { kinds, opened } = await run({ answered: [HOLD], payments: 1, ofBatch: 501 });
    expect(kinds).toEqual(['hold']);
    expect(opened).toEqual([]);
    const single = await run({ answered: [HOLD], payments: 1 });
    expect(single.kinds).toBeUndefined();
    expect(single.opened).toMatchObject([{ payments: 1, screeningId: 'p.0.0' }]);
  });

  test.each(['wait', 'hold', 'accept'] as const)(
    'asks again after a release until it is answered, and keeps rejected payments rejected (%s)',
    async (whenUnanswered) => {
      const known = {
        ...({ class: 'fraud', screeningId: null, payments: 101, decided: released } as const),
      };
      const failed = await run({ answered: [], payments: 102, whenUnanswered, known });
      expect(failed).toEqual({ kinds: undefined, opened: [], deferred: [10_000] });
      const answered = [...Array<ScreeningDecision>(101).fill(HOLD), REJECT];
      const { kinds } = await run({ answered, payments: 102, whenUnanswered, known });
      expect(new Set(kinds)).toEqual(new Set(['accept', 'reject']));
    },
  );

  test('is not held as a whole if earlier payments are debited', async () => {
    const after = { payments: 102, ofBatch: 602, cursor: 500 };
    const answered = [...Array<ScreeningDecision>(101).fill(HOLD), ACCEPT];
    expect((await run({ answered, ...after, cursor: 0 })).opened).toMatchObject([
      { payments: 101, totalPence: 10_100 },
    ]);
    const later = await run({ answered, ...after });
    expect(later.opened).toEqual([]);
    expect(later.kinds?.filter((kind) => kind === 'hold')).toHaveLength(101);
    const unanswered = await run({ answered: [], ...after, whenUnanswered: 'hold' });
    expect(unanswered).toEqual({ kinds: undefined, opened: [], deferred: [10_000] });
  });

  describe('of which only the first request is answered', () => {
    const answered = [REJECT, HOLD, ...Array<ScreeningDecision>(998).fill(ACCEPT)];

    test('accepts only payments without a decision', async () => {
      const given = { answered, payments: 1002, whenUnanswered: 'accept' } as const;
      const { kinds, actions } = await run(given);
      expect(actions).toEqual(['screeningRejected', 'screeningUnanswered']);
      expect(kinds).toHaveLength(1002);
      expect(kinds?.slice(0, 3)).toEqual(['reject', 'hold', 'accept']);
    });

    test('is held, and does not make the rejected payment after a release', async () => {
      const decisions = answered.map((one) => (one === HOLD ? ACCEPT : one));
      const given = { answered: decisions, payments: 1002, whenUnanswered: 'hold' } as const;
      const { opened } = await run(given);
      expect(opened).toMatchObject([{ class: 'unanswered', payments: 2 }]);
      const known = { ...opened[0], decided: released };
      const again = [...decisions, ACCEPT, HOLD];
      const { kinds } = await run({ answered: again, payments: 1002, known });
      expect(kinds?.slice(0, 2)).toEqual(['reject', 'accept']);
    });

    test('is made as a whole if nothing was answered', async () => {
      const given = { answered: [], payments: 2, whenUnanswered: 'hold' } as const;
      const { opened } = await run(given);
      const { kinds } = await run({ ...given, known: { ...opened[0], decided: released } });
      expect(kinds).toEqual(['accept', 'accept']);
    });
  });
});
