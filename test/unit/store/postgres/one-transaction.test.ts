import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SubmitResult } from '../../../../src/domain/ports/store.ts';
import { Connections } from '../../../../src/store/postgres/database/connections.ts';
import { withTransaction } from '../../../../src/store/postgres/database/transactions.ts';
import { openPostgresStore } from '../../../../src/store/postgres/index.ts';
import { InboxLog } from '../../../../src/store/postgres/repositories/audit-inbox.ts';
import { claimsInRows } from '../../../../src/store/postgres/repositories/claims.ts';
import { noTokenCache } from '../../../../src/store/repositories/access/token-cache.ts';
import { openRepositories } from '../../../../src/store/repositories/repositories.ts';
import {
  ACT,
  authorise,
  balanceOf,
  BANK,
  batchOf,
  bookingOf,
  debitOf,
  keyOf,
  NOW,
  paymentOf,
  POOR,
  POOR_PENCE,
} from '../../../contract/store/fixtures.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

const PAYMENTS = 8;

describe.skipIf(!hasPostgres())('payments from one account in one transaction', () => {
  test('are each decided on the remaining balance, and none makes the transaction fail', async () => {
    const url = await freshDatabase();
    const key = randomBytes(32);
    const inboxKeys = () => [key];
    const settings = { url, node: 'one', inboxKeys, observe: () => undefined };
    const store = await openPostgresStore(settings, () => NOW);
    await store.seed(BANK, NOW);
    const ids = Array.from({ length: PAYMENTS }, (_, at) => `p${String(at)}`);
    for (const id of ids) await authorise(store, id);
    const { submission } = openRepositories({
      auditLog: new InboxLog(
        () => NOW,
        inboxKeys,
        () => undefined,
      ),
      accessCache: noTokenCache,
      claimsOf: () => claimsInRows,
    });
    const connections = new Connections(url, 'one');
    // More than half of the balance, so that only the first payment is covered.
    const pence = Math.ceil(POOR_PENCE / 2) + 1;
    const booking = bookingOf([debitOf(0, pence, POOR)]);
    const submitted = await withTransaction(
      connections,
      ids.map((id) => () => {
        const payment = { ...paymentOf(id, [batchOf(1, pence)]), booking };
        return submission.submit(payment, keyOf(`submit ${id}`), ACT);
      }),
    );
    const ends = (submitted as SubmitResult[]).map((one) => 'finished' in one && one.finished);
    expect(ends).toEqual([null, ...ids.slice(1).map(() => 'RJCT')]);
    expect(await balanceOf(store, POOR)).toBe(POOR_PENCE - pence);
    expect(await store.auditBooks()).toEqual([]);
    await connections.close();
    await store.close();
  });
});
