import { workerData } from 'piscina';
import { PieceSigner, verifyPieces } from '../auth/signatures/detached.ts';
import type { CreditPassRequest, CreditPassResult } from '../domain/execution/credit-pass.ts';
import type {
  FoundPayments,
  SearchRequest,
  PaymentFilter,
  TableRequest,
} from '../domain/ports/file-search.ts';
import type {
  FoundPayment,
  MessagesRequest,
  PaymentsRequest,
  StoredFile,
  SignedFile,
  Slice,
  SliceRequest,
  SpooledFile,
} from '../domain/ports/files.ts';
import type {
  LocatedPayments,
  LocateRequest,
  NewSearchSource,
  WrittenSegment,
} from '../domain/ports/search-index.ts';
import type { DetachedSignature, UnsignedMessage } from '../domain/ports/signatures.ts';
import type { PageRequest, WrittenPage } from '../domain/ports/statements.ts';
import { StoredFileDamaged, StoreUnavailable, SyncFailed } from '../domain/ports/storage-errors.ts';
import type {
  FileFacts,
  FileMetadata,
  FileRules,
  ReceivedFile,
} from '../domain/records/payment.ts';
import type { PreviewedFile } from '../domain/records/file-check.ts';
import type { NewMessage } from '../domain/schemes/hand-over.ts';
import type { SendingBank } from '../domain/schemes/messages.ts';
import { passCredits, slicePayments, type StoredFileAccess } from '../pipeline/stored-file-jobs.ts';
import { readersNamed, type ReaderName } from '../pipeline/read/index.ts';
import { examineFile, previewFile } from '../pipeline/examine-file.ts';
import { searchPayments, tabulatePayments } from '../pipeline/search.ts';
import { locatePayments } from '../pipeline/search-index.ts';
import { writeStatementPage as pageOf } from '../pipeline/statements/pages.ts';
import { expectDefined } from '../shared/assert.ts';
import { openStoredFiles } from '../store/files/open-stored-files.ts';
import type { FilesLocation } from '../store/files/location.ts';
import { openRanges } from '../store/files/ranges.ts';
import { hashSource, NotRegularFile, piecesOf, withSource } from '../store/files/source.ts';
import { mergeSegments as mergeSegmentsOf, writeSegment as writeSegmentOf } from './search-jobs.ts';
import { lowerThreadPriority } from './thread-priority.ts';
import {
  findPayments as findPaymentsOf,
  writeMessages as writeMessagesOf,
} from './write-messages.ts';

/** The settings that the pool passes to each of its worker threads. */
export interface FileWorkerSettings extends FilesLocation {
  readonly reader: ReaderName;
  /** The identification of this bank in messages to schemes. Null if the schemes are simulated. */
  readonly bank: SendingBank | null;
  /** Number of syncs that failed, in memory that all threads share. */
  readonly failedSyncs: Int32Array;
}

if (process.platform === 'linux') lowerThreadPriority();

const settings = workerData as FileWorkerSettings;
const { filesDirectory, reader: readerName, failedSyncs } = settings;
const readerOf = readersNamed(readerName);
const storedFiles = openStoredFiles(settings, () => performance.now());
const searchFiles = { storedFiles, readRange: openRanges(settings), readerOf, filesDirectory };

/** A file that a worker thread validates, with its metadata and rules. */
interface Examination {
  readonly file: SpooledFile;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
}

/**
 * The failure of a job. The worker returns it and does not throw it, because an error would lose
 * its class on the way to another thread.
 */
export type JobFailure =
  | { readonly failure: 'unavailable'; readonly message: string }
  | { readonly failure: 'sync'; readonly message: string }
  | { readonly failure: 'damaged'; readonly sha256: string };

type Answer<Result> = Promise<Result | JobFailure>;

export function receive(job: Examination): Answer<ReceivedFile> {
  return reportFailure(async () => {
    const received = judge(job, examineFile);
    if (received.accepted) await storedFiles.store(job.file, received.facts.sha256);
    return received;
  });
}

export function examine(job: Examination): Answer<PreviewedFile> {
  return reportFailure(() => judge(job, previewFile));
}

function judge<Result>(
  { file, metadata, rules }: Examination,
  examineWith: (...parameters: Parameters<typeof examineFile>) => Result,
): Result {
  return withSource(file, filesDirectory, (source) =>
    examineWith(source, hashSource(source), metadata, rules, readerOf),
  );
}

export function hash(file: SpooledFile): Answer<string> {
  return reportFailure(() => withSource(file, filesDirectory, hashSource));
}

export function verify(job: {
  readonly file: SpooledFile;
  readonly signature: DetachedSignature;
}): Answer<boolean> {
  return reportFailure(() =>
    withSource(job.file, filesDirectory, (source) => verifyPieces(job.signature, piecesOf(source))),
  );
}

export function keep(job: {
  readonly file: SpooledFile;
  readonly sha256: string;
}): Answer<undefined> {
  return reportFailure(async () => {
    await storedFiles.store(job.file, job.sha256);
    return undefined;
  });
}

export function check(file: StoredFile): Answer<undefined> {
  return reportFailure(async () => {
    await storedFiles.check(file);
    return undefined;
  });
}

export function seal(job: {
  readonly file: StoredFile;
  readonly message: UnsignedMessage | null;
}): Answer<SignedFile> {
  return reportFailure(async () => {
    if (job.message === null) return { ...(await storedFiles.checksum(job.file)), signature: null };
    const signer = new PieceSigner(job.message);
    const checksummed = await storedFiles.checksum(job.file, (piece) => {
      signer.add(piece);
    });
    return { ...checksummed, signature: signer.end() };
  });
}

export function slice(job: {
  readonly file: FileFacts;
  readonly request: SliceRequest;
}): Answer<Slice> {
  return withVerifiedFiles([job.file], (files) => slicePayments(job.file, job.request, files));
}

export function search(job: {
  readonly file: FileFacts;
  readonly request: SearchRequest;
}): Answer<FoundPayments> {
  return withVerifiedFiles(filesOf(job), (files) => searchPayments(job.file, job.request, files));
}

export function tabulate(job: {
  readonly file: FileFacts;
  readonly request: TableRequest;
}): Answer<Uint8Array> {
  return withVerifiedFiles(filesOf(job), (files) => tabulatePayments(job.file, job.request, files));
}

export function writeStatementPage(job: {
  readonly file: FileFacts;
  readonly request: PageRequest;
}): Answer<WrittenPage> {
  return withVerifiedFiles([job.file], (files) => pageOf(job.file, job.request, files));
}

export function sign(job: {
  readonly file: SpooledFile;
  readonly message: UnsignedMessage;
}): Answer<string> {
  return reportFailure(() =>
    withSource(job.file, filesDirectory, (source) => {
      const signer = new PieceSigner(job.message);
      for (const piece of piecesOf(source)) signer.add(piece);
      return signer.end();
    }),
  );
}

export function pass(job: {
  readonly file: FileFacts;
  readonly request: CreditPassRequest;
}): Answer<CreditPassResult> {
  return withVerifiedFiles([job.file], (files) => passCredits(job.file, job.request, files));
}

export function writeMessages(job: {
  readonly file: FileFacts;
  readonly request: MessagesRequest;
}): Answer<readonly NewMessage[]> {
  return reportFailure(() => {
    const bank = expectDefined(settings.bank ?? undefined, 'the bank as it names itself');
    return writeMessagesOf({ ...job, bank }, storedFiles, { readerOf, filesDirectory });
  });
}

export function findPayments(job: {
  readonly file: FileFacts;
  readonly request: PaymentsRequest;
}): Answer<readonly FoundPayment[]> {
  return withVerifiedFiles([job.file], (files) => findPaymentsOf(job, files));
}

export function writeSegment(sources: readonly NewSearchSource[]): Answer<WrittenSegment> {
  return reportFailure(() => writeSegmentOf(sources, searchFiles));
}

export function mergeSegments(segments: readonly StoredFile[]): Answer<WrittenSegment> {
  return reportFailure(() => mergeSegmentsOf(segments, searchFiles));
}

export function locate(job: {
  readonly file: FileFacts;
  readonly request: LocateRequest;
}): Answer<LocatedPayments> {
  return withVerifiedFiles([job.file], (files) => locatePayments(job.file, job.request, files));
}

/** Returns the files that a search job reads. */
function filesOf(job: { readonly file: FileFacts; readonly request: PaymentFilter }) {
  const { earlier } = job.request;
  return earlier === null ? [job.file] : [job.file, earlier];
}

function withVerifiedFiles<Result>(
  files: readonly StoredFile[],
  job: (files: StoredFileAccess) => Result,
): Answer<Result> {
  return reportFailure(() =>
    storedFiles.withFiles(files, (verified) => job({ readerOf, verified })),
  );
}

/**
 * Runs a job and returns its expected errors as a JobFailure. Other errors are bugs and are thrown.
 */
async function reportFailure<Result>(job: () => Promise<Result> | Result): Answer<Result> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof StoredFileDamaged) return { failure: 'damaged', sha256: error.sha256 };
    if (error instanceof SyncFailed) {
      Atomics.add(failedSyncs, 0, 1);
      const cause = error.cause instanceof Error ? ` ${error.cause.message}` : '';
      return { failure: 'sync', message: `${error.message}${cause}` };
    }
    if (isStorageError(error)) return { failure: 'unavailable', message: error.message };
    throw error;
  }
}

function isStorageError(error: unknown): error is Error {
  if (error instanceof StoreUnavailable || error instanceof NotRegularFile) return true;
  return error instanceof Error && 'syscall' in error;
}
