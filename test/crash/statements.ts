import { setTimeout as wait } from 'node:timers/promises';
import { present } from '../../src/kernel/assert.ts';
import { parseAmount } from '../../src/kernel/money.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { ACCOUNTS, entryOf } from './shapes.ts';
import { Violation, type Story } from './story.ts';

/** Entries in one answer: the most that the sandbox gives. */
const PAGE_ENTRIES = 1000;

/** A payment may fall due between two readings: so often they are compared, at this distance. */
const BALANCE_TRIES = 20;
const BALANCE_PAUSE_MS = 50;

interface Page {
  readonly balance: string;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly id: number;
  readonly amount: string;
  readonly reference: string;
  readonly kind: string;
}

/** What the accounts' statements say, read on from where they were last read. */
export class Statements {
  readonly #after = new Map<string, number>();
  readonly #sumPence = new Map<string, number>();

  /**
   * Reads what is new and strikes it from the stories' outstanding entries. Throws a Violation for
   * an entry that is not, or no longer, outstanding, and when entries and balance disagree.
   */
  async audit(tpp: Tpp, storyNumbered: (number: number) => Story | undefined): Promise<void> {
    for (const account of ACCOUNTS) await this.#auditAccount(account, tpp, storyNumbered);
  }

  async #auditAccount(
    account: string,
    tpp: Tpp,
    storyNumbered: (number: number) => Story | undefined,
  ): Promise<void> {
    let said = '';
    for (let tries = 0; tries < BALANCE_TRIES;) {
      const after = this.#after.get(account) ?? 0;
      const query = `after=${String(after)}&limit=${String(PAGE_ENTRIES)}`;
      const { json } = await tpp.get(`/sandbox/accounts/${account}/entries?${query}`);
      const { balance, entries } = json as unknown as Page;
      for (const entry of entries) this.#take(account, entry, storyNumbered);
      if (penceOf(balance) === this.#sumPence.get(account)) return;
      said = balance;
      if (entries.length === PAGE_ENTRIES) continue;
      tries += 1;
      await wait(BALANCE_PAUSE_MS);
    }
    const sum = String(this.#sumPence.get(account));
    throw new Violation(`${account} has ${said}, but its entries come to ${sum} pence.`);
  }

  #take(
    account: string,
    { id, amount, reference, kind }: Entry,
    storyNumbered: (number: number) => Story | undefined,
  ): void {
    this.#after.set(account, id);
    this.#sumPence.set(account, (this.#sumPence.get(account) ?? 0) + penceOf(amount));
    if (reference === 'Opening balance') return;
    const number = /\bS(\d+)\.\d+$/.exec(reference)?.[1];
    const entry = entryOf(account, kind, reference, amount);
    if (storyNumbered(Number(number))?.outstanding.delete(entry) === true) return;
    throw new Violation(`Booked twice, or by nobody: ${entry}`);
  }
}

/** A statement's amount in pence, negative for a debit. */
function penceOf(amount: string): number {
  const pence = present(parseAmount(amount.replace('-', ''), 2), amount);
  return amount.startsWith('-') ? -pence : pence;
}
