import { crc32 } from 'node:zlib';
import type { StoredFile } from '../../domain/ports/files.ts';
import type { SearchSource } from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { KeyRange } from '../../domain/search/keys.ts';
import { MAX_RANGE_BYTES, type ReadRange } from '../files/ranges.ts';
import {
  BLOCK_BYTES,
  blockAt,
  DIRECTORY_ENTRY_BYTES,
  FOOTER_BYTES,
  MAX_ENTRY_BYTES,
  readFooter,
  SECTIONS,
  SOURCE_KINDS,
  type Footer,
  type SectionName,
} from './format.ts';

/**
 * Number of blocks that a look-up reads at once. It runs in the event loop, which needs half a
 * millisecond for a block.
 */
const LOOK_UP_BLOCKS = 4;

/** Number of blocks that are read at once when a whole section is read. */
const SECTION_BLOCKS = Math.floor(MAX_RANGE_BYTES / 2 / (BLOCK_BYTES + MAX_ENTRY_BYTES));

/** The blocks of a section, as a range of the blocks of the segment. `end` is exclusive. */
interface BlockRange {
  readonly begin: number;
  readonly end: number;
}

/** Reads a segment in ranges. Each block is compared with its checksum. */
export class SegmentReader {
  readonly sources: number;
  readonly #segment: StoredFile;
  readonly #read: ReadRange;
  readonly #footer: Footer;
  readonly #directory: Buffer;
  readonly #sections: Readonly<Record<SectionName, BlockRange>>;

  private constructor(segment: StoredFile, read: ReadRange, footer: Footer, directory: Buffer) {
    this.#segment = segment;
    this.#read = read;
    this.#footer = footer;
    this.#directory = directory;
    this.sources = footer.sources;
    let end = 0;
    const ranges = SECTIONS.map((name) => {
      const begin = end;
      end += footer.blocks[name];
      return [name, { begin, end }];
    });
    this.#sections = Object.fromEntries(ranges) as Record<SectionName, BlockRange>;
  }

  /** Reads the directory of a segment. Throws StoredFileDamaged. */
  static async open(
    segment: StoredFile,
    read: ReadRange,
    maxTailBytes = maxDirectoryBytes(segment),
  ): Promise<SegmentReader> {
    const { sha256, bytes } = segment;
    const tailBytes = Math.min(maxTailBytes, bytes, MAX_RANGE_BYTES);
    if (tailBytes < FOOTER_BYTES) throw new StoredFileDamaged(sha256);
    const tail = bufferOf(await read(segment, bytes - tailBytes, tailBytes));
    const footer = readFooter(tail.subarray(-FOOTER_BYTES), sha256);
    const blocks = SECTIONS.reduce((sum, name) => sum + footer.blocks[name], 0);
    const length = blocks * DIRECTORY_ENTRY_BYTES;
    if (footer.directory + length + FOOTER_BYTES !== bytes) throw new StoredFileDamaged(sha256);
    const parts: Uint8Array[] = [];
    const tailAt = Math.max(footer.directory, bytes - tailBytes);
    for (let position = footer.directory; position < tailAt;) {
      const part = await read(segment, position, Math.min(MAX_RANGE_BYTES, tailAt - position));
      parts.push(part);
      position += part.length;
    }
    parts.push(tail.subarray(tailAt - (bytes - tailBytes), -FOOTER_BYTES));
    const directory = Buffer.concat(parts);
    if (crc32(directory) !== footer.directoryCrc) throw new StoredFileDamaged(sha256);
    return new SegmentReader(segment, read, footer, directory);
  }

  /** Visits the sources of all entries whose keys are in a range. A source can be repeated. */
  async visitSources(
    section: 'fields' | 'words',
    { first, last }: KeyRange,
    visit: (source: number) => void,
  ): Promise<void> {
    const blocks = this.#blocksWith(section, first, last);
    const cursor = new EntryCursor();
    for await (const block of this.#readBlocks(blocks, LOOK_UP_BLOCKS)) {
      cursor.begin(block);
      for (let isIn = cursor.skipTo(first); isIn && cursor.key <= last; isIn = cursor.next()) {
        visit(cursor.source);
      }
    }
  }

  /** Yields the blocks of entries of a section in order. */
  entryBlocks(section: 'fields' | 'words'): AsyncGenerator<EntryBlock> {
    return this.#readBlocks(this.#sections[section], SECTION_BLOCKS);
  }

  /** Yields all sources in order. */
  async *allSources(): AsyncGenerator<SearchSource> {
    const blocks = this.#readBlocks(this.#sections.sources, SECTION_BLOCKS);
    for await (const block of blocks) yield* sourcesIn(block);
  }

  /** Returns the sources with these numbers, which ascend. */
  async sourcesAt(numbers: readonly number[]): Promise<SearchSource[]> {
    const found: SearchSource[] = [];
    let next = 0;
    while (next < numbers.length) {
      const wanted = numbers[next] ?? 0;
      const { end } = this.#blocksWith('sources', wanted, wanted);
      for await (const block of this.#readBlocks({ begin: end - 1, end }, 1)) {
        let number = block.firstKey;
        for (const source of sourcesIn(block)) {
          if (number === numbers[next]) {
            found.push(source);
            next += 1;
          }
          number += 1;
        }
      }
      if (numbers[next] === wanted) throw new StoredFileDamaged(this.#segment.sha256);
    }
    return found;
  }

  /**
   * Returns the blocks that can contain keys from `first` to `last`. A key can also be at the end
   * of the block before the one that begins with it.
   */
  #blocksWith(section: SectionName, first: number, last: number): BlockRange {
    const { begin, end } = this.#sections[section];
    const firstAtLeast = this.#firstBlock(section, (key) => key >= first);
    const firstAbove = this.#firstBlock(section, (key) => key > last);
    return { begin: Math.max(begin, firstAtLeast - 1), end: Math.min(end, firstAbove) };
  }

  /** Returns the first block of a section whose first key fulfils an ascending condition. */
  #firstBlock(section: SectionName, isReached: (firstKey: number) => boolean): number {
    let { begin, end } = this.#sections[section];
    while (begin < end) {
      const middle = Math.floor((begin + end) / 2);
      if (isReached(blockAt(this.#directory, middle).firstKey)) end = middle;
      else begin = middle + 1;
    }
    return begin;
  }

  /** Reads blocks, `atOnce` of them in each read. */
  async *#readBlocks({ begin, end }: BlockRange, atOnce: number): AsyncGenerator<EntryBlock> {
    for (let number = begin; number < end;) {
      const until = Math.min(end, number + atOnce);
      const from = this.#positionOf(number);
      const length = this.#positionOf(until) - from;
      if (length <= 0 || length > MAX_RANGE_BYTES) this.#reject();
      const bytes = bufferOf(await this.#read(this.#segment, from, length));
      for (; number < until; number += 1) {
        const { position, firstKey, crc } = blockAt(this.#directory, number);
        const content = bytes.subarray(position - from, this.#positionOf(number + 1) - from);
        if (crc32(content) !== crc) this.#reject();
        yield { firstKey, bytes: content };
      }
    }
  }

  /** Returns the position of a block, or the end of the last block. */
  #positionOf(number: number): number {
    const isLast = number * DIRECTORY_ENTRY_BYTES >= this.#directory.length;
    return isLast ? this.#footer.directory : blockAt(this.#directory, number).position;
  }

  #reject(): never {
    throw new StoredFileDamaged(this.#segment.sha256);
  }
}

/** A block whose checksum was compared. */
export interface EntryBlock {
  readonly firstKey: number;
  readonly bytes: Buffer;
}

/** Reads the entries of a block one by one. */
export class EntryCursor {
  key = 0;
  source = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** Begins a block. Its first entry follows with `next`. */
  begin({ firstKey, bytes }: EntryBlock): void {
    this.key = firstKey;
    this.source = 0;
    this.#bytes = bytes;
    this.#at = 0;
  }

  /** Reads the next entry. Returns false at the end of the block. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const difference = this.#number();
    const source = this.#number();
    this.key += difference;
    this.source = difference === 0 ? this.source + source : source;
    return true;
  }

  /** Reads up to the first entry whose key is at least this one. Returns false if there is none. */
  skipTo(first: number): boolean {
    while (this.next()) if (this.key >= first) return true;
    return false;
  }

  /** Reads a LEB128 number. */
  #number(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++] ?? 0;
    if (byte < 128) return byte;
    let number = byte - 128;
    for (let weight = 128; ; weight *= 128) {
      byte = bytes[this.#at++] ?? 0;
      if (byte < 128) return number + byte * weight;
      number += (byte - 128) * weight;
    }
  }
}

/**
 * Returns the maximum size of the directory and footer of a segment, in bytes. Only the last block
 * of each section can be smaller than BLOCK_BYTES.
 */
function maxDirectoryBytes({ bytes }: StoredFile): number {
  const maxBlocks = Math.floor(bytes / BLOCK_BYTES) + SECTIONS.length;
  return maxBlocks * DIRECTORY_ENTRY_BYTES + FOOTER_BYTES;
}

function* sourcesIn({ bytes }: EntryBlock): Generator<SearchSource> {
  for (let at = 0; at < bytes.length;) {
    const kind = SOURCE_KINDS[bytes[at] ?? 0] ?? 'file';
    const end = at + 2 + (bytes[at + 1] ?? 0);
    yield { kind, id: bytes.toString('utf8', at + 2, end) };
    at = end;
  }
}

function bufferOf(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
