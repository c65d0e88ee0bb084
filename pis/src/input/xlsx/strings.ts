import { PisError } from '../../rows/model.ts';
import { XmlReader } from '../xml.ts';
import { MAX_LARGE_BYTES, type Archive } from './archive.ts';

/** Maximum number of shared strings of a workbook. */
const MAX_STRINGS = 4_000_000;
/** Maximum size of all shared strings in UTF-8, in bytes. */
const MAX_BYTES = 256 * 1024 ** 2;

/** Texts that cells refer to by their index. They need few bytes more than in a file. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024);
  #ends = new Uint32Array(1024);
  #count = 0;
  #size = 0;

  add(text: string): void {
    const end = this.#size + Buffer.byteLength(text);
    if (this.#count === MAX_STRINGS || end > MAX_BYTES) {
      throw new PisError(
        `the workbook has more than ${String(MAX_STRINGS)} different texts, or they have more ` +
          `than ${String(MAX_BYTES)} bytes. Save the sheet as CSV.`,
      );
    }
    if (end > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], Math.max(end, 2 * this.#bytes.length));
    }
    if (this.#count === this.#ends.length) {
      const ends = this.#ends;
      this.#ends = new Uint32Array(2 * ends.length);
      this.#ends.set(ends);
    }
    this.#bytes.write(text, this.#size);
    this.#ends[this.#count] = end;
    this.#count += 1;
    this.#size = end;
  }

  /** Returns a text, or undefined if there is none with the index. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    return this.#bytes.toString('utf8', this.#ends[index - 1] ?? 0, this.#ends[index]);
  }
}

/** Reads the shared strings of a workbook. */
export async function readStrings(archive: Archive, part?: string): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (part === undefined) return strings;
  let text = '';
  const reader = new XmlReader({
    open: (path) => {
      if (path.length === 2) text = '';
    },
    close: (path, piece) => {
      if (isText(path)) text += piece;
      if (path.length === 2 && path[1] === 'si') strings.add(unescaped(text));
    },
  });
  for await (const piece of archive.text(part, MAX_LARGE_BYTES)) reader.write(piece);
  reader.end();
  return strings;
}

/** Returns true for an element with text. The pronunciation (`rPh`) is no text of the cell. */
export function isText(path: readonly string[]): boolean {
  return path.at(-1) === 't' && !path.includes('rPh');
}

/** Returns a text with its escapes replaced: `_x000A_` is a line break. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
