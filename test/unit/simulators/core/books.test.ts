import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { WireOperation } from '../../../../src/connections/core-contract.ts';
import { SANDBOX_SEED } from '../../../../src/sandbox/seed.ts';
import { Books, type CoreRules } from '../../../../src/simulators/core/books.ts';
import { openDatabase } from '../../../../src/simulators/core/database.ts';
import { Feed } from '../../../../src/simulators/core/feed.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/shared/time.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');
const ACCOUNT = '11280001234567';
const TEXTS = { reference: 'R', counterparty: 'C' };

const hold = (id: string, amountPence: number): WireOperation => ({
  ...{ type: 'hold', id, account: ACCOUNT, customerId: 'northwind', amountPence, ...TEXTS },
});
const post = (holdId: string): WireOperation => ({ type: 'post', id: `p.${holdId}`, holdId });
const release = (holdId: string): WireOperation => ({ type: 'release', id: `r.${holdId}`, holdId });
const credit = (id: string, amountPence: number): WireOperation => ({
  ...{ type: 'credit', id, account: ACCOUNT, amountPence, ...TEXTS },
});

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});

/** Opens the books of the sandbox's accounts. */
function open(rules: CoreRules) {
  const folder = mkdtempSync(join(tmpdir(), 'core-books-'));
  const db = openDatabase(folder);
  folders.push(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  new Feed(db).apply(SANDBOX_SEED);
  const books = new Books(db, rules);
  const opening = books.availableIn(ACCOUNT) ?? Number.NaN;
  return {
    books,
    taken: () => opening - (books.availableIn(ACCOUNT) ?? Number.NaN),
    /** Performs operations, and returns `done` or the reason of each. */
    perform: (operations: readonly WireOperation[], now: number) =>
      books
        .perform(operations, now)
        .map((result) => (result.outcome === 'refused' ? result.reason : result.outcome)),
  };
}

test('a hold expires: its amount is given back, its post is refused, its release is done', () => {
  const { books, taken, perform } = open({ holdMs: HOUR_MS });
  perform([hold('a', 100), hold('b', 20), hold('posted', 3), post('posted')], NOW);
  books.expireHolds(NOW + HOUR_MS - 1);
  expect(taken()).toBe(123);
  books.expireHolds(NOW + HOUR_MS);
  books.expireHolds(NOW + HOUR_MS);
  expect(taken()).toBe(3);
  expect(books.openHolds(NOW + DAY_MS, '', 10)).toEqual([]);
  const late = [post('a'), hold('a', 100), release('b'), post('a')];
  expect(perform(late, NOW + HOUR_MS)).toEqual(['holdExpired', 'done', 'done', 'holdExpired']);
  expect(taken()).toBe(3);
});

test('holds do not expire without a rule', () => {
  const { books, taken, perform } = open({});
  perform([hold('a', 100)], NOW);
  books.expireHolds(NOW + 400 * DAY_MS);
  expect(taken()).toBe(100);
});

test('a blocked account is not debited, and is credited', () => {
  const before = open({});
  expect(before.books.hasFunds(ACCOUNT, 1, NOW)).toBe(true);
  const { books, taken, perform } = open({ blocked: [ACCOUNT] });
  expect(perform([hold('a', 100), credit('c', 7)], NOW)).toEqual(['accountBlocked', 'done']);
  expect(books.hasFunds(ACCOUNT, 1, NOW)).toBe(false);
  expect(taken()).toBe(-7);
});

test('the holds of a day in London have a limit, without those that were given back', () => {
  const { books, perform } = open({ dailyLimitPence: 100 });
  expect(perform([hold('a', 60), post('a'), hold('b', 41), hold('c', 40)], NOW)).toEqual([
    'done',
    'done',
    'limitExceeded',
    'done',
  ]);
  expect(books.hasFunds(ACCOUNT, 1, NOW)).toBe(false);
  expect(perform([release('c'), hold('d', 40), hold('e', 1)], NOW)).toEqual([
    'done',
    'done',
    'limitExceeded',
  ]);
  expect(books.hasFunds(ACCOUNT, 100, NOW + DAY_MS)).toBe(true);
  expect(perform([hold('f', 100), hold('e', 1)], NOW + DAY_MS)).toEqual(['done', 'limitExceeded']);
});
