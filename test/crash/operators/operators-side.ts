import type Sqlite from 'better-sqlite3';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../../../src/cli/control-client.ts';
import type { CliContext } from '../../../src/cli/program.ts';
import type { EnrolmentLink } from '../../../src/ops/commands/operators.ts';
import type { FoundByOperator } from '../../../src/domain/records/operator-search.ts';
import { OPERATOR_ROLES } from '../../../src/domain/records/operators.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { OperatorBrowser } from '../../web/operator-browser.ts';
import { databaseOf } from '../audit-disk.ts';
import { readSnapshot } from '../hub/snapshot.ts';
import type { RoundPlan } from '../round.ts';
import { Dice } from '../random.ts';
import { settleAll } from '../requests.ts';
import { Violation, type Story } from '../story.ts';
import { AcknowledgedActions } from './acknowledged.ts';
import { actAtRandom, completeAll } from './actions.ts';
import { auditActions, type StoredActions } from './audit-actions.ts';
import { auditHolds, followDecisions, type HeldCounts } from './audit-holds.ts';
import { decideAllCases } from './hold-actions.ts';
import type { Shift, SignedInOperator } from './shift.ts';

/** Three operators, so that two of them can confirm the same proposal at the same time. */
const OPERATORS = ['ann', 'ben', 'cleo'] as const;

/** Minimum and maximum pause between two actions, in milliseconds. */
const PAUSE_MS = [0, 60] as const;

/** A rate limit so high that the operators do not reach it. */
const UNLIMITED = '1000000';

/** Maximum number of steps that are read from the database. */
const MAX_STEPS = 10_000;

/** Maximum time to wait for a confirmation, in milliseconds. */
const CONFIRMING_WITHIN_MS = 4000;

/** Number of payments that each audit searches for. */
const SEARCHED = 5;

/** Interval in milliseconds at which the service writes the search index. */
const INDEX_INTERVAL_MS = 10_000;

/** Number of audit entries after the search index from which an audit waits for the index. */
const MAX_NOT_INDEXED = 2000;

/** Maximum time until the search index contains all audit entries, in milliseconds. */
const INDEXED_WITHIN_MS = 120_000;
const POLL_MS = 500;

/** Maximum seed of the random choices of an operator. */
const MAX_SEED = 2 ** 31;

/** Query for the last audit entry. */
const AUDIT_HEAD = 'SELECT MAX(sequence) FROM audit_entry';
/** Query for the number of audit entries that the search index contains. */
const INDEXED = 'SELECT COALESCE(SUM(last_sequence - first_sequence + 1), 0) FROM search_segment';

/** Counts of the operators' actions since the campaign began. */
export interface OperatorProgress extends StoredActions, HeldCounts {
  readonly stopped: number;
  readonly suspended: number;
  readonly viewed: number;
  readonly searched: number;
  readonly refusedOwn: number;
  readonly parked: number;
}

/** The operators of a campaign, who use the console while the service is killed. */
export class OperatorsSide {
  readonly #dataDirectory: string;
  readonly #context: CliContext;
  readonly #acknowledged = new AcknowledgedActions();
  readonly #cookies = new Map<string, string>();
  #operators: readonly SignedInOperator[] = [];
  #stored: StoredActions = { proposed: 0, confirmed: 0, withdrawn: 0 };
  #held: HeldCounts = { held: 0, released: 0, rejected: 0 };
  #parked = 0;
  /** Time at which the service was started, by performance.now(). */
  #begunMs = 0;

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
    this.#context = {
      ...{ dataDirectory, environment: {}, machineClock: Date.now },
      ...{ print: () => undefined, printData: () => undefined },
    };
  }

  /** Settings of the service for the operators. */
  get settings(): Readonly<Record<string, string>> {
    return {
      PIS_CONSOLE_PORT: '0',
      PIS_INTERACTIONS_PER_SECOND: UNLIMITED,
      PIS_INTERACTIONS_BURST: UNLIMITED,
    };
  }

  get progress(): OperatorProgress {
    const { stops, suspensions, views, searches: searched, refusedOwn } = this.#acknowledged;
    const viewed = [...views.values()].reduce((sum, count) => sum + count, 0);
    const counts = { viewed, searched, refusedOwn, parked: this.#parked };
    const [stopped, suspended] = [stops.length, suspensions.length];
    return { ...this.#stored, ...this.#held, stopped, suspended, ...counts };
  }

  /**
   * Parks the waiting steps of stories that operators may abandon, and reads which payments they
   * have held. The service must be down.
   */
  async prepare(stories: readonly Story[]): Promise<void> {
    await this.#park(stories);
    followDecisions(databaseOf(this.#dataDirectory), stories);
  }

  /** Parks steps. A parked step waits for operators, whatever the clock shows. */
  async #park(stories: readonly Story[]): Promise<void> {
    const ofPayment = new Map(
      stories
        .filter(({ plan }) => plan.cancels?.when === 'abandoned')
        .flatMap(({ taken }) => taken.map((submission) => [submission.paymentId, submission])),
    );
    if (ofPayment.size === 0) return;
    const store = openSqliteStore(databaseOf(this.#dataDirectory), Date.now);
    try {
      for (const step of await store.dueWork(Number.MAX_SAFE_INTEGER, MAX_STEPS)) {
        const submission = ofPayment.get(step.paymentId);
        if (submission?.cancellation !== 'no' || step.step !== 'book') continue;
        // Until it is abandoned, the payment stays as it is.
        submission.cancellation = 'asked';
        await store.postponeWork(step, { at: step.dueAt, problem: 'Error: a test', tryAt: null });
        this.#parked += 1;
      }
    } finally {
      await store.close();
    }
  }

  /** Checks that each released payment was booked once. All stories must have ended. */
  auditEnded(): void {
    this.#held = readSnapshot(databaseOf(this.#dataDirectory), (database) =>
      auditHolds(database, this.#acknowledged, true),
    );
  }

  /**
   * Signs the operators in to a service that was started. A session that was acknowledged before a
   * kill must still be valid.
   */
  async begin(consolePort: number | null): Promise<void> {
    this.#begunMs = performance.now();
    const origin = `http://localhost:${String(consolePort)}`;
    const bank = {
      origin,
      fetch: (path: string, init: RequestInit) => {
        return fetch(`${origin}${path}`, { ...init, redirect: 'manual' });
      },
    };
    this.#operators = await Promise.all(
      OPERATORS.map(async (id) => {
        const browser = new OperatorBrowser(bank);
        browser.cookie = this.#cookies.get(id) ?? '';
        if (browser.cookie === '') await this.#enrol(id, browser);
        const { text } = await browser.open('/');
        if (!text.includes('Sign out')) throw new Violation(`The session of ${id} has ended.`);
        this.#cookies.set(id, browser.cookie);
        return { id, browser };
      }),
    );
  }

  /**
   * Resumes all stopped schemes. Otherwise the audits would wait for payments whose messages are
   * not handed over.
   */
  async resumeSchemes(stories: readonly Story[], dice: Dice): Promise<void> {
    await completeAll(this.#shift(stories, dice), 'resumeScheme');
  }

  /**
   * Compares the stored actions with those that were acknowledged, and searches for payments.
   * No other client may use the service.
   */
  async audit(stories: readonly Story[], dice: Dice): Promise<void> {
    this.#stored = readSnapshot(databaseOf(this.#dataDirectory), (database) =>
      auditActions(database, this.#acknowledged),
    );
    this.#held = readSnapshot(databaseOf(this.#dataDirectory), (database) =>
      auditHolds(database, this.#acknowledged, false),
    );
    // The index is written 1 and 10 seconds after a start, and most rounds are shorter.
    if ((await this.#find('nobody')).notIndexed > MAX_NOT_INDEXED) await this.#untilIndexed();
    const found = stories.filter(isSearched);
    for (let searched = 0; searched < SEARCHED && found.length > 0; searched += 1) {
      const story = found[dice.between(0, found.length - 1)];
      if (story !== undefined) await this.#expectFound(story);
    }
  }

  /**
   * Waits until the service writes the search index or an operator sends a confirmation, and then
   * for some milliseconds, as the round is planned. Waits a few seconds for a confirmation at most.
   */
  async untilEndOf({ endsAfterIndexingMs, endsAfterConfirmationMs }: RoundPlan): Promise<void> {
    if (endsAfterIndexingMs !== null) {
      const indexingMs = this.#begunMs + INDEX_INTERVAL_MS - performance.now();
      await wait(Math.max(0, indexingMs + endsAfterIndexingMs));
    } else if (endsAfterConfirmationMs !== null) {
      await Promise.race([this.#acknowledged.nextConfirmation(), wait(CONFIRMING_WITHIN_MS)]);
      await wait(endsAfterConfirmationMs);
    }
  }

  /** Acts at random times until `isOver` returns true, or the service has ended. */
  async actAtRandom(stories: readonly Story[], dice: Dice, isOver: () => boolean): Promise<void> {
    const act = async (shift: Shift): Promise<void> => {
      try {
        while (!isOver()) {
          await wait(shift.dice.between(...PAUSE_MS));
          await actAtRandom(shift);
        }
      } catch (error) {
        if (!isOver() || error instanceof Violation) throw error;
      }
    };
    const shifts = OPERATORS.map(() =>
      this.#shift(stories, new Dice(dice.between(0, MAX_SEED), '')),
    );
    await settleAll(shifts.map(act));
  }

  /**
   * Abandons all parked steps, decides about all held payments, waits until the search index is
   * complete, and searches for every payment without a file.
   */
  async finish(stories: readonly Story[], dice: Dice): Promise<void> {
    await completeAll(this.#shift(stories, dice), 'abandonWork');
    await decideAllCases(this.#shift(stories, dice));
    followDecisions(databaseOf(this.#dataDirectory), stories);
    await this.#untilIndexed();
    for (const story of stories) {
      if (isSearched(story)) await this.#expectFound(story);
    }
    await this.audit(stories, dice);
  }

  /** Waits until the search index contains the newest audit entry. */
  async #untilIndexed(): Promise<void> {
    const path = databaseOf(this.#dataDirectory);
    const head = readSnapshot(path, (database) => count(database, AUDIT_HEAD));
    const deadline = performance.now() + INDEXED_WITHIN_MS;
    while (readSnapshot(path, (database) => count(database, INDEXED)) < head) {
      if (performance.now() > deadline) throw new Violation('The search index is not complete.');
      await wait(POLL_MS);
    }
  }

  async #enrol(id: string, browser: OperatorBrowser): Promise<void> {
    const body = { name: `${id} Smith`, roles: OPERATOR_ROLES };
    const route = `POST /operators/${id}` as const;
    const { url } = await request<EnrolmentLink>(this.#context, route, '', body);
    await browser.enrol(new URL(url).pathname);
    await browser.signIn();
  }

  /** Searches for a payment of a story by its reference. Throws a Violation if it is not found. */
  async #expectFound({ number, consentId }: Story): Promise<void> {
    const reference = `S${String(number)}.0`;
    const { payments } = await this.#find(reference);
    if (payments.some((one) => one.consentId === consentId)) return;
    throw new Violation(`A search for ${reference} does not find ${consentId ?? ''}.`);
  }

  #find(text: string): Promise<FoundByOperator> {
    return request(this.#context, 'POST /payments/find', '', { text, limit: 1000 });
  }

  #shift(stories: readonly Story[], dice: Dice): Shift {
    return { dice, stories, acknowledged: this.#acknowledged, operators: this.#operators };
  }
}

/** Returns true if a search must find the story. A permission is found by its payments only. */
function isSearched({ consentId, sha256, plan, submissions }: Story): boolean {
  if (consentId === undefined || sha256 !== undefined) return false;
  return plan.family.consumesConsent || submissions[0]?.paymentId !== undefined;
}

function count(database: Sqlite.Database, sql: string): number {
  return database.prepare<[], number>(sql).pluck().get() ?? 0;
}
