import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { SearchSource, WrittenSegment } from '../../domain/ports/search-index.ts';
import { assert } from '../../shared/assert.ts';
import {
  BLOCK_BYTES,
  MAX_ENTRY_BYTES,
  SECTIONS,
  SOURCE_KINDS,
  writeDirectory,
  writeFooter,
  type Block,
  type SectionName,
} from './format.ts';

/** Maximum length of the id of a source in bytes. */
const MAX_ID_BYTES = 255;

/** Differences below this number are written with integer operations. */
const INTEGERS = 2 ** 31;

/**
 * Writes a segment to a new file, block by block. The entries of the fields are added first, then
 * those of the words, then the sources. The memory does not depend on the size of the segment.
 */
export class SegmentWriter {
  readonly #descriptor: number;
  readonly #hash = createHash('sha256');
  readonly #bytes = Buffer.allocUnsafe(BLOCK_BYTES + MAX_ENTRY_BYTES);
  readonly #blocks: Block[] = [];
  readonly #counts = { fields: 0, words: 0, sources: 0 };
  #section: SectionName = 'fields';
  #position = 0;
  #used = 0;
  #firstKey = 0;
  #key = 0;
  #source = 0;
  #sources = 0;
  #entries = 0;

  /** @param path of a file that does not exist yet */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  /**
   * Adds an entry to a section. Entries of a section are added in the order of key and source. An
   * entry that equals the one before is left out.
   */
  add(section: 'fields' | 'words', key: number, source: number): void {
    if (section !== this.#section) this.#begin(section);
    if (this.#used === 0) {
      this.#firstKey = key;
      this.#key = key;
      this.#source = 0;
    } else if (key === this.#key && source === this.#source) return;
    const difference = key - this.#key;
    this.#write(difference);
    this.#write(difference === 0 ? source - this.#source : source);
    this.#key = key;
    this.#source = source;
    this.#entries += 1;
    if (this.#used >= BLOCK_BYTES) this.#endBlock();
  }

  /** Adds the next source. Its number is the number of sources that were added before. */
  addSource({ kind, id }: SearchSource): void {
    if (this.#section !== 'sources') this.#begin('sources');
    if (this.#used === 0) this.#firstKey = this.#sources;
    const bytes = Buffer.from(id);
    assert(bytes.length <= MAX_ID_BYTES, 'the id of a source has at most 255 bytes');
    this.#bytes[this.#used] = SOURCE_KINDS.indexOf(kind);
    this.#bytes[this.#used + 1] = bytes.length;
    bytes.copy(this.#bytes, this.#used + 2);
    this.#used += 2 + bytes.length;
    this.#sources += 1;
    if (this.#used >= BLOCK_BYTES) this.#endBlock();
  }

  /** Writes the end of the segment. The file is not synced. */
  finish(): WrittenSegment {
    this.#endBlock();
    const directory = this.#position;
    const blocks = writeDirectory(this.#blocks);
    this.#output(blocks);
    this.#output(
      writeFooter({
        sources: this.#sources,
        entries: this.#entries,
        blocks: this.#counts,
        directory,
        directoryCrc: crc32(blocks),
      }),
    );
    const written = { bytes: this.#position, sources: this.#sources, entries: this.#entries };
    return { sha256: this.#hash.digest('hex'), ...written };
  }

  /** Closes the file. Called once, also after an error. */
  close(): void {
    closeSync(this.#descriptor);
  }

  #begin(section: SectionName): void {
    assert(SECTIONS.indexOf(section) > SECTIONS.indexOf(this.#section), 'sections are in order');
    this.#endBlock();
    this.#section = section;
  }

  #write(value: number): void {
    assert(value >= 0, 'entries are in order');
    let rest = value;
    for (; rest >= INTEGERS; rest = Math.floor(rest / 128)) {
      this.#bytes[this.#used++] = (rest % 128) | 128;
    }
    for (; rest >= 128; rest >>>= 7) this.#bytes[this.#used++] = (rest & 127) | 128;
    this.#bytes[this.#used++] = rest;
  }

  #endBlock(): void {
    if (this.#used === 0) return;
    const bytes = this.#bytes.subarray(0, this.#used);
    this.#blocks.push({ position: this.#position, firstKey: this.#firstKey, crc: crc32(bytes) });
    this.#counts[this.#section] += 1;
    this.#output(bytes);
    this.#used = 0;
  }

  #output(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let written = 0; written < bytes.length;) {
      written += writeSync(this.#descriptor, bytes, written);
    }
    this.#position += bytes.length;
  }
}
