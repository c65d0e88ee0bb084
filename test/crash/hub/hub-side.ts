import { setTimeout as wait } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import type { Tpp } from '../../helpers/tpp.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { databaseOf } from '../audit-disk.ts';
import type { Dice } from '../random.ts';
import { Violation, type Story } from '../story.ts';
import {
  auditMessages,
  auditStories,
  creditsByPayment,
  type ExecutedCredit,
  hasCredits,
} from './audit-credits.ts';
import { auditDocuments, auditOutcomes, type OutcomeCounts } from './audit-outcomes.ts';
import { auditAccount } from './audit-account.ts';
import { auditRecalls } from './audit-recalls.ts';
import { reportsOf, type HubAccount } from './hub-account.ts';
import { HubBooks, type HubMessage } from './hub-books.ts';
import { HubProcess, type HubOptions } from './hub-process.ts';
import { Operator } from './operator.ts';
import { readServiceAccount, type ServiceAccount } from './service-account.ts';
import {
  readServiceBooks,
  serviceWork,
  storedDocuments,
  type ServiceBooks,
} from './service-books.ts';
import { readSnapshot } from './snapshot.ts';

/** Maximum time until the hub and the service have no more work, in milliseconds. */
const QUIET_WITHIN_MS = 180_000;
const POLL_MS = 50;

/** Counts of the exchange with the hub since the campaign began. */
export interface HubProgress extends OutcomeCounts {
  readonly hubKills: number;
  readonly messages: number;
  /** Number of messages that arrived more than once, with the same content. */
  readonly repeated: number;
  readonly documents: number;
  /** Notifications and statements of the settlement account, and its entries. */
  readonly reports: number;
  readonly entries: number;
  readonly enquiries: number;
  readonly recalls: number;
  /** Number of recalls after which the credit came back, and of refused ones. */
  readonly recalled: number;
  readonly refused: number;
}

/** The records of both sides at a moment when neither had work. */
interface Records {
  readonly messages: readonly HubMessage[];
  readonly books: ServiceBooks;
  readonly stored: ReadonlySet<string>;
  readonly atHub: HubAccount;
  readonly atService: ServiceAccount;
}

/** The payment hub of a campaign: its process, and the audit of its records. */
export class HubSide extends HubProcess {
  readonly #books = new HubBooks(this);
  readonly #databasePath: string;
  readonly #seed: number;
  readonly #operator: Operator;
  readonly isHostile: boolean;
  #last: HubProgress | undefined;

  constructor(options: HubOptions, dataDirectory: string) {
    super(options);
    this.#databasePath = databaseOf(dataDirectory);
    this.#operator = new Operator(dataDirectory);
    this.#seed = options.seed;
    this.isHostile = options.mood === 'hostile';
  }

  /** Waits until the hub and the service have no more work with each other. */
  async untilQuiet(): Promise<void> {
    await this.#whenQuiet(() => undefined);
  }

  /**
   * Recalls credits and asks for answers at random times, until `isOver` returns true. Recalled
   * credits come back, as only a hostile hub sends them back otherwise.
   */
  async operateAtRandom(dice: Dice, isOver: () => boolean): Promise<void> {
    if (this.isHostile) await this.#operator.workAtRandom(dice, isOver);
  }

  /**
   * Compares the records of the hub with those of the service. No client may send requests. Returns
   * the hashes of the files that the service stores for the exchange.
   */
  async audit(stories: readonly Story[]): Promise<ReadonlySet<string>> {
    const { messages, books, stored, atHub, atService } = await this.#readBoth();
    const documents = this.#books.documents();
    const reports = reportsOf(atHub, this.#seed);
    auditMessages(messages, books);
    const credits = creditsByPayment(messages, books, stories);
    auditStories(credits, stories);
    const all = [...credits.values()].flatMap((ofPayment) => [...ofPayment.values()]);
    const counts = auditOutcomes({ credits: all, documents, books });
    auditDocuments({ documents, books }, reports);
    auditAccount({ atHub, atService, credits: all, outcomes: books.outcomes });
    auditRecalls(atHub.recalls, atService, this.#operator.recalled);
    this.#last = {
      ...counts,
      hubKills: this.kills,
      messages: messages.filter(hasCredits).length,
      enquiries: messages.filter(({ state }) => state === 'enquiry').length,
      recalls: atHub.recalls.length,
      recalled: atHub.recalls.filter(({ isReturned }) => isReturned === 1).length,
      refused: atHub.recalls.filter(({ code }) => code !== null).length,
      reports: reports.length,
      entries: atHub.entries.length,
      repeated: messages.filter(({ repeats }) => repeats > 0).length,
      documents: documents.length,
    };
    return stored;
  }

  /** Checks that the details of payments show the hub's decision about each credit. */
  async auditDetails(stories: readonly Story[], tppOf: (story: Story) => Tpp): Promise<void> {
    const { messages, books } = await this.#readBoth();
    const credits = creditsByPayment(messages, books, stories);
    for (const story of stories) {
      for (const { paymentId = '', isFinished } of story.taken) {
        const executed = credits.get(paymentId);
        if (!isFinished || executed === undefined) continue;
        const details = await detailsOf(tppOf(story), story.plan.family, paymentId);
        const statuses = details.map(({ StatusDetail }) => StatusDetail.Status);
        for (const [index, status] of statuses.entries()) {
          const one = executed.get(index);
          if (one === undefined || this.#statusesOf(one).includes(status)) continue;
          const { status: atHub } = one.credit;
          story.fail(`credit ${String(index)} of ${paymentId} is ${status}, at the hub ${atHub}`);
        }
      }
    }
  }

  /** The counts of the last audit. */
  get progress(): HubProgress | undefined {
    return this.#last;
  }

  /** Waits until neither side has work, and then reads the records of both. */
  #readBoth(): Promise<Records> {
    return this.#whenQuiet((database) => ({
      messages: this.#books.messages(),
      books: readServiceBooks(database),
      stored: storedDocuments(database),
      atHub: this.#books.account(),
      atService: readServiceAccount(database),
    }));
  }

  /** Reads the database of the service at a moment when neither side has work. */
  async #whenQuiet<Result>(read: (database: Sqlite.Database) => Result): Promise<Result> {
    this.start();
    const deadline = performance.now() + QUIET_WITHIN_MS;
    for (;;) {
      this.expectRunning();
      const work = this.#books.work();
      const found = work ?? this.#readIfQuiet(read);
      if (typeof found !== 'string') return found.result;
      if (performance.now() > deadline) throw new Violation(`The exchange stands still: ${found}.`);
      await wait(POLL_MS);
    }
  }

  #readIfQuiet<Result>(read: (database: Sqlite.Database) => Result): { result: Result } | string {
    return readSnapshot(this.#databasePath, (database) => {
      const work = serviceWork(database);
      if (work !== undefined) return work;
      const result = read(database);
      // The hub may have got a message after the copy was made.
      return this.#books.work() ?? { result };
    });
  }

  /** Returns the statuses that the details of a payment may show for a credit. */
  #statusesOf({ credit }: ExecutedCredit): readonly string[] {
    const { status, reason, returnReason } = credit;
    if (status === 'ACSC') return [returnReason ?? 'ACSC'];
    // A hub gives no reasons if it rejects a whole message. A contradiction may come before it.
    return [reason ?? 'NARR', 'NARR', ...(this.isHostile ? ['ACSC'] : [])];
  }
}
