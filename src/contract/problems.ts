import type { z } from 'zod';
import { reveal } from '../shared/unsafe-unicode.ts';
import { pathText, shorten } from '../shared/text.ts';

const MISSING = 'It is missing.';

/** Names of the JSON types in messages. */
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

/** Names the type of a value. Never returns the value itself, which can be a secret. */
function typeOf(value: unknown): string {
  if (value === null) return typeNamed('null');
  return typeNamed(Array.isArray(value) ? 'array' : typeof value);
}

/**
 * Returns the message for a zod issue, for readers who do not know zod. Pass it to a parse as
 * `error`. A check with its own message keeps it. Returns undefined to use the message of zod.
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
      return `Unknown field ${issue.keys.map((key) => shorten(key)).join(', ')}. Remove it or correct its name.`;
    case 'too_small':
      return `Expected at least ${sizeOf(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `Expected at most ${sizeOf(issue.origin, issue.maximum)}.`;
    default:
      return undefined;
  }
}

function sizeOf(origin: string, size: number | bigint): string {
  const unit = { string: ' character', array: ' entr' }[origin];
  if (unit === undefined) return String(size);
  const isOne = Number(size) === 1;
  const ending = origin === 'array' ? (isOne ? 'y' : 'ies') : isOne ? '' : 's';
  return `${String(size)}${unit}${ending}`;
}

/** Returns a sentence for each zod issue: the path, and the value that was expected. */
export function problemsOf(error: z.ZodError): readonly string[] {
  return error.issues.map(problemOf);
}

/** Returns the sentence for one zod issue: the path, and the value that was expected. */
export function problemOf({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): string {
  if (message === MISSING && path.length > 0) return reveal(`${pathText(path)} is missing.`);
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return reveal(path.length === 0 ? sentence : `${pathText(path)}: ${sentence}`);
}

/** A value that must be unique, with its path. */
interface UniqueValue {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Adds an issue for each string that occurs a second time. The message has both paths. */
export function refuseRepeats(values: Iterable<UniqueValue>, context: z.core.$RefinementCtx): void {
  const paths = new Map<string, string>();
  for (const { path, value } of values) {
    if (typeof value !== 'string') continue;
    const earlier = paths.get(value);
    if (earlier === undefined) paths.set(value, pathText(path));
    else {
      const message = `${shorten(value)} is already at ${earlier}. Keep only one of the two`;
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  }
}

/** Parses and validates a JSON text. Returns the value, or a sentence for each problem. */
export function readJsonAs<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): { readonly value: z.output<Schema> } | { readonly problems: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of JSON.parse is not used, because it quotes the text near the error, which may
    // be a secret.
    return { problems: ['It is not valid JSON.'] };
  }
  const parsed = schema.safeParse(value, { error: plainMessage });
  return parsed.success ? { value: parsed.data } : { problems: problemsOf(parsed.error) };
}

/**
 * Parses and validates the JSON text of a file.
 *
 * @throws Error with the name of the file and every problem, if the text is invalid
 */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): z.output<Schema> {
  const parsed = readJsonAs(schema, text);
  if ('problems' in parsed) throw new Error(`${file}: ${parsed.problems.join(' ')}`);
  return parsed.value;
}
