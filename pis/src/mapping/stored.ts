import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { isField, PisError } from '../rows/model.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

/** Maximum size of the file of a mapping, in characters. */
const MAX_LENGTH = 1024 * 1024;

/** Returns the path of the file that keeps the mapping of a payment file. */
export function mappingPath(path: string): string {
  return `${path}.pis.json`;
}

/** Returns the mapping that was confirmed before, or undefined if there is none. */
export async function loadMapping(path: string): Promise<Mapping | undefined> {
  const stored = mappingPath(path);
  const text = await readFile(stored, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  if (text === undefined) return undefined;
  const mapping = text.length > MAX_LENGTH ? undefined : parsed(text);
  if (mapping !== undefined) return mapping;
  throw new PisError(`${stored} is not a mapping of pis. Delete it to confirm the columns again.`);
}

function parsed(text: string): Mapping | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { headerLine, columns } = value as { headerLine?: unknown; columns?: unknown };
    if (!Number.isSafeInteger(headerLine) || !Array.isArray(columns)) return undefined;
    const read = columns.map(columnOf);
    if (read.includes(undefined)) return undefined;
    return {
      headerLine: headerLine as number,
      columns: read.filter((column) => column !== undefined),
    };
  } catch {
    return undefined;
  }
}

function columnOf(value: unknown): MappedColumn | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, field } = value as { name?: unknown; field?: unknown };
  if (typeof name !== 'string') return undefined;
  if (field === undefined) return { name };
  return typeof field === 'string' && isField(field) ? { name, field } : undefined;
}

/** Stores a confirmed mapping beside the payment file, atomically. */
export async function storeMapping(path: string, mapping: Mapping): Promise<void> {
  const stored = mappingPath(path);
  const temporary = `${stored}.${randomUUID()}`;
  try {
    const text = JSON.stringify({ version: 1, ...mapping }, undefined, 2);
    await writeFile(temporary, `${text}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, stored);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns true if a file still has the columns of a stored mapping, in the same place. */
export function hasSameColumns(stored: Mapping, headerLine: number, names: readonly string[]) {
  return (
    stored.headerLine === headerLine &&
    stored.columns.length === names.length &&
    stored.columns.every(({ name }, index) => name === names[index])
  );
}
