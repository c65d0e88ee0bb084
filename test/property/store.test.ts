import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreditAnswer, CreditAnswers } from '../../src/domain/execution/credit-pass.ts';
import {
  CONSENT_MOVES,
  GROUP_MOVES,
  INITIATION_MOVES,
  initiationStatusOf,
  mayMove,
} from '../../src/domain/lifecycle/lifecycle.ts';
import type { Debit, NewBatch } from '../../src/domain/ports/booking.ts';
import { type SeededStore } from '../../src/domain/ports/store-admin.ts';
import type { ReadyStep, StepResult } from '../../src/domain/ports/store.ts';
import type { Work } from '../../src/domain/records/records.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Instant } from '../../src/shared/time.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import {
  actAt,
  answerOf,
  BAKER,
  BANK,
  batchOf,
  bookingOf,
  debitOf,
  inFolder,
  NOW,
  POOR,
  RICH,
  SHUT,
  submit,
} from '../contract/store/fixtures.ts';
import { operations, PAYMENTS_PER_BATCH, type Operation } from './store-operations.ts';
import { abandonWork } from '../helpers/proposals.ts';

const PENCE = 150;
const MINUTE_MS = 60_000;
const FAR: Instant = Number.MAX_SAFE_INTEGER;

/** Executes commands on a store and checks after them that its contents are consistent. */
class World {
  readonly #path: string;
  readonly #statuses = new Map<string, string>();
  readonly #payments: string[] = [];
  /** Number of further batches by payment. Each is added when the previous one is booked. */
  readonly #follows = new Map<string, number>();
  /** The payments that commands reported as finished. A payment appears once for each report. */
  readonly #finished: string[] = [];
  /** The debited account by payment and index, as the last booking named it. */
  readonly #debtors = new Map<string, string>();
  #store: SeededStore;
  #now = NOW;
  #last: () => Promise<readonly StepResult[]> = () => Promise.resolve([]);

  constructor(path: string) {
    this.#path = path;
    this.#store = openSqliteStore(path, () => NOW);
  }

  async begin(): Promise<void> {
    await this.#store.seed(BANK, NOW);
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  async perform(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'submit':
        await this.#submit(operation.delays, operation.follows);
        break;
      case 'work':
        await this.#work(operation.choices, operation.sliced, operation.together);
        break;
      case 'park':
        await this.#park();
        break;
      case 'decide':
        await this.#decide(operation.isGivenUp);
        break;
      case 'return':
        await this.#return(operation.payment, operation.index);
        break;
      case 'repeat':
        // The step was already done, so repeating it must change nothing.
        for (const result of await this.#last()) expect(result).toEqual({ done: false });
        break;
      case 'crash':
        await this.#store.close();
        this.#store = openSqliteStore(this.#path, () => NOW);
        break;
      case 'wait':
        this.#now += operation.minutes * MINUTE_MS;
    }
    await this.#watch();
  }

  /** Executes all remaining steps and accepts every credit, so that every payment becomes final. */
  async finish(): Promise<void> {
    await this.#decide(false);
    while ((await this.#workAt(FAR)) !== undefined) {
      if ((await this.#workAt(this.#now)) === undefined) {
        this.#now = expectDefined(await this.#store.nextWorkAt(), 'when the next work falls due');
      }
      await this.#work([0, 0, 0, 0], false, 4);
      await this.#watch();
    }
    const ends = this.#payments.map((id) => `${id} ${this.#statuses.get(id) ?? 'never was'}`);
    expect(this.#finished.toSorted()).toEqual(ends.toSorted());
  }

  /** Creates a payment. Only an order gets further batches later. A file has all from the start. */
  async #submit(dueInMinutes: readonly number[], follows: number): Promise<void> {
    const id = `p${String(this.#payments.length)}`;
    this.#payments.push(id);
    const batches = dueInMinutes.map((minutes) => batchDue(this.#now + minutes * MINUTE_MS));
    this.#follows.set(id, batches.length === 1 ? follows : 0);
    expect((await submit(this.#store, id, batches)).outcome).toBe('created');
  }

  /** Returns a step that is due at a time, including resumed steps. */
  async #workAt(now: Instant): Promise<Work | undefined> {
    const [due] = [
      ...(await this.#store.dueWork(now, 1)),
      ...(await this.#store.workToRetry(now, 1)),
    ];
    return due;
  }

  async #park(): Promise<void> {
    const due = await this.#workAt(this.#now);
    if (due === undefined) return;
    const failure = { at: this.#now, problem: 'a bug', tryAt: null };
    await this.#store.postponeWork(due, failure);
  }

  /** Abandons one parked step if there is one, and resumes the others. */
  async #decide(isGivenUp: boolean): Promise<void> {
    const act = actAt(this.#now);
    const [parked] = await this.#store.listFailingWork(1);
    if (isGivenUp && parked?.tryAt === null) {
      const next = parked.step === 'book' ? this.#following(parked) : null;
      const abandoned = await abandonWork(this.#store, parked, next, act);
      if (abandoned.kind === 'done' && 'finished' in abandoned && abandoned.finished !== null) {
        this.#finished.push(`${parked.paymentId} ${abandoned.finished}`);
      }
    }
    await this.#store.resumeWork(null, 1000, act);
    expect(await this.#store.summariseFailingWork()).toMatchObject({ parked: 0 });
  }

  /** Returns a credit if its batch exists. The store refuses it unless the scheme accepted it. */
  async #return(payment: number, index: number): Promise<void> {
    const id = this.#payments[payment % Math.max(1, this.#payments.length)];
    const number = Math.floor(index / PAYMENTS_PER_BATCH);
    if (id === undefined || (await this.#store.findBatch(id, number)) === undefined) return;
    const debtor = this.#debtors.get(`${id} ${String(index)}`);
    const credit = { debit: { ...debitOf(index, PENCE, debtor), index }, reason: 'AC04' } as const;
    const batch = { paymentId: id, number };
    const result = await this.#store.returnCredit(batch, credit, actAt(this.#now));
    const end = this.#finished.findIndex((entry) => entry.startsWith(`${id} `));
    if (result.kind === 'returned' && end !== -1) {
      this.#finished[end] = `${id} ${result.groupStatus}`;
    }
  }

  /** Executes due steps of several payments in one transaction. */
  async #work(chosen: readonly number[], sliced: boolean, together: number): Promise<void> {
    const due = [
      ...(await this.#store.dueWork(this.#now, 100)),
      ...(await this.#store.workToRetry(this.#now, 100)),
    ];
    const byPayment = new Map(due.toReversed().map((work) => [work.paymentId, work]));
    const works = [...byPayment.values()].slice(0, together);
    const steps = works.map((work) => this.#stepOf(work, chosen, sliced));
    const now = this.#now;
    this.#last = () => this.#store.executeSteps(steps, now);
    for (const [index, result] of (await this.#last()).entries()) {
      const { paymentId, step } = expectDefined(works[index], 'a step');
      if (!result.done) throw new Error(`nobody else did the step to ${step}`);
      if (result.finished !== null) this.#finished.push(`${paymentId} ${result.finished}`);
    }
  }

  #stepOf(work: Work, chosen: readonly number[], sliced: boolean): ReadyStep {
    const now = this.#now;
    // Index in the file of this batch's first payment.
    const first = work.batch * PAYMENTS_PER_BATCH;
    const end = sliced && work.cursor === 0 ? 2 : PAYMENTS_PER_BATCH;
    const nextCursor = end < PAYMENTS_PER_BATCH ? end : null;
    const indexes = Array.from({ length: end - work.cursor }, (_, index) => work.cursor + index);
    if (work.step === 'send') return { step: 'send', work, answersAt: now + MINUTE_MS };
    if (work.step === 'book') {
      const whole = chosen[0] === 1 && work.cursor === 0;
      const account = (index: number): string => ((chosen[index] ?? 0) > 1 ? POOR : RICH);
      const debits: Debit[] = whole
        ? [debitOf(null, PAYMENTS_PER_BATCH * PENCE, account(1))]
        : indexes.map((index) => debitOf(first + index, PENCE, account(index)));
      for (const place of whole ? [0, 1, 2, 3] : indexes) {
        const debtor = account(whole ? 1 : place);
        this.#debtors.set(`${work.paymentId} ${String(first + place)}`, debtor);
      }
      const booking = bookingOf(debits, { whole, nextCursor: whole ? null : nextCursor });
      const next = booking.nextCursor === null ? this.#following(work) : null;
      return { step: 'book', work, booking: { ...booking, next } };
    }
    const answers: CreditAnswers = {
      exceptions: indexes.flatMap((place) => {
        const debtor = this.#debtors.get(`${work.paymentId} ${String(first + place)}`) ?? RICH;
        return answerTo(first + place, debtor, chosen[place] ?? 0);
      }),
      nextCursor,
      askAgainAt: now + MINUTE_MS,
    };
    return { step: 'collect', work, answers };
  }

  /** Returns the batch to add when this one is booked. Returns null if none follows. */
  #following({ paymentId, batch, dueAt }: Work): NewBatch | null {
    const follows = this.#follows.get(paymentId) ?? 0;
    return batch < follows ? batchDue(dueAt + MINUTE_MS) : null;
  }

  async #watch(): Promise<void> {
    expect(await this.#store.auditBooks()).toEqual([]);
    for (const id of this.#payments) {
      const payment = expectDefined(await this.#store.findPayment(id), id);
      const consent = expectDefined(await this.#store.findConsent(payment.consentId), id);
      this.#moved(GROUP_MOVES, id, payment.groupStatus);
      this.#moved(INITIATION_MOVES, `initiation of ${id}`, initiationStatusOf(payment.groupStatus));
      this.#moved(CONSENT_MOVES, consent.id, consent.status);
    }
  }

  #moved<Status extends string>(
    table: Readonly<Record<Status, readonly string[]>>,
    what: string,
    to: Status,
  ): void {
    const from = this.#statuses.get(what) as Status | undefined;
    this.#statuses.set(what, to);
    if (from === undefined || from === to) return;
    expect(mayMove(table, from, to), `${what} from ${from} to ${to}`).toBe(true);
  }
}

function batchDue(dueAt: Instant): NewBatch {
  return batchOf(PAYMENTS_PER_BATCH, PAYMENTS_PER_BATCH * PENCE, { dueAt });
}

/** Returns the answer for a credit, selected by `choice`. An accepted credit needs no answer. */
function answerTo(index: number, debtor: string, choice: number): CreditAnswer[] {
  const rest = { amountPence: PENCE, debtor };
  if (choice === 3) return [answerOf(index, 'rejected', rest)];
  if (choice === 4) return [answerOf(index, 'pending', rest)];
  if (choice === 5) return [answerOf(index, 'own', { ...rest, creditor: BAKER })];
  if (choice === 6) return [answerOf(index, 'own', { ...rest, creditor: SHUT })];
  return [];
}

describe('the store', () => {
  it('keeps balances and status changes valid under any sequence of commands', async () => {
    await fc.assert(
      fc.asyncProperty(operations, (sequence) =>
        inFolder(async (directory) => {
          const world = new World(join(directory, 'bank.db'));
          try {
            await world.begin();
            for (const operation of sequence) await world.perform(operation);
            await world.finish();
          } finally {
            await world.close();
          }
        }),
      ),
      { numRuns: 60 },
    );
  });
});
