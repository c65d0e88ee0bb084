import { describe, expect, it } from 'vitest';
import type {
  AnswerSlice,
  DeliveredAnswer,
  GroupAnswer,
} from '../../../../src/domain/schemes/answers.ts';
import type { SentMessage } from '../../../../src/domain/schemes/hand-over.ts';
import { matchSlice, type SentCredits } from '../../../../src/use-cases/hand-over/match-answers.ts';

const MANY = 'M00000000000000000000001';
const ONE = 'M00000000000000000000002';

function message(id: string, transactions: number): SentMessage {
  return {
    ...{ id, paymentId: 'p', number: 0, instrument: 'FPS', date: null, transactions },
    ...{ total: { minor: transactions * 100, currency: 'GBP' }, firstIndex: 5 },
    lastIndex: 4 + transactions,
    bankSortCodes: '112800',
    leftOut: '',
  };
}

/** The credits of the messages: 5, 6 and 7 of one message, and 5 of the other. */
const SENT: SentCredits = {
  recalls: [],
  instruments: ['FPS'],
  messages: new Map([MANY, ONE].map((id, at) => [id, message(id, at === 0 ? 3 : 1)])),
  find: ({ messageId, number, numbering }) => {
    const index = numbering === 'index' ? number : number + 4;
    const last = messageId === MANY ? 7 : 5;
    if (index < 5 || index > last) return undefined;
    return { index, endToEndId: `E2E-${String(index)}`, amount: { minor: 100, currency: 'GBP' } };
  },
};

function answer(changes: Partial<DeliveredAnswer> = {}): DeliveredAnswer {
  return {
    ...{ position: 0, messageId: MANY, instructionId: `${MANY}-6`, transactionId: null },
    ...{ endToEndId: null, uetr: null, status: 'ACSC', code: null, text: null },
    ...{ returned: null, problem: null },
    ...changes,
  };
}

function group(changes: Partial<GroupAnswer> = {}): GroupAnswer {
  return { messageId: MANY, status: 'RJCT', transactions: 3, code: 'AC01', text: null, ...changes };
}

function sliceOf(
  answers: readonly DeliveredAnswer[],
  groups: readonly GroupAnswer[] = [],
  isLast = true,
): AnswerSlice {
  return { header: { kind: 'pacs.002', id: 'HUB-1' }, answers, groups, report: null, isLast };
}

/** Returns the problem with an answer, or `none`. */
function problemWith(
  changes: Partial<DeliveredAnswer>,
  groups: readonly GroupAnswer[] = [],
): string {
  const { unusable } = matchSlice(sliceOf([answer(changes)], groups, false), SENT, 0);
  return unusable[0]?.problem ?? 'none';
}

const MONEY = { minor: 100, currency: 'GBP' };

it('reports a recall as the reason of a return, but not of a rejection', () => {
  const reasonOf = (changes: Partial<DeliveredAnswer>) => {
    const { answers } = matchSlice(sliceOf([answer({ code: 'FOCR', ...changes })]), SENT, 0);
    return answers[0]?.reason;
  };
  expect(reasonOf({ returned: { id: 'R1', amount: MONEY } })).toBe('FOCR');
  expect(reasonOf({ status: 'RJCT' })).toBe('NARR');
});

describe('an answer to a credit', () => {
  it.each<[string, Partial<DeliveredAnswer>, number]>([
    ['by its InstrId', {}, 6],
    ['by its TxId', { instructionId: null, transactionId: `${MANY}-5` }, 5],
    ['by both, with its EndToEndId', { transactionId: `${MANY}-6`, endToEndId: 'E2E-6' }, 6],
    ['by its number in the message', { instructionId: `${MANY}-#3` }, 7],
    ['by a message with a single credit', { messageId: ONE, instructionId: null }, 5],
    ['without the id of the message', { messageId: null }, 6],
  ])('is matched %s', (_, changes, index) => {
    const { answers, unusable } = matchSlice(sliceOf([answer(changes)]), SENT, 0);
    expect(unusable).toEqual([]);
    expect(answers).toMatchObject([{ position: 0, index, meaning: 'accepted', reason: 'NARR' }]);
  });

  it.each<[string, Partial<DeliveredAnswer>]>([
    ['malformed', { problem: 'TxSts occurs twice.' }],
    ['noId', { instructionId: null }],
    ['noId', { instructionId: null, messageId: null }],
    ['idsDisagree', { transactionId: `${MANY}-5` }],
    ['idsDisagree', { transactionId: `${MANY}-#2` }],
    ['idsDisagree', { messageId: ONE }],
    ['idsDisagree', { endToEndId: 'E2E-5' }],
    ['unknownCredit', { instructionId: 'SOMEONE-ELSES-1' }],
    ['unknownCredit', { instructionId: `${MANY}-8` }],
    ['unknownMessage', { messageId: 'OTHERS', instructionId: 'SOMEONE-ELSES-1' }],
    ['unknownMessage', { messageId: null, instructionId: 'M00000000000000000000009-1' }],
    ['noStatus', { status: null }],
    ['unknownStatus', { status: 'XXXX' }],
    ['duplicate', { status: 'RJCT', code: 'AM05' }],
    ['noReturnId', { returned: { id: null, amount: MONEY } }],
    ['wrongAmount', { returned: { id: 'R1', amount: null } }],
    ['wrongAmount', { returned: { id: 'R1', amount: { minor: 99, currency: 'GBP' } } }],
    ['wrongAmount', { returned: { id: 'R1', amount: { minor: 100, currency: 'EUR' } } }],
  ])('is set aside as %s: %j', (problem, changes) => {
    expect(problemWith(changes)).toBe(problem);
  });

  it('is set aside if the exchange is not the one of its scheme, whatever else is wrong', () => {
    const sent = { ...SENT, instruments: ['BACS', 'CHAPS'] as const };
    for (const changes of [{}, { endToEndId: 'x' }, { status: 'RJCT' }, { messageId: null }]) {
      const { answers, unusable } = matchSlice(sliceOf([answer(changes)]), sent, 0);
      expect(answers).toEqual([]);
      expect(unusable).toMatchObject([{ problem: 'wrongExchange', messageId: MANY, index: 6 }]);
    }
    const returned = { id: 'R1', amount: MONEY };
    const slice = sliceOf([answer({ returned, status: null })], [group()]);
    const matched = matchSlice(slice, sent, 0);
    expect([matched.answers, matched.groups]).toEqual([[], []]);
    expect(matched.unusable.map(({ problem }) => problem)).toEqual(
      ['wrongExchange', 'wrongExchange'], // prettier-ignore
    );
    const unknown = sliceOf([
      answer({ messageId: null, instructionId: 'M9'.padEnd(24, '0') + '-6' }),
    ]);
    expect(matchSlice(unknown, sent, 0).unusable).toMatchObject([{ problem: 'unknownMessage' }]);
  });

  it('has the status of its group if it has none', () => {
    const { answers } = matchSlice(sliceOf([answer({ status: null })], [group()]), SENT, 0);
    expect(answers).toMatchObject([{ meaning: 'rejected' }]);
  });

  it('keeps a reason that reports may contain, and no reason of accounts that were not debited', () => {
    const codes = ['AC01', 'AM04', 'DT01', 'RR04', null];
    const answers = codes.map((code, position) => answer({ position, code, status: 'RJCT' }));
    const matched = matchSlice(sliceOf(answers), SENT, 0);
    expect(matched.answers.map(({ reason }) => reason)).toEqual([
      'AC01',
      ...Array<string>(4).fill('NARR'),
    ]);
  });

  it('is left out if it was taken before', () => {
    const answers = [0, 1, 2].map((position) => answer({ position }));
    const matched = matchSlice(sliceOf(answers, [group()], false), SENT, 2);
    expect(matched).toMatchObject({ from: 2, to: 3, groups: [], isLast: false });
    expect(matched.answers).toHaveLength(1);
  });
});

describe('the return of a credit', () => {
  it('must have the whole amount and an id', () => {
    const returned = { id: 'R1', amount: MONEY };
    const { answers } = matchSlice(sliceOf([answer({ returned, status: null })]), SENT, 0);
    expect(answers).toMatchObject([{ index: 6, returned: { id: 'R1', amount: 100 } }]);
  });
});

describe('the status of a message', () => {
  it('is matched in the last slice only, and needs no status if it names a message only', () => {
    const groups = [group(), group({ messageId: ONE, status: null, transactions: null })];
    const { groups: matched } = matchSlice(sliceOf([], groups), SENT, 0);
    expect(matched).toEqual([
      { position: -1, messageId: MANY, meaning: 'rejected', reason: 'AC01' },
    ]);
    expect(matchSlice(sliceOf([], groups, false), SENT, 0).groups).toEqual([]);
  });

  it.each<[string, Partial<GroupAnswer>]>([
    ['unknownMessage', { messageId: 'M00000000000000000000009' }],
    ['unknownStatus', { status: 'XXXX' }],
    ['wrongCount', { transactions: 2 }],
    ['duplicate', { code: 'DUPL' }],
  ])('is set aside as %s: %j', (problem, changes) => {
    const { unusable, groups } = matchSlice(sliceOf([], [group(changes)]), SENT, 0);
    expect(unusable).toMatchObject([{ position: -1, problem }]);
    expect(groups).toEqual([]);
  });
});
