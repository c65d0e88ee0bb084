import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { NotifiedEntry, StatementEntry } from '../../domain/ports/statements.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import type { Payment } from '../../domain/records/records.ts';
import { CAMT053_END, camt053Begin, type AccountDay } from '../../pipeline/statements/camt053.ts';
import { entryElement, transactionIdOf } from '../../pipeline/statements/entries.ts';
import { expectDefined } from '../../shared/assert.ts';
import { addDays, londonInstant, type Instant, type LocalDate } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import type { FileContent } from '../files/read-file.ts';
import { findCredit } from '../payments/find-credit.ts';
import { newHeader, spoolMessage } from './write-statement.ts';

/** Number of entries that are in memory at the same time. */
const PAGE_ENTRIES = 1000;

/** A day of an account with its entries: those of the day from the first to the last id. */
interface FoundDay extends AccountDay {
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * Returns a camt.053 of an account and a day in London (docs/decisions, 156). The account must
 * exist. Entries that are booked while the message is written are left out.
 */
export async function writeAccountStatement(
  parts: UseCaseParts,
  account: AccountNumber,
  date: LocalDate,
  now: Instant,
): Promise<FileContent> {
  return spoolMessage(parts, writeDay(parts, account, date, now), null);
}

async function* writeDay(
  parts: UseCaseParts,
  account: AccountNumber,
  date: LocalDate,
  now: Instant,
): AsyncGenerator<Uint8Array> {
  const day = await findDay(parts.store, account, date);
  yield Buffer.from(camt053Begin(day, newHeader(now)));
  const { from, to } = boundsOf(date);
  for await (const page of pagesOf(parts.store, account, day)) {
    const entries = page.filter(
      ({ id, bookedAt }) => id <= day.lastId && bookedAt >= from && bookedAt < to,
    );
    for (const run of runsOf(entries)) yield await writeRun(parts, account, run);
  }
  yield Buffer.from(CAMT053_END);
}

function boundsOf(date: LocalDate) {
  return { from: londonInstant(date), to: londonInstant(addDays(date, 1)) };
}

/** Adds up the balances of a day from all entries. */
async function findDay(store: Store, account: AccountNumber, date: LocalDate): Promise<FoundDay> {
  let openingPence = 0;
  let closingPence = 0;
  let lastId = 0;
  let firstId: number | undefined;
  const { from, to } = boundsOf(date);
  const all = { firstId: 1, lastId: Number.MAX_SAFE_INTEGER };
  for await (const page of pagesOf(store, account, all)) {
    for (const { id, bookedAt, amountPence } of page) {
      if (bookedAt >= to) continue;
      closingPence += amountPence;
      if (bookedAt < from) openingPence += amountPence;
      else {
        firstId ??= id;
        lastId = id;
      }
    }
  }
  return { account, date, openingPence, closingPence, firstId: firstId ?? 1, lastId };
}

/** Yields the entries of an account between two ids, and possibly some after the last one. */
async function* pagesOf(
  store: Store,
  account: AccountNumber,
  { firstId, lastId }: Pick<FoundDay, 'firstId' | 'lastId'>,
): AsyncGenerator<readonly StatementEntry[]> {
  let after = firstId - 1;
  while (after < lastId) {
    const page = await store.statement(account, after, PAGE_ENTRIES);
    yield page;
    // SQLite answers in the same turn of the event loop, so other requests get a turn here.
    await nextTurn();
    after = page.length < PAGE_ENTRIES ? lastId : expectDefined(page.at(-1), 'an entry').id;
  }
}

/**
 * Splits entries into runs of one payment resource. The entries of a longer run are for single
 * payments, in the order of their indexes.
 */
function* runsOf(entries: readonly StatementEntry[]): Generator<readonly StatementEntry[]> {
  let run: StatementEntry[] = [];
  for (const entry of entries) {
    const last = run.at(-1);
    const continues =
      entry.paymentId === last?.paymentId && (last.index ?? Infinity) <= (entry.index ?? -1);
    if (!continues && run.length > 0) yield run;
    if (continues) run.push(entry);
    else run = [entry];
  }
  if (run.length > 0) yield run;
}

async function writeRun(
  parts: UseCaseParts,
  account: AccountNumber,
  run: readonly StatementEntry[],
): Promise<Uint8Array> {
  const first = expectDefined(run[0], 'an entry');
  const { paymentId, index: from } = first;
  if (paymentId === null) return Buffer.from(elementOf(account, first, null, null));
  const payment = expectDefined(await parts.store.findPayment(paymentId), paymentId);
  if (parts.paymentSource.ofPayment(payment).kind === 'order') {
    let text = '';
    for (const entry of run) {
      const number = entry.index ?? expectDefined(entry.batch ?? undefined, 'the batch');
      const found = await findCredit(parts, payment, number);
      text += elementOf(account, entry, payment, found?.credit ?? null);
    }
    return Buffer.from(text);
  }
  if (from === null) return Buffer.from(elementOf(account, first, payment, null));
  const file = expectDefined(await parts.store.findFile(payment.consentId), payment.consentId);
  const { piece } = await parts.workers.writeStatementPage(file, {
    statement: 'camt.053',
    paymentId,
    messageId: '',
    open: account,
    from,
    to: (run.at(-1)?.index ?? from) + 1,
    entries: run.map((entry) => notifiedEntry(account, entry, payment)),
  });
  return piece;
}

function elementOf(
  account: AccountNumber,
  entry: StatementEntry,
  payment: Payment | null,
  credit: SinglePayment | null,
): string {
  const { paymentId } = entry;
  const transactionId = credit === null ? '' : transactionIdOf(paymentId ?? '', credit.index);
  const ids = { paymentId, transactionId };
  return entryElement(notifiedEntry(account, entry, payment), credit, ids);
}

function notifiedEntry(
  account: AccountNumber,
  entry: StatementEntry,
  payment: Payment | null,
): NotifiedEntry {
  const amountPence = Math.abs(entry.amountPence);
  return { ...entry, account, amountPence, debtorAccount: payment?.debtorAccount ?? null };
}
