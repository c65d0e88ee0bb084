import type { z } from 'zod';
import { plainMessage } from '../contract/problems.ts';
import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { shorten } from '../shared/text.ts';

/** Returns a line of text for each problem of a setting's value. */
export function problemsOfValue(
  variable: string,
  written: string,
  schema: z.ZodType,
): readonly string[] {
  const { error } = schema.safeParse(written, { error: plainMessage });
  // If the value contains invisible characters, the message does not repeat it.
  const shown = hasUnsafeUnicode(written) ? variable : `${variable}=${redacted(written)}`;
  return (error?.issues ?? []).map(({ message }) => {
    return `${shown} is not valid: ${message.replace(/\.$/, '')}.`;
  });
}

/**
 * Returns a value in a form for error messages. It is shortened and contains no user names and
 * passwords.
 */
function redacted(written: string): string {
  const nameless = written.replace(/^(.*?\/\/)?.*@/s, '$1…@');
  return shorten(nameless.replaceAll(/([?&]\w*password=)[^&]*/gi, '$1…'));
}
