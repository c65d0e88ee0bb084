import { workerData } from 'piscina';
import { verifyPieces } from '../auth/detached.ts';
import type { CreditPassRequest, CreditPassResult } from '../domain/credit-pass.ts';
import type { FileFacts, FileMetadata, FileRules, ReceivedFile } from '../domain/payment.ts';
import type { Slice, SliceRequest, SpooledFile } from '../domain/ports.ts';
import type { DetachedSignature } from '../domain/signatures.ts';
import { readerNamed, type ReaderName } from '../pipeline/read/index.ts';
import { passCredits, slicePayments } from '../pipeline/kept.ts';
import { hashFile, receiveFile } from '../pipeline/receive.ts';
import { piecesOf, withSource } from '../pipeline/source.ts';
import { giveWay } from './give-way.ts';

/** What the pool tells a worker when it starts it. */
export interface FileWorkerSettings {
  readonly filesDirectory: string;
  readonly reader: ReaderName;
}

if (process.platform === 'linux') giveWay();

const { filesDirectory, reader: readerName } = workerData as FileWorkerSettings;
const place = { filesDirectory, reader: readerNamed(readerName) };

/** What a job answers when the disk does not serve: an error would lose its kind on the way. */
export interface DiskTrouble {
  readonly diskTrouble: string;
}

export function receive(job: {
  readonly file: SpooledFile;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
}): ReceivedFile | DiskTrouble {
  return orDiskTrouble(() => receiveFile(job.file, job.metadata, job.rules, place));
}

export function hash(file: SpooledFile): string | DiskTrouble {
  return orDiskTrouble(() => hashFile(file));
}

export function verify(job: {
  readonly file: SpooledFile;
  readonly signature: DetachedSignature;
}): boolean | DiskTrouble {
  return orDiskTrouble(() =>
    withSource(job.file, (source) => verifyPieces(job.signature, piecesOf(source))),
  );
}

export function slice(job: {
  readonly file: FileFacts;
  readonly request: SliceRequest;
}): Slice | DiskTrouble {
  return orDiskTrouble(() => slicePayments(job.file, job.request, place));
}

export function collectCredits(job: {
  readonly file: FileFacts;
  readonly request: CreditPassRequest;
}): CreditPassResult | DiskTrouble {
  return orDiskTrouble(() => passCredits(job.file, job.request, place));
}

/** Errors of the operating system have a code such as ENOSPC; everything else is a bug. */
function orDiskTrouble<Result>(job: () => Result): Result | DiskTrouble {
  try {
    return job();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return { diskTrouble: error.message };
    throw error;
  }
}
