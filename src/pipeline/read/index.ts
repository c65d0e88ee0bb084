import type { FileReader } from '../types.ts';
import { byteReader } from './exact/byte-reader.ts';
import { FastReader } from './fast/fast-reader.ts';
import { streamReader } from './stream/stream-reader.ts';

export type ReaderName = 'fast' | 'exact' | 'stream';

const READERS: Readonly<Record<ReaderName, FileReader>> = {
  fast: byteReader(() => new FastReader()),
  exact: byteReader(() => undefined),
  stream: streamReader,
};

/** Returns the payment file reader that a setting names. */
export function readerNamed(name: ReaderName): FileReader {
  return READERS[name];
}
