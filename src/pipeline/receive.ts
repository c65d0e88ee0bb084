import type { Holidays, SpooledFile } from '../domain/ports/ports.ts';
import type { FileCheck } from '../domain/records/file-check.ts';
import type {
  FileFacts,
  FileMetadata,
  FileRules,
  ReceivedFile,
} from '../domain/records/payment.ts';
import { FaultList } from '../kernel/errors.ts';
import type { Instant } from '../kernel/time.ts';
import { checkFile } from './check-file.ts';
import { classify, executionGroups } from './classify.ts';
import { foresee } from './foresee.ts';
import type { FileKeeper } from './persist.ts';
import { hashSource, withSource } from './source.ts';
import { RunningTally } from './tally.ts';
import type { FileReader } from './types.ts';
import { uploadCheck } from './validate.ts';

/** What reads an upload, and where it is kept. */
export interface Reception {
  readonly reader: FileReader;
  readonly keeper: FileKeeper;
}

/**
 * Receives an upload: examine → persist. The file's facts when all is well, and then the file is
 * kept; otherwise every fault, and nothing is kept.
 */
export function receiveFile(
  file: SpooledFile,
  metadata: FileMetadata,
  rules: FileRules,
  { reader, keeper }: Reception,
): ReceivedFile {
  const received = examineFile(file, metadata, rules, reader);
  if (received.accepted) keeper.keep(file, received.facts.sha256);
  return received;
}

/** Judges a file: hash → read → validate → classify. Its facts, or every fault; keeps nothing. */
export function examineFile(
  file: SpooledFile,
  metadata: FileMetadata,
  rules: FileRules,
  reader: FileReader,
): ReceivedFile {
  const faults = new FaultList(rules.maxFaults);
  const tally = new RunningTally();
  const check = uploadCheck(metadata, rules, tally.mixture);
  const { sha256, read } = withSource(file, (source) => ({
    sha256: hashSource(source),
    read: reader.read(source, check, tally.add, faults),
  }));
  checkFile({ sha256, read, tally, metadata, rules }, faults);
  if (!faults.isEmpty) {
    return { accepted: false, sha256, faults: faults.faults, total: faults.total };
  }
  const facts: FileFacts = {
    sha256,
    bytes: file.bytes,
    payments: tally.payments,
    totalPence: tally.totalPence,
    classification: classify(tally),
    groups: executionGroups(tally),
    requestedDate: metadata.requestedDate,
    ...(check.namesToday() ? { namedToday: rules.today } : {}),
    debitReference: tally.debitReference,
    pageOffsets: tally.pageOffsets,
  };
  return { accepted: true, facts };
}

/** What a check tells of a file that was examined (docs/decisions, 72). */
export function tellCheck(
  bytes: number,
  received: ReceivedFile,
  at: Instant,
  holidays: Holidays,
): FileCheck {
  if (!received.accepted) return { at, bytes, ...received };
  return { at, bytes, ...received, foreseen: foresee(received.facts, at, holidays) };
}

/** SHA-256 of an upload, hex. */
export function hashFile(file: SpooledFile): string {
  return withSource(file, hashSource);
}
