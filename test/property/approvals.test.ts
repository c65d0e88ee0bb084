import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  APPROVAL_MOVES,
  CANCELLABLE_MOVES,
  CONSENT_MOVES,
  GROUP_MOVES,
  PAYMENT_MOVES,
} from '../../src/domain/lifecycle/lifecycle.ts';
import type { PaymentApproval } from '../../src/domain/records/records.ts';
import { familyNamed } from '../../src/families/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { Refusal } from '../../src/shared/errors.ts';
import type { Instant } from '../../src/shared/time.ts';
import { MandatedBank, type Company, type ScenePayment } from '../helpers/mandated-bank.ts';
import {
  after,
  firstIsTaken,
  lookedAt,
  settled,
  submitted,
  type Deed,
  type OracleBank,
  type OracleState,
} from '../helpers/mandate-oracle.ts';
import { instantOf, NOW, scenes, type Round, type Scenario } from './mandate-scenarios.ts';

/** Number of scenarios, and a fixed seed that always gives the same ones. */
const RUNS = { seed: 93, numRuns: 500 };

const bank = new MandatedBank();

beforeAll(() => bank.begin(NOW));
afterAll(() => bank.end());

/** A submitted payment, with the state that the model expects. */
class Watched {
  readonly #company: Company;
  readonly #payment: ScenePayment;
  readonly #id: string;
  readonly #last = new Map<string, string>();
  #bank: OracleBank;
  #state: OracleState;
  #now: Instant;

  constructor(company: Company, id: string, scene: Scenario, state: OracleState) {
    this.#company = company;
    this.#id = id;
    this.#payment = scene.payment;
    this.#bank = scene.beforeSubmission ?? scene.bank;
    this.#state = state;
    this.#now = scene.submittedAt;
  }

  get stands(): OracleState['stands'] {
    return this.#state.stands;
  }

  async play({ until, bank: changed, deeds, isSwept }: Round): Promise<void> {
    this.#now = instantOf(until, this.#now, this.#state);
    if (changed !== null) {
      await this.#company.adopt(changed, this.#now);
      this.#bank = changed;
    }
    if (isSwept) {
      await bank.store.expireApprovals(this.#now, 10);
      this.#state = lookedAt(this.#state, this.#now);
    }
    const answers = await Promise.all(
      deeds.map((deed) => this.#company.perform(this.#id, deed, this.#now)),
    );
    this.#state = this.#explain(deeds, answers, await this.#storedAs());
    await this.watch();
    await bank.execute(this.#now);
    this.#state = settled(this.#state, this.#payment, this.#now);
    await this.watch();
  }

  /**
   * Several users have acted at the same time, in an unknown order. Finds an order that explains
   * all responses, and returns the state after it.
   */
  #explain(deeds: readonly Deed[], answers: readonly boolean[], stands: string): OracleState {
    const ends = orders(deeds.map((deed, index) => ({ deed, place: index }))).flatMap((order) => {
      let state = lookedAt(this.#state, this.#now);
      const fits = order.every(({ deed, place }) => {
        const outcome = after(state, deed, this.#payment, this.#bank, this.#now);
        state = outcome.state;
        return outcome.isDone === answers[place];
      });
      return fits && storedAs(state) === stands ? [state] : [];
    });
    const what = JSON.stringify({ deeds, answers, stands, before: this.#state, now: this.#now });
    return expectDefined(ends[0], `an order in which this could be: ${what}`);
  }

  async #storedAs(): Promise<string> {
    const { approval, cancelledAt } = await this.#found();
    return cancelledAt === null ? (approval?.status ?? 'approved') : 'cancelled';
  }

  async #found() {
    const requester = { clientId: 'tpp-one', now: this.#now };
    const found = await bank.useCases.findPaymentOfTpp(this.#id, requester);
    if (found instanceof Refusal) throw new Error('The payment is gone.');
    return found;
  }

  /** Compares everything that can be read of the payment with the state that the model expects. */
  async watch(): Promise<void> {
    const { stands, required, approvers } = this.#state;
    const found = await this.#found();
    expect(await this.#storedAs()).toBe(storedAs(this.#state));
    expect(await this.#company.taken()).toEqual(
      stands === 'booked' ? { main: 0, other: 0, ...this.#payment.shares } : NOTHING,
    );
    const isPlanned = found.releasedAt !== null;
    if (['waiting', 'rejected', 'expired'].includes(stands)) expect(isPlanned).toBe(false);
    expect(await bank.store.countBatches(this.#id)).toBe(isPlanned ? 1 : 0);
    expect(describe(found.approval)).toEqual(
      required === 1 ? null : { required, received: approvers.length },
    );
    const consent = expectDefined(
      await bank.store.findConsent(this.#company.consentId),
      'its consent',
    );
    const decisions = await bank.store.approvalsOf(consent.id);
    const gave = decisions.filter(({ decision }) => decision === 'approve');
    expect(gave.map(({ userId }) => userId).toSorted()).toEqual(
      approvers.map((index) => this.#company.userId(index)).toSorted(),
    );
    const family = familyNamed(found.family);
    const isOnce = family.name === 'domestic-payments';
    this.#moved(GROUP_MOVES, 'group status', found.groupStatus);
    this.#moved(CONSENT_MOVES, 'consent', consent.status);
    this.#moved(
      isOnce ? PAYMENT_MOVES : CANCELLABLE_MOVES,
      'status',
      family.statusOf(found).status,
    );
    if (found.approval !== null) this.#moved(APPROVAL_MOVES, 'approvals', found.approval.status);
  }

  /**
   * Checks that a status may follow the previous one. Statuses in between may be missing, because
   * the test does not see all of them.
   */
  #moved(table: Readonly<Record<string, readonly string[]>>, what: string, to: string): void {
    const from = this.#last.get(what);
    this.#last.set(what, to);
    expect(Object.keys(table)).toContain(to);
    if (from === undefined) return;
    const reached = new Set([from]);
    for (const status of reached) for (const next of table[status] ?? []) reached.add(next);
    expect(reached.has(to), `${what} from ${from} to ${to}`).toBe(true);
  }
}

const NOTHING = { main: 0, other: 0 };

/** Returns the status that the store has for a state of the model. */
function storedAs({ stands }: OracleState): string {
  return stands === 'released' || stands === 'booked' ? 'approved' : stands;
}

function describe(approval: PaymentApproval | null) {
  if (approval === null) return null;
  const { required, received } = approval;
  return { required, received };
}

/** Returns all permutations of a few items. */
function orders<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first) =>
    orders(items.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  );
}

/** Runs a scenario and returns how it ended. */
async function play(scene: Scenario): Promise<string> {
  const { payment, first, beforeSubmission, submittedAt } = scene;
  const company = await bank.company(scene.bank, NOW);
  const isTaken = firstIsTaken(payment, scene.bank, first, NOW);
  expect(await company.authorise(payment, first, NOW)).toBe(isTaken);
  if (!isTaken) return 'refused at once';
  if (beforeSubmission !== null) await company.adopt(beforeSubmission, NOW);
  const expected = submitted(payment, beforeSubmission ?? scene.bank, first, submittedAt);
  const answer = await company.submit(payment, submittedAt);
  expect(answer instanceof Refusal).toBe(expected === undefined);
  if (answer instanceof Refusal || expected === undefined) return 'submitted too late';
  const watched = new Watched(company, answer.id, scene, expected);
  await watched.watch();
  for (const round of scene.rounds) await watched.play(round);
  return watched.stands;
}

/** The ends that all scenarios together must reach. Otherwise the property would not test them. */
const ENDS = [
  ...['refused at once', 'submitted too late', 'waiting', 'booked', 'released'],
  ...['rejected', 'expired', 'cancelled'],
];

test('mandates hold for any concurrent sequence of approvals, rejections and cancellations', async () => {
  const ends = new Map(ENDS.map((end) => [end, 0]));
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const end = await play(scene);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }),
    RUNS,
  );
  expect(await bank.store.auditBooks()).toEqual([]);
  expect([...ends].filter(([, times]) => times < 5)).toEqual([]);
});
