/** The colours that pis uses. */
const COLOURS = ['\u001b[0m', '\u001b[31m', '\u001b[33m'];

/** Characters that control a terminal, or hide the order of a text. */
const CONTROL = /[\p{Cc}\p{Cf}]/gu;

/**
 * Removes everything from a text that could control a terminal, except line breaks, tabs and the
 * colours of pis. Texts of banks and names of files could contain more. A carriage return is kept
 * at both ends only, where the progress bar has it.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (found, at: number) => {
    const isKept =
      found === '\n' ||
      found === '\t' ||
      (found === '\r' && (at === 0 || at === text.length - 1)) ||
      COLOURS.some((colour) => text.startsWith(colour, at));
    return isKept ? found : '';
  });
}
