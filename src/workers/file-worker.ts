import { workerData } from 'piscina';
import { verifyPieces } from '../auth/signatures/detached.ts';
import type { CreditPassRequest, CreditPassResult } from '../domain/execution/credit-pass.ts';
import type { FoundPayments, SearchRequest, TableRequest } from '../domain/ports/file-search.ts';
import type {
  KeptFile,
  SealedFile,
  Slice,
  SliceRequest,
  SpooledFile,
} from '../domain/ports/files.ts';
import type { DetachedSignature } from '../domain/ports/signatures.ts';
import { KeptFileDamaged, SyncFailed } from '../domain/ports/unavailable.ts';
import type {
  FileFacts,
  FileMetadata,
  FileRules,
  ReceivedFile,
} from '../domain/records/payment.ts';
import { passCredits, slicePayments } from '../pipeline/kept.ts';
import { readerNamed, type ReaderName } from '../pipeline/read/index.ts';
import { examineFile } from '../pipeline/receive.ts';
import { searchPayments, tabulatePayments } from '../pipeline/search.ts';
import { FileKeeper } from '../store/files/folder/keep.ts';
import { hashSource, NoPlainFile, piecesOf, withSource } from '../store/files/source.ts';
import { VerifiedFiles } from '../store/files/folder/verified.ts';
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

/** A file that is to be judged, and by what. */
interface Examination {
  readonly file: SpooledFile;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
}

/** What a job answers when it cannot be done: an error would lose its kind on the way. */
export type Trouble =
  | { readonly trouble: 'disk'; readonly message: string }
  | { readonly trouble: 'sync'; readonly message: string }
  | { readonly trouble: 'damaged'; readonly sha256: string };

export function receive(job: Examination): ReceivedFile | Trouble {
  return orTrouble(() => {
    const received = judge(job);
    if (!received.accepted) return received;
    keeper.keep(job.file, received.facts.sha256);
    verified.vouchFor(received.facts);
    return received;
  });
}

export function examine(job: Examination): ReceivedFile | Trouble {
  return orTrouble(() => judge(job));
}

function judge({ file, metadata, rules }: Examination): ReceivedFile {
  return withSource(file, filesDirectory, (source) =>
    examineFile(source, hashSource(source), metadata, rules, reader),
  );
}

export function hash(file: SpooledFile): string | Trouble {
  return orTrouble(() => withSource(file, filesDirectory, hashSource));
}

export function verify(job: {
  readonly file: SpooledFile;
  readonly signature: DetachedSignature;
}): boolean | Trouble {
  return orTrouble(() =>
    withSource(job.file, filesDirectory, (source) => verifyPieces(job.signature, piecesOf(source))),
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

export function search(job: {
  readonly file: FileFacts;
  readonly request: SearchRequest;
}): FoundPayments | Trouble {
  return orTrouble(() => searchPayments(job.file, job.request, { reader, verified }));
}

export function tabulate(job: {
  readonly file: FileFacts;
  readonly request: TableRequest;
}): Uint8Array | Trouble {
  return orTrouble(() => tabulatePayments(job.file, job.request, { reader, verified }));
}

export function pass(job: {
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
