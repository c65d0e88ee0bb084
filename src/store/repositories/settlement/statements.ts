import type { ReportedStatement } from '../../../domain/schemes/account-reports.ts';
import type { StoredStatement } from '../../../domain/schemes/reconciliation.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import type { Problems } from '../hand-over/problems.ts';

/** The document that contains a statement, and the place of the statement in it, from 0. */
interface Source {
  readonly sha256: string;
  readonly exchange: string;
  readonly place: number;
  readonly now: Instant;
}

/** The statements of the bank's settlement accounts. */
export class Statements {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /**
   * Adds a statement, and compares it with the ones before and after it. Another statement with the
   * same number is set aside. The same statement again changes nothing.
   */
  *add(statement: ReportedStatement, source: Source): DbCommand<void> {
    const { sha256, exchange, place, now } = source;
    const { id, account, currency, sequence, from, to, opening, closing, entries } = statement;
    const ofAccount = { exchange, account, currency, sequence };
    const known = yield* SQL.find.get(ofAccount);
    if (known !== undefined) {
      if (known.opening === opening && known.closing === closing) return;
      const facts = JSON.stringify(statement);
      const changed = { position: -1 - place, problem: 'statementChanged', facts } as const;
      yield* this.#problems.addAnswers(sha256, [{ ...changed, messageId: null, index: null }]);
      return;
    }
    const before = yield* SQL.before.get(ofAccount);
    const found = before === undefined ? null : breakBetween(before, statement);
    const row = { ...ofAccount, sha256, id, from, to, opening, closing, entries, now };
    yield* SQL.add.write({ ...row, break: found });
    const after = yield* SQL.after.get(ofAccount);
    const next = after === undefined ? null : breakBetween(statement, after);
    // A difference that an operator has closed stays closed while it is the same.
    if (after !== undefined && after.break !== next) yield* SQL.mark.write(next, after.id);
  }

  readonly list = (limit: number) => SQL.list.all(limit);
}

/** The members of a statement that the next one continues. */
type Continued = Pick<ReportedStatement, 'sequence' | 'opening' | 'closing'>;

function breakBetween(before: Continued, after: Continued): StoredStatement['break'] {
  if (after.sequence !== before.sequence + 1) return 'gap';
  return after.opening === before.closing ? null : 'opening';
}

interface OfAccount {
  readonly exchange: string;
  readonly account: string;
  readonly currency: string;
  readonly sequence: number;
}

interface NewRow extends OfAccount, Omit<ReportedStatement, 'account' | 'currency' | 'sequence'> {
  readonly sha256: string;
  readonly break: StoredStatement['break'];
  readonly now: Instant;
}

type FoundRow = Continued & Pick<StoredStatement, 'break'> & { readonly id: number };

const FOUND = `SELECT id, sequence, opening_minor AS opening, closing_minor AS closing, break
  FROM settlement_statement
  WHERE exchange = @exchange AND account = @account AND currency = @currency`;

const SQL = {
  find: sql<OfAccount, Readonly<Record<'opening' | 'closing', MinorUnits>>>(
    `${FOUND} AND sequence = @sequence`,
  ),
  before: sql<OfAccount, FoundRow>(`
    ${FOUND} AND sequence < @sequence ORDER BY sequence DESC LIMIT 1`),
  after: sql<OfAccount, FoundRow>(`${FOUND} AND sequence > @sequence ORDER BY sequence LIMIT 1`),
  add: sql<NewRow>(`
    INSERT INTO settlement_statement
      (delivery, exchange, account, currency, sequence, statement_id, from_time, to_time,
       opening_minor, closing_minor, entries, received_at, break)
    VALUES (@sha256, @exchange, @account, @currency, @sequence, @id, @from, @to, @opening,
      @closing, @entries, @now, @break)`),
  mark: sql<[StoredStatement['break'], number]>(
    'UPDATE settlement_statement SET break = ?, resolved_at = NULL WHERE id = ?',
  ),
  list: sql<[number], StoredStatement>(`
    SELECT id AS number, statement_id AS id, exchange, account, currency, sequence,
      from_time AS "from", to_time AS "to", opening_minor AS opening, closing_minor AS closing,
      entries, received_at AS receivedAt, break
    FROM settlement_statement ORDER BY settlement_statement.id DESC LIMIT ?`),
};
