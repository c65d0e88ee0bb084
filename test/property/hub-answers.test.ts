import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CREDIT_STATES,
  type AnswerMeaning,
  type CreditState,
} from '../../src/domain/schemes/credit-states.ts';
import type { MatchedSlice } from '../../src/domain/schemes/hand-over.ts';
import {
  CREDITS_PER_PAGE,
  pageOf,
  type ChangedMessage,
  type LoadedMessage,
} from '../../src/domain/schemes/message-credits.ts';
import type { CreditName } from '../../src/domain/schemes/messages.ts';
import {
  answerOf,
  PROPOSED_OUTCOMES,
  refusalOf,
  type ProposedOutcome,
} from '../../src/domain/schemes/proposals.ts';
import { takeAnswers, type StoredReturn } from '../../src/domain/schemes/take-answers.ts';

/* Answers in any order, repeated and split, against a simple model of the same rules. */

const ID = 'M00000000000000000000001';
/** Index of the first payment. The credits are on both sides of a page boundary. */
const FIRST = CREDITS_PER_PAGE - 3;

/** An answer of the hub to one credit, to the whole message, or the return of a credit. */
type Said =
  | { readonly kind: 'credit'; readonly credit: number; readonly meaning: AnswerMeaning }
  | { readonly kind: 'group'; readonly meaning: AnswerMeaning }
  | { readonly kind: 'return'; readonly credit: number; readonly id: number };

/** A document of the hub: answers to credits and perhaps to the whole message. */
interface Sent {
  readonly answers: readonly Exclude<Said, { kind: 'group' }>[];
  readonly group: AnswerMeaning | null;
}

const meaning = fc.constantFrom<AnswerMeaning>('progress', 'pending', 'accepted', 'rejected');

const documents = (credits: number) => {
  const credit = fc.nat({ max: credits - 1 });
  const answer = fc.oneof(
    fc.record({ kind: fc.constant('credit' as const), credit, meaning }),
    fc.record({ kind: fc.constant('return' as const), credit, id: fc.nat({ max: 1 }) }),
  );
  const group = fc.option(meaning, { freq: 4 });
  return fc.array(fc.record({ answers: fc.array(answer, { maxLength: 8 }), group }));
};

/** Keeps the state of a message as the store does. */
class Stored {
  message: LoadedMessage;
  readonly pages = new Map<number, Uint8Array>();
  /** Pending and rejected credits, with the document that answered them. */
  readonly answers = new Map<number, { answer: string; document: number }>();
  readonly returns: StoredReturn[] = [];
  readonly rejectedByOperators: CreditName[] = [];
  unusable = 0;

  constructor(transactions: number) {
    this.message = {
      ...{ id: ID, paymentId: 'p', number: 0, transactions, rest: 'open', restReason: null },
      counts: { open: transactions, pending: 0, accepted: 0, rejected: 0 },
      sums: { open: transactions * 100, pending: 0, accepted: 0, rejected: 0 },
      pages: new Map(),
      pendingBefore: [],
    };
  }

  take(slice: MatchedSlice, document: number): readonly string[] {
    const pendingBefore = [...this.answers]
      .filter(([, { answer, document: by }]) => answer === 'pending' && by !== document)
      .map(([index]) => ({ index, amount: 100 }));
    const loaded = { ...this.message, pages: new Map(this.pages), pendingBefore };
    const found = {
      messages: new Map([[ID, loaded]]),
      returns: [...this.returns],
      rejectedByOperators: [...this.rejectedByOperators],
    };
    const changes = takeAnswers(found, slice);
    for (const changed of changes.messages) this.#save(changed);
    for (const { index, answer } of changes.answers) this.answers.set(index, { answer, document });
    for (const { index } of changes.accepted) this.answers.delete(index);
    this.returns.push(...changes.returns);
    this.unusable += changes.unusable.length;
    return changes.batches.map(({ paymentId }) => paymentId);
  }

  stateOf(index: number): CreditState {
    const { transactions, counts, rest } = this.message;
    if (transactions === 1) return CREDIT_STATES.find((state) => counts[state] === 1) ?? 'open';
    const own = CREDIT_STATES[this.pages.get(pageOf(index))?.[index % CREDITS_PER_PAGE] ?? 0];
    return own === undefined || own === 'open' ? rest : own;
  }

  #save({ pages, ...message }: ChangedMessage): void {
    this.message = { ...message, pages: new Map(), pendingBefore: [] };
    for (const [page, states] of pages) this.pages.set(page, states);
  }
}

/** The same rules over a list of states. */
class Model {
  readonly states: CreditState[];
  readonly by: number[];
  readonly returned: (number | null)[];
  unusable = 0;

  constructor(credits: number) {
    this.states = Array<CreditState>(credits).fill('open');
    this.by = Array<number>(credits).fill(-1);
    this.returned = Array<number | null>(credits).fill(null);
  }

  take({ answers, group }: Sent, document: number): void {
    for (const said of answers) {
      if (said.kind === 'credit') this.#answer(said.credit, said.meaning, document);
      else this.#comeBack(said.credit, said.id, document);
    }
    if (group !== 'accepted' && group !== 'rejected') return;
    const isRejectedRest = this.#restWas === 'rejected';
    const leavesPending = this.states.some(
      (state, credit) => state === 'pending' && this.by[credit] === document,
    );
    if (group === 'rejected' && this.states.includes('accepted')) this.unusable += 1;
    else if (group === 'accepted' && isRejectedRest) this.unusable += 1;
    else if (leavesPending) this.unusable += 1;
    else {
      for (const [credit, state] of this.states.entries()) {
        if (state === 'open' || state === 'pending') this.states[credit] = group;
      }
      this.#restWas ??= group;
    }
  }

  #restWas: 'accepted' | 'rejected' | undefined;

  #answer(credit: number, to: AnswerMeaning, document: number): void {
    const state = this.states[credit];
    if (to === 'pending' && state === 'pending') this.by[credit] = document;
    if (to === 'progress' || to === state) return;
    if (state === 'accepted' || state === 'rejected') {
      if (to !== 'pending') this.unusable += 1;
      return;
    }
    this.states[credit] = to;
    this.by[credit] = document;
  }

  #comeBack(credit: number, id: number, document: number): void {
    const known = this.returned[credit];
    if (this.states[credit] === 'rejected') this.unusable += 1;
    else if (typeof known === 'number') this.unusable += known === id ? 0 : 1;
    else {
      this.#answer(credit, 'accepted', document);
      this.returned[credit] = id;
    }
  }
}

function sliceOf({ answers, group }: Sent): MatchedSlice {
  const common = { messageId: ID, reason: 'AC04' as const };
  return {
    ...{ from: 0, to: answers.length, recalls: [], unusable: [], isLast: true },
    answers: answers.map((said, position) => ({
      ...{ ...common, position, index: FIRST + said.credit, amount: 100 },
      meaning: said.kind === 'credit' ? said.meaning : 'accepted',
      returned: said.kind === 'return' ? { id: `R${String(said.id)}`, amount: 100 } : null,
    })),
    groups: group === null ? [] : [{ ...common, position: -1, meaning: group }],
  };
}

const CREDITS = fc.constantFrom(1, 2, 6);
const SCENARIO = CREDITS.chain((credits) =>
  fc.record({ credits: fc.constant(credits), sent: documents(credits) }),
);

/** A decision of two operators about a credit. */
interface Decided {
  readonly credit: number;
  readonly outcome: ProposedOutcome;
}

const DECISIONS = CREDITS.chain((credits) => {
  const credit = fc.nat({ max: credits - 1 });
  const decided = fc.record({ credit, outcome: fc.constantFrom(...PROPOSED_OUTCOMES) });
  const sent = documents(credits).map((some) => some.slice(0, 2));
  const step = fc.oneof(decided, sent);
  return fc.record({ credits: fc.constant(credits), steps: fc.array(step, { maxLength: 12 }) });
});

/** Lets operators decide about a credit, if this is allowed. Returns true if it was. */
function decide(stored: Stored, { credit, outcome }: Decided): boolean {
  const index = FIRST + credit;
  const cameBack = stored.returns.some((one) => one.index === index);
  const before = { isHandedOver: true, state: stored.stateOf(index), cameBack };
  if (refusalOf(outcome, before) !== null) return false;
  const code = outcome === 'accepted' ? null : 'AC04';
  const decided = { messageId: ID, index, amount: 100, outcome, code } as const;
  const slice = { from: 0, to: 1, groups: [], recalls: [], unusable: [], isLast: true };
  expect(stored.take({ ...slice, answers: [answerOf(1, decided)] }, -1)).toEqual(
    outcome === 'returned' ? [] : ['p'],
  );
  if (outcome === 'rejected') stored.rejectedByOperators.push(decided);
  return true;
}

describe('the answers of a hub', () => {
  it('have the effect of the rules, whatever their order and number', () => {
    fc.assert(
      fc.property(SCENARIO, ({ credits, sent }) => {
        const [stored, model] = [new Stored(credits), new Model(credits)];
        for (const [document, one] of sent.entries()) {
          const before = Array.from(model.states.keys(), (credit) =>
            stored.stateOf(FIRST + credit),
          );
          const changed = stored.take(sliceOf(one), document);
          model.take(one, document);
          const states = Array.from(model.states.keys(), (credit) =>
            stored.stateOf(FIRST + credit),
          );
          expect(states).toEqual(model.states);
          expect(stored.unusable).toBe(model.unusable);
          expect(stored.returns.map(({ index, returnId }) => [index - FIRST, returnId])).toEqual(
            expect.arrayContaining(
              model.returned.flatMap((id, credit) =>
                id === null ? [] : [[credit, `R${String(id)}`]],
              ),
            ),
          );
          for (const state of CREDIT_STATES) {
            const credits = states.filter((is) => is === state).length;
            expect(stored.message.counts[state]).toBe(credits);
            expect(stored.message.sums[state]).toBe(credits * 100);
          }
          // Otherwise the answers to the batch would reject a credit that was accepted later.
          const { rest, counts } = stored.message;
          if (rest === 'rejected') expect(counts.rejected).toBe(credits);
          // The step that collects answers is woken if any state changed.
          if (states.some((state, credit) => state !== before[credit]))
            expect(changed).toEqual(['p']);
        }
      }),
    );
  });

  it('change nothing if all documents are delivered again', () => {
    fc.assert(
      fc.property(SCENARIO, ({ credits, sent }) => {
        const stored = new Stored(credits);
        for (const [document, one] of sent.entries()) stored.take(sliceOf(one), document);
        const final = ['accepted', 'rejected'];
        const states = () => Array.from({ length: credits }, (_, at) => stored.stateOf(FIRST + at));
        const [before, returns] = [states(), stored.returns.length];
        for (const [document, one] of sent.entries()) stored.take(sliceOf(one), document);
        for (const [credit, state] of before.entries()) {
          if (final.includes(state)) expect(states()[credit]).toBe(state);
        }
        const isFinal = before.every((state) => final.includes(state));
        if (isFinal) expect(stored.returns).toHaveLength(returns);
      }),
    );
  });

  it('and decisions of operators give each credit back at most once, and are final', () => {
    fc.assert(
      fc.property(DECISIONS, ({ credits, steps }) => {
        const stored = new Stored(credits);
        const final = new Map<number, CreditState>();
        let document = 0;
        for (const step of steps) {
          if ('outcome' in step) {
            const before = stored.unusable;
            const to = step.outcome === 'returned' ? 'accepted' : step.outcome;
            if (decide(stored, step)) expect(stored.stateOf(FIRST + step.credit)).toBe(to);
            expect(stored.unusable).toBe(before);
          } else {
            for (const one of step) stored.take(sliceOf(one), (document += 1));
          }
          for (let credit = 0; credit < credits; credit += 1) {
            const state = stored.stateOf(FIRST + credit);
            expect(state).toBe(final.get(credit) ?? state);
            if (state === 'accepted' || state === 'rejected') final.set(credit, state);
            const returns = stored.returns.filter(({ index }) => index === FIRST + credit).length;
            expect(returns + (state === 'rejected' ? 1 : 0)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});
