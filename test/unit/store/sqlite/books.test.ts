import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runnerOf } from '../../../../src/store/sqlite/engine.ts';
import { auditBooks } from '../../../../src/store/repositories/ledger/audit-books.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import {
  ACT,
  BAKER,
  BANK,
  debitOf,
  inFolder,
  NOW,
  RICH,
  sendWhole,
} from '../../../contract/store/fixtures.ts';

/** Changes made directly in the database, and the findings of `auditBooks`. */
const DAMAGES = [
  [
    'a balance',
    `UPDATE account SET balance_pence = balance_pence + 1 WHERE number = '${RICH}'`,
    [
      /^Account 11280001234567 has a balance of 999701 pence but its transfers sum to 999700\.$/,
      /^The balances sum to 1 pence instead of zero\.$/,
    ],
  ],
  [
    'a transfer',
    `UPDATE transfer SET amount_pence = 299 WHERE kind = 'debit'`,
    [
      /^Account 11280001234567 has a balance of/,
      /^Account clearing:FPS has a balance of/,
      /^Batch 0 of p has 300 pence in clearing but its transfers leave 299\.$/,
      /^Batch 0 of p of 300 pence was debited 299 with 0 pence refused, and got back 0 with 0 /,
    ],
  ],
  [
    'the counts of a batch',
    'UPDATE batch SET rejected = 1',
    [/^Batch 0 of p counts 1 rejected and 0 pending credits but has outcomes for 0 and 0\.$/],
  ],
  [
    'a group status',
    `UPDATE payment SET group_status = 'PDNG'`,
    [/^Payment p is PDNG but its batches imply ACSP\.$/],
  ],
  [
    'a consent',
    `UPDATE consent SET status = 'Authorised'`,
    [/^Payment p has a consent that is Authorised\.$/],
  ],
  [
    'a consent without a payment',
    `INSERT INTO consent
     (id, family, client_id, status, created_at, status_updated_at, api_version, data)
     VALUES ('c', 'file-payments', 'tpp-one', 'Consumed', 0, 0, 'v3.1', '{}')`,
    [/^Consent c is Consumed but has no payment\.$/],
  ],
  [
    'the spending of a consent',
    `INSERT INTO consent_spending VALUES ('consent-p', '2026-03-02', 5)`,
    [/^Consent consent-p counts 5 pence as paid instead of 0\.$/],
  ],
  ['the work queue', 'DELETE FROM work', [/^Batch 0 of p is sent but has no step\.$/]],
  ['a step', `UPDATE work SET step = 'book'`, [/^Batch 0 of p is sent but has a step to book\.$/]],
] as const;

/** Changes the database directly, and expects these findings of `auditBooks`. */
function expectFindings(path: string, damage: string, sentences: readonly RegExp[]): void {
  const database = openDatabase(path);
  database.exec(damage);
  expect(runnerOf(database)(auditBooks())).toEqual(
    sentences.map((sentence) => expect.stringMatching(sentence) as string),
  );
  database.close();
}

/** Damage to a batch of three accepted credits of 100 pence, of which the second came back. */
const RETURN_DAMAGES = [
  [
    'the count of returned credits',
    'UPDATE batch SET returned = 2',
    [/^Batch 0 of p counts 2 returned credits but has outcomes for 1 with 100 pence and /],
  ],
  [
    'the amount of a returned credit',
    `UPDATE credit_outcome SET amount_pence = 301`,
    [
      /^Batch 0 of p counts 1 .* for 1 with 301 pence and transfers of 100\.$/,
      /^Batch 0 of p of 300 pence has 0 pence rejected and 301 returned\.$/,
    ],
  ],
  [
    'the account of a return',
    `UPDATE transfer SET credit_account = '${BAKER}' WHERE kind = 'late-return';
     UPDATE account SET balance_pence = balance_pence - 100 WHERE number = '${RICH}';
     UPDATE account SET balance_pence = balance_pence + 100 WHERE number = '${BAKER}'`,
    [
      new RegExp(
        `^Transfer \\d+ gives money of p back to ${BAKER}, which was not debited for it\\.$`,
      ),
    ],
  ],
] as const;

describe('auditBooks', () => {
  it.each(RETURN_DAMAGES)('reports damage to %s', (_what, damage, sentences) =>
    inFolder(async (directory) => {
      const path = join(directory, 'bank.db');
      const store = openSqliteStore(path, () => NOW);
      await store.seed(BANK, NOW);
      const work = await sendWhole(store, 'p', 3);
      const accepted = { exceptions: [], nextCursor: null, askAgainAt: null };
      await store.applyAnswers(work, accepted, NOW);
      const debit = { ...debitOf(1, 100), index: 1 };
      await store.returnCredit({ paymentId: 'p', number: 0 }, { debit, reason: 'AC04' }, ACT);
      expect(await store.auditBooks()).toEqual([]);
      await store.close();
      expectFindings(path, damage, sentences);
    }),
  );

  it.each(DAMAGES)('reports damage to %s', (_what, damage, sentences) =>
    inFolder(async (directory) => {
      const path = join(directory, 'bank.db');
      const store = openSqliteStore(path, () => NOW);
      await store.seed(BANK, NOW);
      await sendWhole(store, 'p', 3);
      expect(await store.auditBooks()).toEqual([]);
      await store.close();

      expectFindings(path, damage, sentences);
    }),
  );
});
