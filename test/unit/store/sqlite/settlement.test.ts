import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CreditAnswer } from '../../../../src/domain/execution/credit-pass.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import {
  answerOf,
  BANK,
  batchOf,
  bookingOf,
  debitOf,
  inFolder,
  LATER,
  nextWork,
  NOW,
  submit,
} from '../../../contract/store/fixtures.ts';

/**
 * Books and sends an international payment of 8.00 pounds with a charge of 0.60, and applies each
 * round of answers. Returns the balances of the bank's own accounts.
 */
function balancesAfter(...rounds: CreditAnswer[][]): Promise<unknown> {
  return inFolder(async (directory) => {
    const path = join(directory, 'bank.db');
    const store = openSqliteStore(path, () => NOW);
    await store.seed(BANK, NOW);
    await submit(store, 'p', [batchOf(1, 700, { instrument: 'SWIFT' })]);
    const quote = { amountPence: 800, chargePence: 60, exchangeRate: '1.25' };
    const debits = [debitOf(0, 800), debitOf(null, 60)];
    await store.bookDebits(await nextWork(store), bookingOf(debits, { quote }), NOW);
    await store.markSent(await nextWork(store), NOW, NOW);
    for (const exceptions of rounds) {
      const answers = { exceptions, nextCursor: null, askAgainAt: LATER };
      await store.applyAnswers(await nextWork(store), answers, NOW);
      expect(await store.auditBooks()).toEqual([]);
    }
    await store.close();

    const database = openDatabase(path);
    const balances = database
      .prepare<[], [string, number]>(
        `SELECT number, balance_pence FROM account
         WHERE customer_id IS NULL AND number <> 'opening' AND balance_pence <> 0`,
      )
      .raw()
      .all();
    database.close();
    return Object.fromEntries(balances);
  });
}

/** The amounts exclude the charge, which the scheme does not see. */
const pending = answerOf(0, 'pending', { amountPence: 800 });
const rejected = answerOf(0, 'rejected', { amountPence: 800 });

describe('the bank’s own accounts', () => {
  it.each(INSTRUMENTS)('exist for %s, even if an earlier version did not support it', (name) =>
    inFolder((directory) => {
      const path = join(directory, 'bank.db');
      const numbers = [`clearing:${name}`, `settlement:${name}`];
      const before = openDatabase(path);
      const remove = before.prepare<[string]>('DELETE FROM account WHERE number = ?');
      expect(numbers.map((number) => remove.run(number).changes)).toEqual([1, 1]);
      before.close();

      const database = openDatabase(path);
      const find = database.prepare<[string]>(
        "SELECT balance_pence FROM account WHERE number = ? AND kind = 'internal'",
      );
      expect(numbers.map((number) => find.pluck().get(number))).toEqual([0, 0]);
      database.close();
      return Promise.resolve();
    }),
  );

  it('are not changed by a later start', () =>
    inFolder((directory) => {
      const path = join(directory, 'bank.db');
      const before = openDatabase(path);
      before.exec("UPDATE account SET balance_pence = 7 WHERE number = 'clearing:FPS'");
      const own =
        "SELECT number, balance_pence FROM account WHERE kind = 'internal' ORDER BY number";
      const known = before.prepare(own).all();
      before.close();

      const database = openDatabase(path);
      expect(database.prepare(own).all()).toEqual(known);
      database.close();
      return Promise.resolve();
    }));

  it('hold the charge separately from the amount settled with the scheme', async () => {
    expect(await balancesAfter([])).toEqual({ 'settlement:SWIFT': 800, charges: 60 });
  });

  it('hold a pending payment and its charge in clearing', async () => {
    expect(await balancesAfter([pending])).toEqual({ 'clearing:SWIFT': 860 });
  });

  it('hold nothing of a rejected payment, not even the charge', async () => {
    expect(await balancesAfter([rejected])).toEqual({});
  });

  it('end with the same balances for a payment that was pending first', async () => {
    expect(await balancesAfter([pending], [])).toEqual({ 'settlement:SWIFT': 800, charges: 60 });
    expect(await balancesAfter([pending], [rejected])).toEqual({});
  });
});
