import type { FileReader } from '../types.ts';
import { byteReader } from './file.ts';

export type ReaderName = 'fast' | 'exact' | 'stream';

const READERS: Readonly<Record<ReaderName, FileReader>> = {
  fast: byteReader(() => undefined),
  exact: byteReader(() => undefined),
  stream: byteReader(() => undefined),
};

/** The reader of a name that the settings know. */
export function readerNamed(name: ReaderName): FileReader {
  return READERS[name];
}
