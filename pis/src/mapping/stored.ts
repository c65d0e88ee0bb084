import { jsonOf, readIfPresent, writePrivately } from '../output/files.ts';
import { PisError } from '../rows/model.ts';
import { Mapping } from './mapping.ts';

/** Maximum size of the file of a mapping, in characters. */
const MAX_LENGTH = 1024 * 1024;

/** Returns the path of the file that keeps the mapping of a payment file. */
export function mappingPath(path: string): string {
  return `${path}.pis.json`;
}

/** Returns the mapping that was confirmed before, or undefined if there is none. */
export async function loadMapping(path: string): Promise<Mapping | undefined> {
  const stored = mappingPath(path);
  const text = await readIfPresent(stored);
  if (text === undefined) return undefined;
  if (text.length <= MAX_LENGTH) {
    const read = Mapping.safeParse(jsonOf(text));
    if (read.success) return read.data;
  }
  throw new PisError(`${stored} is not a mapping of pis. Delete it to confirm the columns again.`);
}

/** Stores a confirmed mapping beside the payment file, atomically. */
export async function storeMapping(path: string, mapping: Mapping): Promise<void> {
  const text = JSON.stringify({ version: 1, ...mapping }, undefined, 2);
  await writePrivately(mappingPath(path), `${text}\n`);
}

/** Returns true if a file still has the columns of a stored mapping, in the same place. */
export function hasSameColumns(stored: Mapping, headerLine: number, names: readonly string[]) {
  return (
    stored.headerLine === headerLine &&
    stored.columns.length === names.length &&
    stored.columns.every(({ name }, index) => name === names[index])
  );
}
