import { workerData } from 'piscina';
import { verifyPieces } from '../auth/signatures/detached.ts';
import type { CreditPassRequest, CreditPassResult } from '../domain/execution/credit-pass.ts';
import type {
  KeptFile,
  SealedFile,
  Slice,
  SliceRequest,
  SpooledFile,
} from '../domain/ports/ports.ts';
import type { DetachedSignature } from '../domain/ports/signatures.ts';
import { KeptFileDamaged, SyncFailed } from '../domain/ports/unavailable.ts';
import type {
  FileFacts,
  FileMetadata,
  FileRules,
  ReceivedFile,
} from '../domain/records/payment.ts';
import { passCredits, slicePayments } from '../pipeline/kept.ts';
import { FileKeeper } from '../pipeline/persist.ts';
import { readerNamed, type ReaderName } from '../pipeline/read/index.ts';
import { examineFile, hashFile, receiveFile } from '../pipeline/receive.ts';
import { NoPlainFile, piecesOf, withSource } from '../pipeline/source.ts';
import { VerifiedFiles } from '../pipeline/verify.ts';
import { giveWay } from './give-way.ts';

/** What the pool tells a worker when it starts it. */
export interface FileWorkerSettings {
  readonly filesDirectory: string;
  readonly reader: ReaderName;
  /** Shared by all threads: not 0 from the moment that a sync has failed in one of them. */
  readonly failedSyncs: Int32Array;
}

if (process.platform === 'linux') giveWay();

const { filesDirectory, reader: readerName, failedSyncs } = workerData as FileWorkerSettings;
const reader = readerNamed(readerName);
const keeper = new FileKeeper(filesDirectory);
const verified = new VerifiedFiles(filesDirectory, () => performance.now());

/** What a job answers when it cannot be done: an error would lose its kind on the way. */
export type Trouble =
  | { readonly trouble: 'disk'; readonly message: string }
  | { readonly trouble: 'sync'; readonly message: string }
  | { readonly trouble: 'damaged'; readonly sha256: string };

export function receive(job: {
  readonly file: SpooledFile;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
}): ReceivedFile | Trouble {
  return orTrouble(() => {
    const received = receiveFile(job.file, job.metadata, job.rules, { reader, keeper });
    if (received.accepted) verified.vouchFor(received.facts);
    return received;
  });
}

export function examine(job: {
  readonly file: SpooledFile;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
}): ReceivedFile | Trouble {
  return orTrouble(() => examineFile(job.file, job.metadata, job.rules, reader));
}

export function hash(file: SpooledFile): string | Trouble {
  return orTrouble(() => hashFile(file));
}

export function verify(job: {
  readonly file: SpooledFile;
  readonly signature: DetachedSignature;
}): boolean | Trouble {
  return orTrouble(() =>
    withSource(job.file, (source) => verifyPieces(job.signature, piecesOf(source))),
  );
}

export function keep(job: {
  readonly file: SpooledFile;
  readonly sha256: string;
}): undefined | Trouble {
  return orTrouble(() => {
    keeper.keep(job.file, job.sha256);
    return undefined;
  });
}

export function check(file: KeptFile): undefined | Trouble {
  return orTrouble(() => {
    verified.check(file);
    return undefined;
  });
}

export function seal(file: KeptFile): SealedFile | Trouble {
  return orTrouble(() => verified.seal(file));
}

export function slice(job: {
  readonly file: FileFacts;
  readonly request: SliceRequest;
}): Slice | Trouble {
  return orTrouble(() => slicePayments(job.file, job.request, { reader, verified }));
}

export function collectCredits(job: {
  readonly file: FileFacts;
  readonly request: CreditPassRequest;
}): CreditPassResult | Trouble {
  return orTrouble(() => passCredits(job.file, job.request, { reader, verified }));
}

/** Errors of the operating system have a code such as ENOSPC; what has no kind is a bug. */
function orTrouble<Result>(job: () => Result): Result | Trouble {
  try {
    return job();
  } catch (error) {
    if (error instanceof KeptFileDamaged) return { trouble: 'damaged', sha256: error.sha256 };
    if (error instanceof SyncFailed) {
      Atomics.add(failedSyncs, 0, 1);
      const cause = error.cause instanceof Error ? ` ${error.cause.message}` : '';
      return { trouble: 'sync', message: `${error.message}${cause}` };
    }
    if (error instanceof NoPlainFile || (error instanceof Error && 'syscall' in error)) {
      return { trouble: 'disk', message: error.message };
    }
    throw error;
  }
}
