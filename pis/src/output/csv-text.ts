import type { Encoding, TextFormat } from '../input/text-format.ts';
import { replaceFile } from './files.ts';

/** The format of CSV files that are made from another format. Excel needs the mark. */
export const OWN_FORMAT: TextFormat = {
  ...{ encoding: 'utf-8', delimiter: ',', lineEnd: '\r\n', hasMark: true },
};

/** Number of characters that are written together. */
const BUFFER = 256 * 1024;

/** Returns cells as a line of CSV. Cells are quoted if necessary. */
export function csvLine(
  cells: readonly string[],
  { delimiter, lineEnd }: Pick<TextFormat, 'delimiter' | 'lineEnd'>,
): string {
  const quoted = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return quoted.join(delimiter) + lineEnd;
}

/** Joins short texts to longer ones. */
export async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let pending = '';
  for await (const text of texts) {
    pending += text;
    if (pending.length < BUFFER) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

/**
 * Writes a text file that only this user may read. It appears under its name when it is complete,
 * and is on the disk when this returns.
 */
export async function writeText(
  path: string,
  texts: AsyncIterable<string>,
  { encoding, hasMark }: Pick<TextFormat, 'encoding' | 'hasMark'>,
): Promise<void> {
  const encode = encoderOf(encoding);
  await replaceFile(path, async (file) => {
    if (hasMark) await file.writeFile(encode('\ufeff'));
    for await (const text of joined(texts)) await file.writeFile(encode(text));
    return true;
  });
}

/** Returns a function that encodes text. Characters that the encoding lacks become `?`. */
function encoderOf(encoding: Encoding): (text: string) => Buffer {
  if (encoding === 'utf-16le') return (text) => Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'utf-8') return (text) => Buffer.from(text);
  const all = new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 256 }, (_, at) => at),
  );
  const bytes = new Map([...all].map((character, byte) => [character, byte]));
  const other = '?'.charCodeAt(0);
  return (text) => Buffer.from(Array.from(text, (character) => bytes.get(character) ?? other));
}
