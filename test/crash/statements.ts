import { setTimeout as wait } from 'node:timers/promises';
import type { Mood } from '../../src/simulators/hub/moods.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { parseAmount } from '../../src/shared/money.ts';
import { londonDate } from '../../src/shared/time.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { ACCOUNTS, entryOf } from './entries.ts';
import { Violation, type Story } from './story.ts';

/** Maximum number of entries in one response of the sandbox. */
const PAGE_ENTRIES = 1000;

/**
 * Maximum time until an account's entries add up to its balance, in milliseconds. They may differ
 * for a moment if a payment is booked between the two reads.
 */
const BALANCED_WITHIN_MS = 60_000;
const BALANCE_PAUSE_MS = 50;

interface Page {
  /** Null if a core banking system keeps the account. */
  readonly balance: string | null;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly id: number;
  readonly bookedAt: string;
  readonly amount: string;
  readonly reference: string;
  readonly kind: string;
}

/** Returns the story to which a payment reference belongs. */
export type FindStory = (reference: string) => Story | undefined;

/** Audits the statements of the accounts. Each audit reads only the entries since the last one. */
export class Statements {
  readonly #hub: Mood | undefined;
  readonly #after = new Map<string, number>();
  readonly #sumPence = new Map<string, number>();

  /** @param hub behaviour of the payment hub. Undefined if the service simulates the schemes. */
  constructor(hub?: Mood) {
    this.#hub = hub;
  }

  /**
   * Reads new entries and compares them with those that the stories expect. Throws a Violation if
   * an entry is unexpected or if the entries do not add up to the balance.
   */
  async audit(tpp: Tpp, storyOf: FindStory): Promise<void> {
    for (const account of ACCOUNTS) await this.#auditAccount(account, tpp, storyOf);
  }

  async #auditAccount(account: string, tpp: Tpp, storyOf: FindStory): Promise<void> {
    const deadline = performance.now() + BALANCED_WITHIN_MS;
    for (;;) {
      const after = this.#after.get(account) ?? 0;
      const query = `after=${String(after)}&limit=${String(PAGE_ENTRIES)}`;
      const { json } = await tpp.get(`/sandbox/accounts/${account}/entries?${query}`);
      const { balance, entries } = json as unknown as Page;
      for (const entry of entries) this.#take(account, entry, storyOf);
      if (entries.length === PAGE_ENTRIES) continue;
      // The audit of the core checks its balances.
      if (balance === null || penceOf(balance) === this.#sumPence.get(account)) return;
      if (performance.now() > deadline) {
        const sum = String(this.#sumPence.get(account));
        throw new Violation(`${account} has ${balance}, but its entries come to ${sum} pence.`);
      }
      await wait(BALANCE_PAUSE_MS);
    }
  }

  #take(
    account: string,
    { id, bookedAt, amount, reference, kind }: Entry,
    storyOf: FindStory,
  ): void {
    this.#after.set(account, id);
    this.#sumPence.set(account, (this.#sumPence.get(account) ?? 0) + penceOf(amount));
    if (reference === 'Opening balance') return;
    const entry = entryOf(account, kind, reference, amount);
    const day = londonDate(Date.parse(bookedAt));
    const outstanding = storyOf(reference)?.outstanding;
    if (outstanding?.strike(entry, day) === true) return;
    if (kind === 'returned-credit') {
      // The audit of the hub checks each credit that came back.
      if (this.#hub === 'hostile') return;
      if (this.#hub !== undefined && outstanding?.strikeRejection(entry) === true) return;
    }
    throw new Violation(`Booked twice, by nobody, or on a wrong day: ${entry} on ${day}`);
  }
}

/** Returns the amount of a statement entry in pence. It is negative for a debit. */
function penceOf(amount: string): number {
  const pence = expectDefined(parseAmount(amount.replace('-', ''), 2), amount);
  return amount.startsWith('-') ? -pence : pence;
}
