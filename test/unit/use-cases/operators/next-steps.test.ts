import { describe, expect, it } from 'vitest';
import type {
  HistoryMessage,
  HistoryProblem,
  HistoryStep,
} from '../../../../src/domain/ports/history-store.ts';
import type { ListedRecall } from '../../../../src/domain/ports/recall-store.ts';
import type {
  ActionProposal,
  ProposedAction,
} from '../../../../src/domain/records/action-proposals.ts';
import type { Consent, Payment } from '../../../../src/domain/records/records.ts';
import {
  nextSteps,
  type Pending,
} from '../../../../src/use-cases/operators/timeline/next-steps.ts';
import type { TimelineSubject } from '../../../../src/use-cases/operators/timeline/timeline-subject.ts';

const NOW = 1000;
const LATER = 2000;

const NOTHING: Pending = {
  ...{ outcomes: [], transfers: [], cases: [], steps: [], messages: [] },
  ...{ answers: [], returns: [], enquiries: [], proposals: [], entries: [], problems: [] },
  open: { messages: [], proposals: [], problems: [] },
  ...{ batches: [], held: [], recalls: [], stops: new Map(), coreRequests: [] },
  isCoreComplete: true,
};

const SUBJECT: TimelineSubject = {
  consent: { id: 'dpc-1', family: 'domestic-payments', status: 'Consumed' } as Consent,
  payment: { id: 'dp-1', approval: null } as Payment,
  ...{ file: null, order: null, isSingle: true, credit: null },
};

/** Returns the next steps. The messages, proposals and problems are those that are open. */
const next = ({ messages = [], proposals = [], problems = [], ...others }: Partial<Pending>) =>
  nextSteps(SUBJECT, { ...NOTHING, ...others, open: { messages, proposals, problems } }, NOW);

/** An open proposal of an action. */
const proposalOf = (action: ProposedAction, subject: string) =>
  ({ id: 5, action, subject, lapsesAt: LATER, end: null }) as ActionProposal;

const MESSAGE: HistoryMessage = {
  ...{ id: 'M1', batch: 0, instrument: 'FPS', createdAt: 1, transactions: 3, attempts: 0 },
  ...{ total: { minor: 300, currency: 'GBP' }, handedOverAt: null, tryAt: NOW, problem: null },
  ...{ refusedAt: null, enquireAt: null },
  credits: { open: 3, pending: 0, accepted: 0, rejected: 0 },
};

const STEP: HistoryStep = {
  ...{ id: 12, step: 'collect', paymentId: 'dp-1', batch: 0, source: 'order', cursor: 0 },
  ...{ dueAt: LATER, tryAt: LATER, attempts: 0, parkedAt: null, failedAt: null, problem: null },
};

describe('the next step of a payment', () => {
  it('is none after its end', () => {
    expect(next({})).toEqual([]);
    const credits = { open: 0, pending: 0, accepted: 3, rejected: 0 };
    expect(next({ messages: [{ ...MESSAGE, handedOverAt: 2, credits }] })).toEqual([]);
  });

  it('is a retry after a failure, with its problem', () => {
    const step = { ...STEP, step: 'send', attempts: 2, problem: 'Error: away' } as const;
    expect(next({ steps: [step] })).toMatchObject([
      { at: LATER, waitsFor: 'service', problem: 'Error: away', command: null },
    ]);
  });

  it('is the hand-over of a message, when its scheme opens', () => {
    const messages = [{ ...MESSAGE, tryAt: LATER }];
    expect(next({ messages })).toMatchObject([
      {
        text: 'The service hands message M1 over to the hub. Faster Payments is closed until then.',
        ...{ at: LATER, waitsFor: 'scheme' },
      },
    ]);
  });

  it('is an operator who resumes a stopped scheme', () => {
    const stop = { instrument: 'FPS', reason: 'tests', stoppedAt: 1, stoppedBy: 'anna' } as const;
    expect(next({ messages: [MESSAGE], stops: new Map([['FPS', stop]]) })).toMatchObject([
      {
        text: expect.stringContaining('Faster Payments is stopped by anna: tests') as string,
        ...{ waitsFor: 'operator', command: 'npx pisctl hub resume FPS --reason <text>' },
      },
    ]);
  });

  it('is the answer of the scheme, with the time of the enquiry', () => {
    const messages = [{ ...MESSAGE, handedOverAt: 2, enquireAt: LATER }];
    expect(next({ messages, steps: [STEP] })).toMatchObject([
      {
        text: expect.stringContaining('answers 3 credits of message M1. If not,') as string,
        ...{ at: LATER, waitsFor: 'scheme' },
      },
    ]);
  });

  it('is a second operator for a proposal that has not lapsed', () => {
    const proposal = proposalOf('decideOutcome', 'MSG-0');
    expect(next({ proposals: [proposal] })).toEqual([
      {
        text: 'Another operator confirms proposal 5: Decide the outcome of a credit.',
        ...{ at: LATER, waitsFor: 'operator', problem: null },
        command: 'npx pisctl proposal confirm 5',
      },
    ]);
    expect(next({ proposals: [{ ...proposal, lapsesAt: NOW }] })).toEqual([]);
  });

  it('is a second operator for a proposal to abandon its step', () => {
    const steps = [STEP];
    const before = next({ steps });
    const proposal = proposalOf('abandonWork', String(STEP.id));
    expect(next({ steps, proposals: [proposal] }).slice(before.length)).toMatchObject([
      { text: 'Another operator confirms proposal 5: Abandon a step.', at: LATER },
    ]);
    expect(next({ steps, proposals: [{ ...proposal, lapsesAt: NOW }] })).toEqual(before);
    // The step has ended, or belongs to another payment of the file.
    expect(next({ proposals: [proposal] })).toEqual([]);
  });

  it('is the answer to a recall, until it is refused or the money is back', () => {
    const recall = { id: 'R1', state: 'open', handedOverAt: 3, problem: null } as ListedRecall;
    const texts = (['open', 'accepted', 'refused', 'returned'] as const).map((state) =>
      next({ recalls: [{ ...recall, state }] }).map(({ text }) => text),
    );
    expect(texts).toEqual([
      ['The payee’s bank answers (recall R1).'],
      ['The payee’s bank sends the money back (recall R1).'],
      [],
      [],
    ]);
  });

  it('is the core banking system, or an operator if it refused', () => {
    const request = { id: 9, operations: [], addedAt: 1 };
    const waiting = { ...request, problem: null };
    const refused = { ...request, problem: 'AC04: closed' };
    expect(next({ coreRequests: [waiting, refused] })).toMatchObject([
      { waitsFor: 'core banking', command: null },
      { waitsFor: 'operator', problem: 'AC04: closed', command: 'npx pisctl core retry 9' },
    ]);
  });

  it('is the operator who solves a problem with an answer', () => {
    const problem: HistoryProblem = {
      ...{ id: 4, kind: 'answer', code: 'rejectedAfterAcceptance', messageId: 'M1', index: 0 },
      ...{ receivedAt: 1, delivery: 'x', endedAt: null, endedBy: null, ending: null },
    };
    expect(next({ problems: [problem] })).toMatchObject([
      { waitsFor: 'operator', command: 'npx pisctl hub problems' },
    ]);
    expect(next({ problems: [{ ...problem, endedAt: 5 }] })).toEqual([]);
  });
});
