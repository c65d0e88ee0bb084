import type { Field, Report, SourceRow } from '../rows/model.ts';
import type { TextFormat } from './text-format.ts';

/** Receives the share of the file that has been read, from 0 to 1. */
export type Progress = (share: number) => void;

/** Makes files with some of the rows, in the format of the sender's file. */
export interface Subset extends Pick<TextFormat, 'encoding' | 'hasMark'> {
  /**
   * Returns the text of a file with the rows at these positions. They are counted from 1, as
   * `Source.rows` returns them. The rows are copied as they are. Totals are those of the new file.
   * If the format has an id for each file, the new one is derived from the former and the payment.
   */
  readonly textOf: (positions: ReadonlySet<number>, paymentId: string) => AsyncIterable<string>;
}

/** The sender's file as rows. It can be read several times. */
export interface Source {
  readonly kind: 'CSV' | 'XLSX' | 'pain.001' | 'Bacs Standard 18';
  /** Describes how the file was read, for example its encoding. */
  readonly details: string;
  /** Present if the file is a CSV file. */
  readonly text?: TextFormat;
  /** The columns, if the format defines them. Otherwise the file has a header or needs options. */
  readonly columns?: readonly { readonly name: string; readonly field: Field }[];
  /**
   * Returns the rows in the order of the file. Reports warnings about the parts of the file that
   * are not read. Throws a PisError if the file is not valid.
   */
  readonly rows: (progress?: Progress, report?: Report) => AsyncIterable<SourceRow>;
  /** Absent for XLSX. */
  readonly subset?: Subset;
}

/** Returns true for an error in the content of a file, not one of the system or an interruption. */
export function isContentError(cause: unknown): cause is Error {
  return cause instanceof Error && !('syscall' in cause) && !(cause instanceof DOMException);
}

/** Maximum number of columns of a row. */
export const MAX_COLUMNS = 512;

/** Maximum number of rows of a file. */
export const MAX_ROWS = 1_000_000;
