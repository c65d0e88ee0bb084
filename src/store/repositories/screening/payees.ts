import type { Changes } from '../../../domain/execution/changes.ts';
import { comparableName } from '../../../domain/parties/payees.ts';
import type { BookedPayee, Booking, PaidPayee } from '../../../domain/ports/booking.ts';
import type { Velocity } from '../../../domain/ports/screening.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';

/** Maximum number of submissions that are counted. */
const MAX_SUBMISSIONS = 1000;

/** The facts about a customer's earlier payments that the bank's screening learns. */
export class PaidPayees {
  *add(customerId: string, payees: readonly PaidPayee[]): DbCommand<void> {
    for (const { creditorName, creditor } of payees) {
      yield* SQL.add.write(customerId, comparableName(creditorName), creditor);
    }
  }

  *named(customerId: string, names: readonly string[]): DbCommand<readonly PaidPayee[]> {
    const wanted = JSON.stringify([...new Set(names.map(comparableName))]);
    return yield* SQL.named.all(customerId, wanted);
  }

  *velocity(customerId: string, since: Instant, without: string): DbCommand<Velocity> {
    const row = yield* SQL.velocity.get(customerId, since, without, MAX_SUBMISSIONS);
    return row ?? { submissions: 0, totalPence: 0 };
  }
}

/** Returns the payees of a booking whose payments were debited. */
export function paidBy(
  { payees = [] }: Booking,
  { transfers, outcomes }: Changes,
): readonly BookedPayee[] {
  if (payees.length === 0 || transfers.length === 0) return [];
  const rejected = new Set(outcomes.map(({ index }) => index));
  return payees.filter(({ index }) => !rejected.has(index));
}

const SQL = {
  add: sql<[string, string, string]>(`
    INSERT INTO paid_payee (customer_id, name, account) VALUES (?, ?, ?)
    ON CONFLICT (customer_id, name, account) DO NOTHING`),
  named: sql<[string, string], PaidPayee>(`
    SELECT name AS "creditorName", account AS creditor FROM paid_payee
    WHERE customer_id = ? AND name IN (SELECT value FROM json_each(?))`),
  velocity: sql<[string, Instant, string, number], Velocity>(`
    SELECT COUNT(*) AS submissions, CAST(COALESCE(SUM(total), 0) AS BIGINT) AS "totalPence"
    FROM (
      SELECT (SELECT SUM(total_pence) FROM batch WHERE batch.payment_id = payment.id) AS total
      FROM payment WHERE customer_id = ? AND created_at > ? AND id <> ?
      ORDER BY created_at DESC LIMIT ?) AS newest`),
};
