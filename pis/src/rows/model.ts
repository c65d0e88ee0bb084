import type { Account } from '../fields/accounts.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import type { Scheme } from '../fields/schemes.ts';

/** The fields of a payment that a column may contain. */
export const FIELDS = [
  'name',
  'sort-code',
  'account-number',
  'account',
  'iban',
  'amount',
  'currency',
  'reference',
  'text',
  'end-to-end-id',
  'instruction-id',
  'date',
  'scheme',
  'debtor',
  'debtor-sort-code',
  'debtor-account-number',
  'roll-number',
] as const;

export type Field = (typeof FIELDS)[number];

/** Returns true for the name of a field. */
export function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name);
}

/** A row of the sender's file. */
export interface SourceRow {
  /** Line of a text file, or row of a sheet, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The row of a CSV file as it is written, without its line end. Present if it was asked for. */
  readonly text?: string;
  /** Cells that the reader cannot read, by their column. */
  readonly broken?: readonly BrokenCell[];
  /** Indexes of the columns that the sheet does not show. */
  readonly hiddenColumns?: ReadonlySet<number>;
  /** True if the sheet does not show the row. */
  readonly isHidden?: boolean;
}

/** A cell without a value, for example a formula that was never calculated. */
export interface BrokenCell {
  readonly column: number;
  readonly code: string;
  readonly found: string;
  readonly expected: string;
  readonly remedy: string;
}

/** A valid payment. */
export interface Payment {
  readonly line: number;
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly scheme: Scheme;
  readonly pence: number;
  readonly debtor?: Account;
  readonly creditor: Account & { readonly name: string; readonly rollNumber?: string };
  readonly reference?: string;
  readonly text?: string;
  /** The execution date, for example `2026-12-01`. */
  readonly date?: string;
}

/** A fault or a warning about a place of the sender's file. */
export interface Finding {
  readonly type: 'fault' | 'warning';
  readonly code: string;
  /** Line or row of the file. Absent if the finding concerns the whole file. */
  readonly line?: number;
  /** Name of the column in the sender's file. */
  readonly column?: string;
  readonly found: string;
  readonly expected: string;
  readonly remedy: string;
}

/** Receives the findings as they are found. */
export type Report = (finding: Finding) => void;

/** Thrown if a file or a command cannot be processed at all. The message is for people. */
export class PisError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PisError';
    this.exitCode = exitCode;
  }
}
