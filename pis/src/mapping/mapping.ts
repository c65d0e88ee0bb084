import { z } from 'zod';
import { shown } from '../fields/texts.ts';
import { FIELDS, isField, PisError, type Field } from '../rows/model.ts';
import { fieldCalled } from './synonyms.ts';

const MappedColumn = z.readonly(
  z.object({
    /** Name of the column in the file, or its letter. */
    name: z.string(),
    /** Absent if the column is not used. */
    field: z.enum(FIELDS).exactOptional(),
  }),
);

/** The columns of a file, and the field that each contains. */
export const Mapping = z.object({
  /** Line of the header. 0 if the file has none. */
  headerLine: z.int(),
  columns: z.array(MappedColumn).readonly(),
});

export type MappedColumn = z.infer<typeof MappedColumn>;
export type Mapping = Readonly<z.infer<typeof Mapping>>;

/** Returns the letters of a column as a spreadsheet shows them: `A`, `Z`, `AA`. */
export function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : letterOf(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

/** Returns the columns of a header. A column without a name is called by its letter. */
export function namedColumns(header: readonly string[]): readonly string[] {
  return header.map((name, index) => (name.trim() === '' ? letterOf(index) : name.trim()));
}

/** Guesses the fields of columns by their names. A field is given to the first column only. */
export function guessFields(names: readonly string[]): readonly MappedColumn[] {
  const taken = new Set<Field>();
  return names.map((name) => {
    const field = fieldCalled(name);
    if (field === undefined || taken.has(field)) return { name };
    taken.add(field);
    return { name, field };
  });
}

/**
 * Applies `--map column=field`. The column is a name, a letter or a number from 1. An empty field
 * clears the column. Throws a PisError of wrong use.
 */
export function applyOptions(
  columns: readonly MappedColumn[],
  options: readonly string[],
): readonly MappedColumn[] {
  let mapped = columns;
  for (const option of options) {
    const at = option.lastIndexOf('=');
    const name = option.slice(0, at).trim();
    const field = option.slice(at + 1).trim();
    if (at < 1 || (field !== '' && !isField(field))) {
      throw new PisError(
        `--map ${shown(option)}: expected column=field, for example "Pay to=name". ` +
          'pis file fields lists the fields.',
        2,
      );
    }
    const index = indexOfColumn(mapped, name);
    mapped = mapped.map((column, each) => {
      if (each === index) return { name: column.name, ...(field === '' ? {} : { field }) };
      return column.field === field ? { name: column.name } : column;
    });
  }
  return mapped;
}

function indexOfColumn(columns: readonly MappedColumn[], name: string): number {
  const byName = columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
  if (byName >= 0) return byName;
  const index = /^\d+$/.test(name)
    ? Number(name) - 1
    : columns.findIndex((_, each) => letterOf(each) === name.toUpperCase());
  if (columns[index] !== undefined) return index;
  throw new PisError(
    `--map: the file has no column "${shown(name)}". It has: ` +
      `${columns.map((column) => shown(column.name)).join(', ')}.`,
    2,
  );
}

/** Returns the fields that the mapping lacks, in words. */
export function missingFields({ columns }: Mapping): readonly string[] {
  const has = (...fields: readonly Field[]): boolean =>
    fields.every((field) => columns.some((column) => column.field === field));
  return [
    ...(has('amount') ? [] : ['amount']),
    ...(has('name') ? [] : ['name (of the payee)']),
    ...(has('account') || has('iban') || has('sort-code', 'account-number')
      ? []
      : ['sort-code and account-number, or account, or iban']),
  ];
}
