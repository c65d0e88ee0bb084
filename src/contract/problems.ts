import type { z } from 'zod';
import { reveal } from '../shared/unsafe-unicode.ts';
import { pathText, shorten } from '../shared/text.ts';

const MISSING = 'It is missing.';

/** What people call the types of JSON. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const typeNamed = (name: string): string => TYPES[name] ?? name;

/** What a value is: never the value, which may be a secret. */
function typeOf(value: unknown): string {
  if (value === null) return typeNamed('null');
  return typeNamed(Array.isArray(value) ? 'array' : typeof value);
}

/**
 * What zod found, in the words of whoever writes a file or a setting: to be handed to a parse as
 * its `error`. Checks that have a message of their own keep it; undefined leaves zod's.
 */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'custom' && issue.input === undefined) return MISSING;
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${typeNamed(issue.expected)}, found ${typeOf(issue.input)}.`;
    case 'invalid_value': {
      const choice = issue.values.map(String);
      return `Expected ${choice.length > 1 ? 'one of ' : ''}${choice.join(', ')}.`;
    }
    case 'unrecognized_keys':
      return `There is no member ${namesOf(issue.keys)} here: leave it out, or correct its name.`;
    case 'too_small':
      return `Expected at least ${sizeOf(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `Expected at most ${sizeOf(issue.origin, issue.maximum)}.`;
    default:
      return undefined;
  }
}

function namesOf(keys: readonly string[]): string {
  return keys.map((key) => shorten(key)).join(', ');
}

function sizeOf(origin: string, size: number | bigint): string {
  const unit = { string: ' character', array: ' entr' }[origin];
  if (unit === undefined) return String(size);
  const isOne = Number(size) === 1;
  const ending = origin === 'array' ? (isOne ? 'y' : 'ies') : isOne ? '' : 's';
  return `${String(size)}${unit}${ending}`;
}

/** What zod found, a sentence for each: where it is and what would be right. */
export function problemsOf(error: z.ZodError): readonly string[] {
  return error.issues.map(problemOf);
}

/** The same of one thing that it found. */
export function problemOf({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): string {
  if (message === MISSING && path.length > 0) return reveal(`${pathText(path)} is missing.`);
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return reveal(path.length === 0 ? sentence : `${pathText(path)}: ${sentence}`);
}

/** A value that only one place may have. */
interface Placed {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Adds a problem for each text that stood at an earlier place already, and names both places. */
export function refuseRepeats(listed: Iterable<Placed>, context: z.core.$RefinementCtx): void {
  const places = new Map<string, string>();
  for (const { path, value } of listed) {
    if (typeof value !== 'string') continue;
    const earlier = places.get(value);
    if (earlier === undefined) places.set(value, pathText(path));
    else {
      const message = `${shorten(value)} is at ${earlier} already: keep one of the two`;
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  }
}

/** What a text of JSON says, or everything that is wrong with it, a sentence for each. */
export function readJsonAs<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): { readonly value: z.output<Schema> } | { readonly problems: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What JSON.parse says repeats the text around the place, which may be a secret.
    return { problems: ['It is not JSON.'] };
  }
  const read = schema.safeParse(value, { error: plainMessage });
  return read.success ? { value: read.data } : { problems: problemsOf(read.error) };
}

/** What the text of a file says; throws with the file's name and everything that is wrong in it. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): z.output<Schema> {
  const read = readJsonAs(schema, text);
  if ('problems' in read) throw new Error(`${file}: ${read.problems.join(' ')}`);
  return read.value;
}
