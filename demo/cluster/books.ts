import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readAs } from '../../test-client/answer.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { parseAmount, displayAmount, type Pence } from '../../src/shared/money.ts';
import { expect, expectEqual } from '../expect.ts';
import { OPENING_PENCE } from '../payment-file.ts';
import { count, left, right, type Screen } from '../terminal.ts';
import type { Acknowledged, Payer } from './paying.ts';

/**
 * Maximum time for all payments to finish, in milliseconds. The second value is the interval
 * between two status requests.
 */
const FINISH_MS = 60_000;
const PAUSE_MS = 100;

/** Final status of a single payment, and final status of a file. */
const FINISHED = ['AcceptedCreditSettlementCompleted', 'InitiationCompleted'];

/** Number of entries on one page of the statement. */
const PAGE = 100;

const Statement = z.object({
  balance: z.string(),
  entries: z.array(z.object({ amount: z.string(), reference: z.string(), kind: z.string() })),
  next: z.int().nullable(),
});

type Entry = z.output<typeof Statement>['entries'][number];

/** Waits until every acknowledged payment has been executed. */
export async function awaitExecution(payer: Payer): Promise<void> {
  const started = performance.now();
  for (const paid of payer.acknowledged) {
    for (;;) {
      const status = await payer.read(paid);
      if (FINISHED.includes(status)) break;
      const isLate = performance.now() - started > FINISH_MS;
      expect(!isLate, `${paid.paymentId} is still ${status}.`);
      await sleep(PAUSE_MS);
    }
  }
}

/** Sum of all acknowledged payments, and the balance that is left. */
export interface BooksResult {
  readonly promisedPence: Pence;
  readonly balancePence: Pence;
}

/**
 * Compares the statement with the acknowledged payments. Each payment must be debited exactly once,
 * and nothing else may be debited.
 */
export async function checkBooks(payer: Payer): Promise<BooksResult> {
  const { balancePence, entries } = await readStatement(payer);
  const debits = entries.filter(({ kind }) => kind === 'debit');
  const { acknowledged } = payer;
  const missing = acknowledged.filter((paid) => timesOf(debits, paid) === 0);
  const repeated = acknowledged.filter((paid) => timesOf(debits, paid) > 1);
  expectEqual('Acknowledged payments that are not in the books', missing.length, 0);
  expectEqual('Acknowledged payments that are there twice', repeated.length, 0);
  expectEqual('The number of debits', debits.length, acknowledged.length);
  const promisedPence = acknowledged.reduce((sum, { pence }) => sum + pence, 0);
  expectEqual('The balance', balancePence, OPENING_PENCE - promisedPence);
  return { promisedPence, balancePence };
}

/** Shows the result of the comparison. Throws if the statement and the payments do not agree. */
export async function showBooks(screen: Screen, payer: Payer): Promise<void> {
  const { promisedPence, balancePence } = await checkBooks(payer);
  screen.heading('The books');
  const row = (what: string, amount: string): void => {
    screen.line(`${left(what, 56)}${right(amount, 20)}`);
  };
  row('opened with', displayAmount(OPENING_PENCE));
  row(`acknowledged: ${count(payer.acknowledged.length)} debits`, displayAmount(-promisedPence));
  row('balance', displayAmount(balancePence));
  row('acknowledged, but not in the books', '0');
  row('in the books twice', '0');
}

function timesOf(debits: readonly Entry[], paid: Acknowledged): number {
  return debits.filter(({ reference }) => reference === paid.reference).length;
}

async function readStatement(
  payer: Payer,
): Promise<{ readonly balancePence: Pence; readonly entries: readonly Entry[] }> {
  const entries: Entry[] = [];
  let after: number | null = null;
  for (;;) {
    const query = new URLSearchParams({ limit: String(PAGE), after: String(after ?? 0) });
    const page: z.output<typeof Statement> = readAs(await payer.readEntries(query), Statement);
    entries.push(...page.entries);
    after = page.next;
    if (after === null) return { balancePence: penceOf(page.balance), entries };
  }
}

function penceOf(amount: string): Pence {
  return expectDefined(parseAmount(amount), 'an amount');
}
