import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHARGES, OPENING } from '../../../domain/execution/transfers.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { OverviewStore } from '../../../domain/ports/overview-store.ts';
import {
  CUSTOMERS,
  type LedgerAccountDay,
  type LedgerDay,
  type LedgerEntries,
  type LedgerEntry,
  type LedgerSchemeDay,
  type LedgerSum,
  type OpenPence,
  type OpenSum,
} from '../../../domain/records/ledger-day.ts';
import type { ListPlace } from '../../../domain/records/list-place.ts';
import { accountsFor, INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import type { Pence } from '../../../shared/money.ts';
import {
  addDays,
  londonInstant,
  MINUTE_MS,
  type Instant,
  type LocalDate,
  type Milliseconds,
} from '../../../shared/time.ts';

/** Maximum number of entries of the ledger on a page. */
const MAX_ENTRIES = 200;

/**
 * Time in milliseconds whose entries one query reads. Other requests run between the queries. With
 * SQLite, one query of a day with a million entries would block the service for a second.
 */
const QUERIED_MS: Milliseconds = 15 * MINUTE_MS;

interface Parts {
  readonly store: OverviewStore;
}

const NOTHING_OPEN: OpenPence = {
  toSendPence: 0,
  unansweredPence: 0,
  pendingPence: 0,
  parkedPence: 0,
};

/** Returns the debits, credits and open money of each scheme on a day in London. */
export async function ledgerOfDay({ store }: Parts, day: LocalDate): Promise<LedgerDay> {
  const { from, before } = boundsOf(day);
  const sums: LedgerSum[] = [];
  for (const part of partsOf(from, before)) {
    sums.push(...(await store.ledgerSums(part.from, part.before)));
    await nextTurn();
  }
  // Money that is booked between these two queries looks like a difference.
  const balances = await store.ledgerBalances();
  const open = await store.openInClearing(from, before);
  const accountOf = (account: AccountNumber): LedgerAccountDay => ({
    account,
    debitPence: sumOf(sums.filter((sum) => sum.from === account)),
    creditPence: sumOf(sums.filter((sum) => sum.to === account)),
    balancePence: account === CUSTOMERS ? null : (balances.get(account) ?? 0),
  });
  const schemes = INSTRUMENTS.map((instrument) => schemeOf(instrument, { sums, open, accountOf }));
  const ofSchemes = schemes.flatMap(({ clearing, settlement }) => [clearing, settlement]);
  const others = [OPENING, CHARGES, CUSTOMERS].map(accountOf);
  const all = [...ofSchemes, ...others];
  return {
    day,
    schemes,
    others,
    entries: sums.reduce((total, { entries }) => total + entries, 0),
    debitPence: all.reduce((total, { debitPence }) => total + debitPence, 0),
    creditPence: all.reduce((total, { creditPence }) => total + creditPence, 0),
  };
}

interface Found {
  readonly sums: readonly LedgerSum[];
  readonly open: readonly OpenSum[];
  readonly accountOf: (account: AccountNumber) => LedgerAccountDay;
}

function schemeOf(instrument: Instrument, { sums, open, accountOf }: Found): LedgerSchemeDay {
  const accounts = accountsFor(instrument);
  const clearing = accountOf(accounts.clearing);
  const settlement = accountOf(accounts.settlement);
  const ofScheme = open.filter((sum) => sum.instrument === instrument);
  const returned = sums.filter(
    ({ kind, from }) =>
      (kind === 'returned-credit' && from === accounts.clearing) ||
      (kind === 'late-return' && from === accounts.settlement),
  );
  const total = addOpen(ofScheme);
  return {
    instrument,
    clearing,
    settlement,
    open: total,
    returnedPence: sumOf(returned),
    openOfDay: addOpen(ofScheme.filter(({ isOfDay }) => isOfDay === 1)),
    differencePence: (clearing.balancePence ?? 0) - totalOpen(total),
  };
}

/** Returns all open money of a scheme, in pence. */
function totalOpen(open: OpenPence): Pence {
  return open.toSendPence + open.unansweredPence + open.pendingPence + open.parkedPence;
}

function addOpen(open: readonly OpenPence[]): OpenPence {
  return open.reduce(
    (sum, one) => ({
      toSendPence: sum.toSendPence + one.toSendPence,
      unansweredPence: sum.unansweredPence + one.unansweredPence,
      pendingPence: sum.pendingPence + one.pendingPence,
      parkedPence: sum.parkedPence + one.parkedPence,
    }),
    NOTHING_OPEN,
  );
}

function sumOf(sums: readonly LedgerSum[]): Pence {
  return sums.reduce((total, { amountPence }) => total + amountPence, 0);
}

/**
 * Returns entries of one of the bank's own accounts on a day in London, the newest first. Returns
 * undefined if the bank has no such account, or if `place` is not a place in the list.
 */
export async function ledgerEntries(
  { store }: Parts,
  account: AccountNumber,
  day: LocalDate,
  place: ListPlace | null,
): Promise<LedgerEntries | undefined> {
  if (!isOwnAccount(account)) return undefined;
  const { from, before } = boundsOf(day);
  const entries: LedgerEntry[] = [];
  const after = place === null ? null : { at: place.at, id: Number(place.id) };
  if (Number.isNaN(after?.id)) return undefined;
  // `after` may be an entry of the last instant of a part, so its part is read too.
  const parts = partsOf(from, before).filter((part) => after === null || part.from <= after.at);
  for (const part of parts.reverse()) {
    const isFirst = after !== null && after.at < part.before;
    const filter = { account, ...part, after: isFirst ? after : null };
    entries.push(...(await store.ledgerEntries(filter, MAX_ENTRIES + 1 - entries.length)));
    if (entries.length > MAX_ENTRIES) break;
    await nextTurn();
  }
  const last = entries.length > MAX_ENTRIES ? entries[MAX_ENTRIES - 1] : undefined;
  const next = last === undefined ? null : { at: last.at, id: String(last.id) };
  return { account, day, entries: entries.slice(0, MAX_ENTRIES), next };
}

function isOwnAccount(account: AccountNumber): boolean {
  if (account === OPENING || account === CHARGES) return true;
  return INSTRUMENTS.map(accountsFor).some(
    ({ clearing, settlement }) => account === clearing || account === settlement,
  );
}

function boundsOf(day: LocalDate): TimeSpan {
  return { from: londonInstant(day), before: londonInstant(addDays(day, 1)) };
}

interface TimeSpan {
  readonly from: Instant;
  readonly before: Instant;
}

/** Splits a time span into parts, oldest first. Each query reads one part. */
function partsOf(from: Instant, before: Instant): TimeSpan[] {
  const parts: TimeSpan[] = [];
  for (let at = from; at < before; at += QUERIED_MS) {
    parts.push({ from: at, before: Math.min(at + QUERIED_MS, before) });
  }
  return parts;
}
