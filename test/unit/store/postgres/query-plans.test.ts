import { describe, expect, test, vi } from 'vitest';
import { connected } from '../../../helpers/postgres-databases.ts';
import { postgresStatements } from '../../../helpers/postgres-statements.ts';
import { preparedDatabase } from '../../../helpers/prepared-databases.ts';
import { hasPostgres } from '../../../helpers/use-postgres.ts';

vi.mock(import('../../../../src/store/repositories/engine.ts'), async (original) => {
  const { noteStatements } = await import('../../../helpers/noted-statements.ts');
  return noteStatements(original);
});

/** Returns the plan of a statement for any parameters, as if its tables were large. */
async function planOf(statement: string): Promise<string> {
  const values = new Set(statement.match(/\$\d+/g)).size;
  return connected(await preparedDatabase(), async (client) => {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    await client.query(`PREPARE planned AS ${statement}`);
    const nothing = Array<string>(values).fill('NULL').join();
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN EXECUTE planned(${nothing})`,
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

/** The lists of differences of messages and returns, by their condition, and their indexes. */
const DIFFERENCES = [
  ['FROM scheme_message WHERE instrument = $1 AND settlement_date', 'scheme_message_unreported'],
  ['FROM scheme_message WHERE instrument = $1 AND CASE', 'scheme_message_misreported'],
  ['WHERE scheme_return.instrument = $1 AND received_at', 'scheme_return_unreported'],
  ['WHERE CASE WHEN scheme_return.reported_minor', 'scheme_return_misreported'],
] as const;

/** Queries about the history of a payment, by a part of them, and their indexes. */
const HISTORY = [
  ['FROM event WHERE resource_id = $1', 'event_of_resource'],
  ['FROM payment WHERE consent_id = $1 AND consumes_consent = 0', 'payment_under_consent'],
  ['= delivery WHERE message_id IN', 'scheme_problem_of_message'],
  ['FROM settlement_entry WHERE message_id IN', 'settlement_entry_of_message'],
  ['FROM operator_proposal WHERE payment_id =', 'operator_proposal_of_payment'],
  ['FROM operator_proposal WHERE ended_at IS NULL AND payment_id', 'operator_proposal_of_payment'],
  ["AND answer = 'rejected' AND delivery IS NULL", 'scheme_answer_decided'],
  ['AND subject IN (SELECT', 'operator_proposal_(?:of|by)_subject'],
  ['AND ended_at IS NULL AND (payment_index IS NULL', 'scheme_problem_open_of_payment'],
  ['AND open > 0 ORDER BY batch LIMIT', 'scheme_message_open'],
  ['AND pending > 0 ORDER BY batch LIMIT', 'scheme_message_pending'],
  ['WHERE id >= $1 AND id < $2', 'scheme_message_pkey'],
] as const;

describe.skipIf(!hasPostgres())('over PostgreSQL', () => {
  test.each(HISTORY)('the history "%s" is read from the index %s', async (part, index) => {
    const found = postgresStatements().filter((one) => one.replaceAll(/\s+/g, ' ').includes(part));
    expect(found).toHaveLength(1);
    expect(await planOf(found[0] ?? '')).toMatch(
      new RegExp(`Index (?:Only )?Scan (?:Backward )?using ${index}`),
    );
  });

  test.each(DIFFERENCES)('the differences "%s" are read from the index %s', async (part, index) => {
    const found = postgresStatements().filter((one) => one.includes(part));
    expect(found).toHaveLength(1);
    const plan = await planOf(found[0] ?? '');
    expect(plan).toContain(`Index Scan using ${index} on`);
    expect(plan).not.toContain('Sort');
  });
});
