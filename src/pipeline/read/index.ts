import {
  PAIN_001,
  PAYMENT_FILE_3_1,
  PAYMENT_FILE_4_0,
  type FileType,
} from '../../domain/records/file-types.ts';
import type { FileReader, ReaderOf } from '../types.ts';
import { byteReader } from './exact/byte-reader.ts';
import { FastReader } from './fast/fast-reader.ts';
import { painReader } from './pain/pain-reader.ts';
import { streamReader } from './stream/stream-reader.ts';

export type ReaderName = 'fast' | 'exact' | 'stream';

/** The readers of files in JSON. */
const READERS: Readonly<Record<ReaderName, FileReader>> = {
  fast: byteReader((fileType) => new FastReader(fileType)),
  exact: byteReader(() => undefined),
  stream: streamReader,
};

/** Returns the readers of all file types. A setting names the one for files in JSON. */
export function readersNamed(name: ReaderName): ReaderOf {
  const json = READERS[name];
  const readers: Readonly<Record<FileType, FileReader>> = {
    [PAYMENT_FILE_3_1]: json,
    [PAYMENT_FILE_4_0]: json,
    [PAIN_001]: painReader,
  };
  return (type) => readers[type];
}
