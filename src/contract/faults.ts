import type { z } from 'zod';
import { ERROR_CODES, type FaultList } from '../shared/errors.ts';
import { reveal } from '../shared/unsafe-unicode.ts';
import type { JsonFault } from '../shared/json/json.ts';
import { pathText, shorten } from '../shared/text.ts';

type CodeName = keyof typeof ERROR_CODES;

/**
 * Converts zod issues to error entries of the standard. A required member that is absent is
 * Field.Missing and an unknown member of a closed object is Field.Unexpected. Any other issue is
 * Field.Invalid, unless the check sets another code in `params.code`.
 *
 * @param base JSON path of `value` in the request
 */
export function addZodFaults(
  faults: FaultList,
  error: Pick<z.ZodError, 'issues'>,
  value: unknown,
  base = '',
): void {
  for (const issue of error.issues) {
    const path = pathText(issue.path, base);
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) {
        faults.add('fieldUnexpected', `Unknown field ${shorten(name)}.`, pathText([name], path));
      }
      continue;
    }
    if (path === '') {
      faults.add('invalidFormat', `Found ${describe(value)}. Expected an object.`);
      continue;
    }
    const found = valueAt(value, issue.path);
    if (found === undefined && issue.code !== 'custom') {
      faults.add('fieldMissing', `${path.slice(path.lastIndexOf('.') + 1)} is required.`, path);
      continue;
    }
    const codeName: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
    const code =
      typeof codeName === 'string' && codeName in ERROR_CODES
        ? (codeName as CodeName)
        : 'fieldInvalid';
    faults.add(code, `Found ${describe(found)}. ${issue.message}`, path);
  }
}

/** Adds the faults of the strict JSON parser, and counts those beyond the ones it lists. */
export function addJsonFaults(
  faults: FaultList,
  found: { readonly faults: readonly JsonFault[]; readonly total: number },
): void {
  for (const { path, message } of found.faults) faults.add('invalidFormat', message, path);
  faults.count(found.total - found.faults.length);
}

/** Formats a value for an error message: on one line, shortened, in quotes if it is a string. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  // Invisible characters are escaped before the text is shortened, because each becomes six
  // characters.
  if (typeof value === 'string') return `"${shorten(reveal(JSON.stringify(value).slice(1, -1)))}"`;
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(JSON.stringify(value));
}

/** Returns the value at a path, or undefined if any member of the path is absent. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at;
}
