import type { Progress } from '../input/source.ts';
import { RowChecker, type CheckOptions } from './check.ts';
import type { Finding, Payment, Report } from './model.ts';
import { survey, type Notation, type Survey } from './survey.ts';
import type { Table } from './table.ts';
import { Totals } from './totals.ts';
import { FileChecker } from './whole-file.ts';

/** The numbers of an examined file. */
export interface Examination {
  readonly payments: number;
  /** Rows with faults. */
  readonly faultyRows: number;
  readonly faults: number;
  readonly warnings: number;
  /** The sum of the valid payments, in pence. */
  readonly totalPence: bigint;
  /** Lines of rows that show totals. They are not paid. */
  readonly totalLines: readonly number[];
  /** Number of texts that the scheme cuts. */
  readonly shortened: number;
  readonly notation: Notation;
}

/** Options of an examination. */
export interface ExamineOptions extends CheckOptions {
  readonly notation: Partial<Notation>;
}

const DEFINED_NOTATION: Notation = { decimal: '.', dateOrder: 'ymd' };

/** Receives each valid payment. */
export type Use = (payment: Payment) => Promise<void> | void;

/** Receives each row that is not paid, with its faults. */
export type Leave = (line: number, faults: readonly Finding[]) => Promise<void> | void;

/** Checks all rows of a file. Reports faults and warnings, and passes on the valid payments. */
export async function examine(
  table: Table,
  options: ExamineOptions,
  calls: {
    readonly report: Report;
    readonly use?: Use;
    readonly leave?: Leave;
    readonly progress?: Progress;
  },
): Promise<Examination> {
  const { report, use, leave, progress } = calls;
  // Formats that define their columns also define how they write amounts and dates.
  const isDefined = table.source.columns !== undefined;
  const notation = isDefined ? DEFINED_NOTATION : options.notation;
  const surveyed = await survey(table, notation, (share) => progress?.(share / 2));
  const counts = { fault: 0, warning: 0 };
  let ofRow: Finding[] = [];
  const counted = (finding: Finding): void => {
    counts[finding.type] += 1;
    ofRow.push(finding);
    report(finding);
  };
  surveyed.findings.forEach(counted);
  const undecided = undecidedFields(surveyed);
  const checker = new RowChecker(table, surveyed.notation, options, (finding) => {
    // The finding for the whole column includes these.
    if (undecided.has(finding.column ?? '')) ofRow.push(finding);
    else counted(finding);
  });
  const file = new FileChecker(table, counted);
  const totals = new Totals(table, surveyed.notation, counted);
  let [payments, rows] = [0, 0];
  for await (const row of table.rows((share) => progress?.(0.5 + share / 2), counted)) {
    if (table.isTotal(row)) {
      totals.check(row, rows === payments);
      continue;
    }
    rows += 1;
    ofRow = [];
    const payment = checker.payment(row);
    if (payment === undefined || !file.add(payment)) {
      await leave?.(
        row.line,
        ofRow.filter(({ type }) => type === 'fault'),
      );
      continue;
    }
    payments += 1;
    totals.add(payment.pence);
    await use?.(payment);
  }
  if (rows === 0) counted(withoutRows());
  file.end();
  return {
    ...{ payments, faultyRows: rows - payments, faults: counts.fault, warnings: counts.warning },
    ...{ totalPence: totals.pence, totalLines: totals.lines, shortened: file.shortened },
    notation: surveyed.notation,
  };
}

/** Returns the columns whose notation is not certain. */
function undecidedFields({ findings }: Survey): ReadonlySet<string> {
  return new Set(findings.flatMap(({ column }) => column ?? []));
}

function withoutRows(): Finding {
  return {
    ...{ type: 'fault', code: 'no-payments', found: 'no rows below the header' },
    ...{ expected: 'a row for each payment', remedy: 'Add rows, or pass --no-header.' },
  };
}
