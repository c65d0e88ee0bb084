import type { SearchSource, SearchTexts } from '../../domain/ports/search-index.ts';
import { fieldKey, visitWordKeys } from '../../domain/search/keys.ts';
import type { SegmentWriter } from './segment-writer.ts';

/** Initial capacity of a buffer of entries. It doubles when it is full. */
const FIRST_ENTRIES = 16 * 1024;

/** Number of entries at which the builder is full. They take 16 MB. */
const MAX_ENTRIES = 2 * 1024 * 1024;

/** Number of bits of a key in the lower word of an entry, above the number of the source. */
const SOURCE_SPACE = 2 ** 16;

/**
 * Entries in memory. An entry is a 64-bit number of 48 bits of key and 16 bits of source, so that
 * entries are sorted as numbers, without a comparison function.
 */
class EntryBuffer {
  length = 0;
  #words = new Uint32Array(2 * FIRST_ENTRIES);

  add(key: number, source: number): void {
    const at = 2 * this.length;
    if (at === this.#words.length) {
      const words = new Uint32Array(2 * this.#words.length);
      words.set(this.#words);
      this.#words = words;
    }
    const upper = Math.floor(key / SOURCE_SPACE);
    // All platforms of Node.js are little-endian, except s390x.
    this.#words[at] = (key - upper * SOURCE_SPACE) * SOURCE_SPACE + source;
    this.#words[at + 1] = upper;
    this.length += 1;
  }

  /** Writes the entries in order and empties the buffer. */
  moveTo(writer: SegmentWriter, section: 'fields' | 'words'): void {
    const words = this.#words;
    new BigUint64Array(words.buffer, 0, this.length).sort();
    for (let at = 0; at < 2 * this.length; at += 2) {
      const lower = words[at] ?? 0;
      const key = (words[at + 1] ?? 0) * SOURCE_SPACE + (lower >>> 16);
      writer.add(section, key, lower & (SOURCE_SPACE - 1));
    }
    this.length = 0;
  }
}

const NO_TEXTS: SearchTexts = { fields: [], names: [] };

/** Collects the entries of a segment in memory. */
export class SegmentBuilder {
  readonly #fields = new EntryBuffer();
  readonly #words = new EntryBuffer();
  readonly #maxEntries: number;
  #sources: SearchSource[] = [];
  /** The texts that were added last. Many payments of a file have equal accounts or references. */
  #last = NO_TEXTS;

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  /** Returns true if the entries must be written before more are added. */
  get isFull(): boolean {
    const entries = this.#fields.length + this.#words.length;
    return entries >= this.#maxEntries || this.#sources.length >= SOURCE_SPACE;
  }

  /** Begins a source. The texts that follow belong to it. */
  begin({ kind, id }: SearchSource): void {
    this.#sources.push({ kind, id });
    this.#last = NO_TEXTS;
  }

  /** Adds texts of the source that was begun last. */
  add({ fields, names }: SearchTexts): void {
    const source = this.#sources.length - 1;
    fields.forEach(({ name, text }, index) => {
      const last = this.#last.fields[index];
      if (text === '' || (text === last?.text && name === last.name)) return;
      this.#fields.add(fieldKey(name, text), source);
    });
    const addWord = (key: number): void => {
      this.#words.add(key, source);
    };
    names.forEach((name, index) => {
      if (name !== this.#last.names[index]) visitWordKeys(name, addWord);
    });
    this.#last = { fields, names };
  }

  /** Writes the entries and sources, and empties the builder. */
  moveTo(writer: SegmentWriter): void {
    this.#fields.moveTo(writer, 'fields');
    this.#words.moveTo(writer, 'words');
    for (const source of this.#sources) writer.addSource(source);
    this.#sources = [];
  }
}
