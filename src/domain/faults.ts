import type { z } from 'zod';
import { ERROR_CODES, type FaultList } from '../kernel/errors.ts';

type CodeName = keyof typeof ERROR_CODES;

/** Longest piece of a value that a fault message repeats, in characters. */
const MAX_FOUND_CHARACTERS = 60;

/**
 * Turns what zod found into faults of the standard: a missing member is Field.Missing, one that
 * the contract's closed object does not have Field.Unexpected, everything else Field.Invalid,
 * unless the check names another code (`params.code`). `base` is the JSON path of `value`.
 */
export function addZodFaults(
  faults: FaultList,
  error: z.ZodError,
  value: unknown,
  base = '',
): void {
  for (const issue of error.issues) {
    const path = joinPath(base, issue.path);
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) {
        faults.add(
          'fieldUnexpected',
          `${shorten(name)} is not a member of the contract here; leave it out.`,
          joinPath(path, [name]),
        );
      }
      continue;
    }
    const found = valueAt(value, issue.path);
    if (found === undefined && issue.code !== 'custom') {
      faults.add('fieldMissing', `${lastName(path)} is mandatory and absent.`, path);
      continue;
    }
    const named: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
    const code =
      typeof named === 'string' && named in ERROR_CODES ? (named as CodeName) : 'fieldInvalid';
    faults.add(code, `Found ${describe(found)}. ${issue.message}`, path);
  }
}

/** `Data.DomesticPayments[12].InstructedAmount.Amount`. */
export function joinPath(base: string, path: readonly PropertyKey[]): string {
  let joined = base;
  for (const part of path) {
    if (typeof part === 'number') joined += `[${String(part)}]`;
    else joined += joined === '' ? shorten(String(part)) : `.${shorten(String(part))}`;
  }
  return joined;
}

/** A value as a fault message repeats it: one line, quoted when text, never long. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(JSON.stringify(value));
}

function shorten(text: string): string {
  const characters = [...text.slice(0, MAX_FOUND_CHARACTERS * 2)];
  return text.length <= MAX_FOUND_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_FOUND_CHARACTERS).join('')}…`;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The member of a value that a path leads to; undefined when there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at;
}
