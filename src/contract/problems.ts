import type { z } from 'zod';
import { reveal } from '../kernel/hidden.ts';
import { pathText } from '../kernel/text.ts';

/** What zod found, a sentence for each: where it is and what would be right. */
export function problemsOf(error: z.ZodError): readonly string[] {
  return error.issues.map(problemOf);
}

/** The same of one thing that it found. */
export function problemOf({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): string {
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return reveal(path.length === 0 ? sentence : `${pathText(path)}: ${sentence}`);
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
  const read = schema.safeParse(value);
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
