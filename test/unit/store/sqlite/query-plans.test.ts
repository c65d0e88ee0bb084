import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createInMemoryClaims } from '../../../../src/store/sqlite/repositories/claims.ts';
import { type Database, openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { ChainedLog } from '../../../../src/store/sqlite/repositories/audit-log.ts';
import { SqliteAccessCache } from '../../../../src/store/sqlite/repositories/token-cache.ts';
import { openRepositories } from '../../../../src/store/repositories/repositories.ts';
import { inFolder, NOW } from '../../../contract/store/fixtures.ts';
import { statementsOf } from './statements.ts';

vi.mock(import('../../../../src/store/repositories/engine.ts'), async (original) => {
  const { noteStatements } = await import('../../../helpers/noted-statements.ts');
  return noteStatements(original);
});

/** Calls `use` with a database and all statements of its repositories. */
function withStatements(
  use: (database: Database, statements: readonly string[]) => void,
): Promise<void> {
  return inFolder((directory) => {
    const database = openDatabase(join(directory, 'bank.db'));
    const statements = statementsOf(database, () =>
      openRepositories({
        auditLog: new ChainedLog(database, () => NOW),
        accessCache: new SqliteAccessCache(database),
        claimsOf: (work) => createInMemoryClaims(work, () => NOW),
      }),
    );
    use(database, statements);
    database.close();
    return Promise.resolve();
  });
}

/** Returns the steps of a statement's plan. Its parameters stay unbound, as when it is prepared. */
function planOf(database: Database, statement: string): readonly string[] {
  const names = [...new Set(statement.match(/@\w+/g))].map((name) => name.slice(1));
  const unnamed = statement.match(/\?/g)?.length ?? 0;
  const values =
    names.length > 0
      ? [Object.fromEntries(names.map((name) => [name, null]))]
      : Array<null>(unnamed).fill(null);
  return database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
    .all(...values)
    .map(({ detail }) => detail);
}

test('no statement compares a column with a parameter that the planner can see', () =>
  withStatements((_, statements) => {
    expect(statements.length).toBeGreaterThan(100);
    expect(statements.filter((text) => /(?:[=<>]|BETWEEN|AND)\s*[?@]/.test(text))).toEqual([]);
  }));

test('a hidden parameter changes no plan', () =>
  withStatements((database, statements) => {
    for (const statement of statements) {
      const visible = statement.replaceAll(/\+(?=[?@])/g, '');
      expect(planOf(database, statement), statement).toEqual(planOf(database, visible));
    }
  }));

/** Tables that grow with each payment or request. */
const GROWING = [
  ...['approval', 'audit_entry', 'batch', 'consent', 'customer_session', 'file'],
  ...['idempotency_key', 'outcome', 'payment', 'token', 'transfer', 'work'],
];

/** Statements that may scan such a table, by their beginning, with the reason. */
const MAY_SCAN: readonly (readonly [statement: string, reason: string])[] = [
  ['SELECT sequence, hash, recorded_at AS recordedAt FROM audit_entry', 'stops at the first row'],
  ['DELETE FROM idempotency_key WHERE expires_at', 'scans at most 128 rows'],
  ['DELETE FROM token WHERE client_id', 'a client is deleted'],
  ['DELETE FROM customer_session WHERE user_id IN', "the bank's file changes credentials"],
  ['DELETE FROM credential WHERE user_id IN', "the bank's file removes users"],
  ['SELECT id, family, client_id AS clientId, status, created_at', 'a customer loses an account'],
  ['SELECT work.id, step, work.payment_id', 'an operator lists failing work'],
  ['SELECT (SELECT COUNT(*) FROM work WHERE attempts > 0', 'reads an index of failing work only'],
  ['SELECT payment_id AS "paymentId" FROM batch', 'reads an index of unfinished batches, at start'],
  ['SELECT instrument, CASE WHEN due_at', 'reads an index of unfinished batches only'],
  ['SELECT id, family, consent_id AS consentId, client_id', 'reads an index of waiting payments'],
  // SQLite plans to look for rows that refer to a changed key. These statements change none.
  ['INSERT INTO client', 'changes no key'],
  ['INSERT INTO customer_user', 'changes no key'],
  ['INSERT INTO account', 'changes no key'],
];

test('no frequent statement scans a table that grows', () =>
  withStatements((database, statements) => {
    const scan = new RegExp(`^SCAN (?:${GROWING.join('|')})\\b`);
    const scanning = statements
      .filter((statement) => planOf(database, statement).some((step) => scan.test(step)))
      .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
    const isAllowed = (statement: string): boolean =>
      MAY_SCAN.some(([beginning]) => statement.startsWith(beginning));
    expect(scanning.filter((statement) => !isAllowed(statement))).toEqual([]);
    const unused = MAY_SCAN.filter(
      ([beginning]) => !scanning.some((statement) => statement.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  }));

/** Tables of the hand-over. Their scans must read an index of the unfinished rows only. */
const HAND_OVER = /^SCAN scheme_\w+\b(?! USING (?:COVERING )?INDEX)/;

test('no statement scans a whole table of the hand-over', () =>
  withStatements((database, statements) => {
    const scanning = statements
      .filter((statement) => planOf(database, statement).some((step) => HAND_OVER.test(step)))
      .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
    expect(scanning).toEqual([]);
  }));

/** The lists of differences of messages and returns, by their condition, and their indexes. */
const DIFFERENCES = [
  ['FROM scheme_message WHERE instrument = +? AND settlement_date', 'scheme_message_unreported'],
  ['FROM scheme_message WHERE instrument = +? AND CASE', 'scheme_message_misreported'],
  ['WHERE scheme_return.instrument = +? AND received_at', 'scheme_return_unreported'],
  ['WHERE CASE WHEN scheme_return.reported_minor', 'scheme_return_misreported'],
] as const;

test.each(DIFFERENCES)('the differences "%s" are read from the index %s', (condition, index) =>
  withStatements((database, statements) => {
    const found = statements.filter((one) => one.replaceAll(/\s+/g, ' ').includes(condition));
    expect(found).toHaveLength(1);
    const plan = planOf(database, found[0] ?? '').join('\n');
    expect(plan).toMatch(new RegExp(`^(?:SCAN|SEARCH) scheme_\\w+ USING INDEX ${index}\\b`));
    expect(plan).not.toContain('TEMP B-TREE');
  }),
);

/** Queries about the history of a payment, by a part of them, and their indexes. */
const HISTORY = [
  ['FROM event WHERE resource_id = +?', 'event_of_resource'],
  ['FROM payment WHERE consent_id = +? AND consumes_consent = 0', 'payment_under_consent'],
  ['= delivery WHERE message_id IN', 'scheme_problem_of_message'],
  ['FROM settlement_entry WHERE message_id IN', 'settlement_entry_of_message'],
  ['FROM operator_proposal WHERE payment_id =', 'operator_proposal_of_payment'],
  ['FROM operator_proposal WHERE ended_at IS NULL AND payment_id', 'operator_proposal_of_payment'],
  ["AND answer = 'rejected' AND delivery IS NULL", 'scheme_answer_decided'],
  ['AND subject IN (SELECT', 'operator_proposal_(?:of|by)_subject'],
  ['AND ended_at IS NULL AND (payment_index IS NULL', 'scheme_problem_open_of_payment'],
  ['AND open > 0 ORDER BY batch LIMIT', 'scheme_message_open'],
  ['AND pending > 0 ORDER BY batch LIMIT', 'scheme_message_pending'],
  ['FROM scheme_return JOIN scheme_message', 'sqlite_autoindex_scheme_return_1|PRIMARY KEY'],
] as const;

test.each(HISTORY)('the history "%s" is read from the index %s', (part, index) =>
  withStatements((database, statements) => {
    const found = statements.filter((one) => one.replaceAll(/\s+/g, ' ').includes(part));
    expect(found).not.toEqual([]);
    expect(found.map((one) => planOf(database, one).join('\n')).join('\n')).toMatch(
      new RegExp(`SEARCH \\w+ USING (?:INDEX )?(?:${index})`),
    );
  }),
);
