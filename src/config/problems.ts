import type { z } from 'zod';
import { plainMessage } from '../contract/problems.ts';
import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { shorten } from '../shared/text.ts';

/** A sentence for each thing that is wrong with the value that a setting was given. */
export function problemsOfValue(
  variable: string,
  written: string,
  schema: z.ZodType,
): readonly string[] {
  const { error } = schema.safeParse(written, { error: plainMessage });
  // Whoever reads it would not see it.
  const shown = hasUnsafeUnicode(written) ? variable : `${variable}=${redacted(written)}`;
  return (error?.issues ?? []).map(({ message }) => {
    return `${shown} is not valid: ${message.replace(/\.$/, '')}.`;
  });
}

/** A value as a message may repeat it: not long, and nothing of who logs in at an address. */
function redacted(written: string): string {
  const nameless = written.replace(/^(.*?\/\/)?.*@/s, '$1…@');
  return shorten(nameless.replaceAll(/([?&]\w*password=)[^&]*/gi, '$1…'));
}
