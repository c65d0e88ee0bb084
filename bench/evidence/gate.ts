import Sqlite from 'better-sqlite3';
import { dataFolder } from '../../src/config/data-folder.ts';
import { connect } from '../../src/store/postgres/database/connect.ts';

/** A debit of a payment in the books of the service, in pence. */
export interface Debit {
  readonly paymentId: string;
  readonly pence: number;
}

/** The books after a run. Both sums are in pence. */
export interface Books {
  readonly debits: readonly Debit[];
  readonly debitedPence: number;
  readonly settledPence: number;
}

/** The results of a run that the books must match. */
export interface Accepted {
  /** The ids of accepted payments. */
  readonly ids: readonly string[];
  /** Amount of each payment, in pence. */
  readonly pence: number;
  /** Number of failed requests. The service may have booked a payment whose answer was lost. */
  readonly failed: number;
}

/**
 * Returns why a run does not count. It counts if each accepted payment is in the books exactly
 * once, with its amount, and if nothing else was paid.
 */
export function problemsOf({ ids, pence, failed }: Accepted, books: Books): readonly string[] {
  const amounts = new Map<string, number[]>();
  for (const debit of books.debits) {
    amounts.set(debit.paymentId, [...(amounts.get(debit.paymentId) ?? []), debit.pence]);
  }
  const known = new Set(ids);
  const lost = ids.filter((id) => !amounts.has(id));
  const repeated = [...amounts].filter(([, booked]) => booked.length > 1);
  const wrong = books.debits.filter((debit) => debit.pence !== pence);
  const unknown = [...amounts.keys()].filter((id) => !known.has(id));
  const checks: readonly (readonly [isBad: boolean, problem: string])[] = [
    [ids.length === 0, 'No payment was accepted.'],
    [known.size < ids.length, 'Two answers have the same payment id.'],
    [lost.length > 0, `${String(lost.length)} accepted payments are not in the books.`],
    [repeated.length > 0, `${String(repeated.length)} payments are in the books more than once.`],
    [wrong.length > 0, `${String(wrong.length)} debits have another amount.`],
    [
      unknown.length > failed,
      `${String(unknown.length)} payments were booked but not accepted; ` +
        `${String(failed)} requests failed.`,
    ],
    [
      books.debitedPence !== books.debits.reduce((sum, debit) => sum + debit.pence, 0) ||
        books.debitedPence !== books.settledPence,
      `Debits of ${String(books.debitedPence)} and settlements of ${String(books.settledPence)} ` +
        'pence differ.',
    ],
  ];
  return checks.filter(([isBad]) => isBad).map(([, problem]) => problem);
}

/** The books in the database of a stopped service. Both databases have the same columns. */
const DEBITS = `SELECT payment_id AS "paymentId", amount_pence AS pence FROM transfer WHERE kind = 'debit'`;
const SUMS = 'SELECT kind, SUM(amount_pence) AS pence FROM transfer GROUP BY kind';

/** Reads the books of a stopped service with SQLite. */
export function readBooks(directory: string): Books {
  const database = new Sqlite(dataFolder(directory).database, { readonly: true });
  try {
    return booksOf((sql) => database.prepare<[], Row>(sql).all());
  } finally {
    database.close();
  }
}

/** Reads the books of a stopped service with PostgreSQL. */
export async function readSharedBooks(url: string): Promise<Books> {
  const client = await connect(url);
  try {
    const debits = await client.query<Row>(DEBITS);
    const sums = await client.query<Row>(SUMS);
    return booksOf((sql) => (sql === DEBITS ? debits : sums).rows);
  } finally {
    await client.end();
  }
}

/** A row of both queries. PostgreSQL returns numbers as text. */
interface Row {
  readonly paymentId: string;
  readonly kind: string;
  readonly pence: number | string;
}

function booksOf(query: (sql: string) => readonly Row[]): Books {
  const debits = query(DEBITS).map(({ paymentId, pence }) => ({ paymentId, pence: Number(pence) }));
  const sums = new Map(query(SUMS).map(({ kind, pence }) => [kind, Number(pence)]));
  const [debitedPence = 0, settledPence = 0] = [sums.get('debit'), sums.get('settlement')];
  return { debits, debitedPence, settledPence };
}
