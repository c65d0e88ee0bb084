import type { Holidays } from '../domain/ports/bank.ts';
import type { ByteSource } from '../domain/ports/files.ts';
import type { FileCheck, PreviewedFile } from '../domain/records/file-check.ts';
import type {
  FileFacts,
  FileMetadata,
  FileRules,
  ReceivedFile,
} from '../domain/records/payment.ts';
import { FaultList } from '../shared/errors.ts';
import type { Instant } from '../shared/time.ts';
import { checkWholeFile } from './check-whole-file.ts';
import { classify, executionGroups } from './classify.ts';
import { previewExecution } from './preview.ts';
import { RunningTally } from './tally.ts';
import { PayeeTextTally } from './payee-texts.ts';
import type { PaymentView, ReaderOf } from './types.ts';
import { uploadCheck } from './validate.ts';

/**
 * Reads, validates and classifies a file. Returns the facts of an accepted file, or the faults of a
 * rejected one. Stores nothing.
 *
 * @param sha256 of all bytes of the source, hex
 */
export function examineFile(
  source: ByteSource,
  sha256: string,
  metadata: FileMetadata,
  rules: FileRules,
  readerOf: ReaderOf,
): ReceivedFile {
  const faults = new FaultList(rules.maxFaults);
  const tally = new RunningTally(rules.today);
  const check = uploadCheck(metadata, rules, tally.mixture);
  const result = readerOf(metadata.fileType).read(source, check, tally.add, faults);
  checkWholeFile({ sha256, read: result, tally, metadata, rules }, faults);
  if (!faults.isEmpty) {
    return { accepted: false, sha256, faults: faults.faults, total: faults.total };
  }
  const facts: FileFacts = {
    fileType: metadata.fileType,
    sha256,
    bytes: source.bytes,
    payments: tally.payments,
    totalPence: tally.totalPence,
    classification: classify(tally),
    groups: executionGroups(tally),
    requestedDate: metadata.requestedDate,
    ...(check.namesToday() ? { namedToday: rules.today } : {}),
    debitReference: tally.debitReference,
    pageOffsets: tally.pageOffsets,
    ...(result.message === undefined
      ? {}
      : { pageHeaders: tally.pageHeaders, message: result.message }),
  };
  return { accepted: true, facts };
}

/**
 * Examines a file like `examineFile`, and also finds the texts that schemes change before payees
 * receive them.
 */
export function previewFile(...parameters: Parameters<typeof examineFile>): PreviewedFile {
  const [source, , metadata, rules, readerOf] = parameters;
  const received = examineFile(...parameters);
  if (!received.accepted) return received;
  const texts = new PayeeTextTally();
  const visit = (payment: PaymentView): boolean => {
    texts.add(payment);
    return true;
  };
  const check = uploadCheck(metadata, rules);
  readerOf(metadata.fileType).read(source, check, visit, new FaultList(rules.maxFaults));
  return { ...received, texts: texts.result() };
}

/**
 * Returns the result of a file check, with a preview of the execution for an accepted file
 * (docs/decisions, 72).
 */
export function checkReport(
  bytes: number,
  received: PreviewedFile,
  at: Instant,
  holidays: Holidays,
): FileCheck {
  if (!received.accepted) return { at, bytes, ...received };
  return { at, bytes, ...received, preview: previewExecution(received.facts, at, holidays) };
}
