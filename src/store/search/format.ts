import { crc32 } from 'node:zlib';
import type { SearchSource } from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';

/**
 * Format of a segment of the search index (docs/decisions, 159):
 *
 * ```text
 * blocks of the section `fields`     entries in the order of key and source
 * blocks of the section `words`      entries in the order of key and source
 * blocks of the section `sources`    kind and id of each source, in the order of age
 * directory                          position, first key and CRC-32 of each block
 * footer                             numbers, position and CRC-32 of the directory
 * ```
 *
 * An entry is a key (domain/search/keys.ts) and the number of a source that has it. In a block, the
 * difference from the key before is stored as a LEB128 number, and then the source. If the keys
 * are equal, the difference between the sources is stored. The first key of a block of sources is
 * the number of its first source. All numbers of fixed length are little-endian.
 */
export type SectionName = 'fields' | 'words' | 'sources';

export const SECTIONS: readonly SectionName[] = ['fields', 'words', 'sources'];

/** The kinds of sources. Segments contain the index in this list, so it is only extended. */
export const SOURCE_KINDS: readonly SearchSource['kind'][] = [
  'file',
  'consent',
  'payment',
  'audit',
];

/** Size in bytes at which a block ends. It can be exceeded by one entry. */
export const BLOCK_BYTES = 128 * 1024;

/** Maximum length of an entry or source in a block, in bytes. */
export const MAX_ENTRY_BYTES = 512;

/** Size of a block in the directory, in bytes. */
export const DIRECTORY_ENTRY_BYTES = 16;
const KEY_BYTES = 6;

/** Size of the footer in bytes. */
export const FOOTER_BYTES = 52;

const MAGIC = 'PISINDEX';
const VERSION = 1;

/** A block of a segment. */
export interface Block {
  readonly position: number;
  readonly firstKey: number;
  /** CRC-32 of its bytes. */
  readonly crc: number;
}

/** The numbers at the end of a segment. */
export interface Footer {
  readonly sources: number;
  readonly entries: number;
  /** The number of blocks of each section. */
  readonly blocks: Readonly<Record<SectionName, number>>;
  /** Position of the directory in bytes. */
  readonly directory: number;
  readonly directoryCrc: number;
}

/** Returns the directory of a segment. */
export function writeDirectory(blocks: readonly Block[]): Buffer {
  const bytes = Buffer.alloc(blocks.length * DIRECTORY_ENTRY_BYTES);
  blocks.forEach(({ position, firstKey, crc }, number) => {
    const at = number * DIRECTORY_ENTRY_BYTES;
    bytes.writeUIntLE(position, at, KEY_BYTES);
    bytes.writeUIntLE(firstKey, at + KEY_BYTES, KEY_BYTES);
    bytes.writeUInt32LE(crc, at + 2 * KEY_BYTES);
  });
  return bytes;
}

/** Returns the block with a number, of a directory whose checksum was compared. */
export function blockAt(directory: Buffer, number: number): Block {
  const at = number * DIRECTORY_ENTRY_BYTES;
  return {
    position: directory.readUIntLE(at, KEY_BYTES),
    firstKey: directory.readUIntLE(at + KEY_BYTES, KEY_BYTES),
    crc: directory.readUInt32LE(at + 2 * KEY_BYTES),
  };
}

/** Returns the footer of a segment. */
export function writeFooter({ sources, entries, blocks, ...rest }: Footer): Buffer {
  const bytes = Buffer.alloc(FOOTER_BYTES);
  bytes.write(MAGIC, 0, 'latin1');
  bytes.writeUInt32LE(VERSION, 8);
  bytes.writeUInt32LE(sources, 12);
  bytes.writeDoubleLE(entries, 16);
  SECTIONS.forEach((name, number) => bytes.writeUInt32LE(blocks[name], 24 + 4 * number));
  bytes.writeUInt32LE(rest.directoryCrc, 36);
  bytes.writeDoubleLE(rest.directory, 40);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 48)), 48);
  return bytes;
}

/**
 * Reads the footer of a segment. Throws StoredFileDamaged if it is not one, and an error if its
 * version is not supported.
 */
export function readFooter(bytes: Buffer, sha256: string): Footer {
  const isFooter =
    bytes.length === FOOTER_BYTES &&
    bytes.toString('latin1', 0, 8) === MAGIC &&
    bytes.readUInt32LE(48) === crc32(bytes.subarray(0, 48));
  if (!isFooter) throw new StoredFileDamaged(sha256);
  const version = bytes.readUInt32LE(8);
  if (version !== VERSION) {
    const message = `Segment ${sha256} of the search index has version ${String(version)}.`;
    throw new Error(`${message} This program reads version ${String(VERSION)}. Update it.`);
  }
  return {
    sources: bytes.readUInt32LE(12),
    entries: bytes.readDoubleLE(16),
    blocks: {
      fields: bytes.readUInt32LE(24),
      words: bytes.readUInt32LE(28),
      sources: bytes.readUInt32LE(32),
    },
    directoryCrc: bytes.readUInt32LE(36),
    directory: bytes.readDoubleLE(40),
  };
}
