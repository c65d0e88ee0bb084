import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { shown } from '../../fields/texts.ts';
import { PisError } from '../../rows/model.ts';
import type { Progress } from '../source.ts';
import { XmlReader, type XmlCalls } from '../xml.ts';

/** Maximum number of files in an archive. */
const MAX_ENTRIES = 10_000;
/** Maximum size of an inflated sheet or table of strings, in bytes. */
export const MAX_LARGE_BYTES = 1024 ** 3;
/** Maximum size of another inflated part, in bytes. */
const MAX_SMALL_BYTES = 32 * 1024 ** 2;
/** Maximum number of inflated bytes for each compressed byte. Sheets have 5 to 50. */
const MAX_RATIO = 200;
/** Number of inflated bytes above which the ratio is checked. */
const RATIO_FROM_BYTES = 1024 ** 2;

/** The parts of a workbook, which is a ZIP archive. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens an archive, passes it to a function, and closes it. */
  static async with<Value>(path: string, use: (archive: Archive) => Promise<Value>) {
    const archive = await Archive.open(path);
    try {
      return await use(archive);
    } finally {
      archive.close();
    }
  }

  /** Opens an archive and reads its directory. */
  static async open(path: string): Promise<Archive> {
    // yauzl refuses absolute paths, "..", and parts that are longer than the directory says.
    const zip = await openPromise(path, { autoClose: false });
    try {
      return new Archive(zip, await entriesOf(zip));
    } catch (cause) {
      zip.close();
      throw cause;
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** Returns true if the archive has a part. The names of parts have no case. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Reads a small part as XML. */
  async read(name: string, calls: XmlCalls): Promise<void> {
    const reader = new XmlReader(calls);
    for await (const text of this.text(name, MAX_SMALL_BYTES)) reader.write(text);
    reader.end();
  }

  /** Returns the text of a part in pieces. Throws if it is damaged or has too many bytes. */
  async *text(name: string, maxBytes: number, progress?: Progress): AsyncGenerator<string, void> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(`the part ${shown(name)} is missing.`);
    const { compressedSize, uncompressedSize, crc32: checksum } = entry;
    const limit = Math.min(maxBytes, Math.max(RATIO_FROM_BYTES, compressedSize * MAX_RATIO));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [size, sum] = [0, 0];
    const stream = await this.#zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(name, size, compressedSize);
      sum = crc32(chunk, sum);
      progress?.(size / uncompressedSize);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
    if (sum !== checksum) throw damaged(`the part ${shown(name)} has another checksum.`);
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) {
    throw new PisError(
      `the archive has ${String(zip.entryCount)} files, more than ${String(MAX_ENTRIES)}. ` +
        'Copy the payments into a new workbook.',
    );
  }
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    // Programs differ in which of the two they read.
    if (entries.has(name)) throw damaged(`the part ${shown(name)} exists twice.`);
    entries.set(name, entry);
  }
  return entries;
}

/** Returns the error for a workbook whose parts do not fit together. */
export function damaged(what: string): PisError {
  return new PisError(
    `${what} The workbook is damaged. Open it in a spreadsheet program and save it again.`,
  );
}

function tooLarge(name: string, size: number, compressed: number): PisError {
  return new PisError(
    `the part ${shown(name)} has more than ${String(size)} bytes, inflated from ` +
      `${String(compressed)}. Copy the payments into a new workbook, or save the sheet as CSV.`,
  );
}
