import type { SpooledFile } from '../../src/domain/ports/files.ts';
import type { FileMetadata, FileRules, ReceivedFile } from '../../src/domain/records/payment.ts';
import { readersNamed, type ReaderName } from '../../src/pipeline/read/index.ts';
import { examineFile } from '../../src/pipeline/examine-file.ts';
import { FileWriter } from '../../src/store/files/folder/store-file.ts';
import { hashSource, withSource } from '../../src/store/files/source.ts';

/** Returns an upload whose bytes are held in memory. */
export function inMemory(bytes: Uint8Array): SpooledFile {
  const buffer = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return { kind: 'memory', buffer, bytes: bytes.byteLength };
}

/** Processes an upload in this thread, as a file worker thread does. */
export function receiveFile(
  filesDirectory: string,
  file: SpooledFile,
  { metadata, rules }: { readonly metadata: FileMetadata; readonly rules: FileRules },
  reader: ReaderName,
): ReceivedFile {
  const received = withSource(file, filesDirectory, (source) =>
    examineFile(source, hashSource(source), metadata, rules, readersNamed(reader)),
  );
  if (received.accepted) new FileWriter(filesDirectory).store(file, received.facts.sha256);
  return received;
}
