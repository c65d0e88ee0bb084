import { setPriority } from 'node:os';
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

/** What the pool tells a worker when it starts it. */
export interface FileWorkerSettings {
  readonly filesDirectory: string;
  readonly reader: ReaderName;
}

/** Below the event loop's, which answers requests while files are worked on. */
const WORKER_NICENESS = 5;

// Linux gives every thread a priority of its own, and 0 means the thread that asks.
if (process.platform === 'linux') setPriority(0, WORKER_NICENESS);

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
