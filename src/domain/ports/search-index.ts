import type { Instant } from '../../shared/time.ts';
import type { FileFacts, FilePayment } from '../records/payment.ts';
import type { StoredFile } from './files.ts';

/**
 * A record that the search index finds (docs/decisions, 159).
 *
 * - `file`: a consent with a payment file
 * - `consent`: a consent of another payment type
 * - `payment`: a payment under a VRP consent
 * - `audit`: a block of audit entries, named by its first sequence number
 */
export interface SearchSource {
  readonly kind: 'file' | 'consent' | 'payment' | 'audit';
  readonly id: string;
}

/** The searchable texts of a source. */
export interface SearchTexts {
  /** Fields whose whole text is searched for. Empty texts are not found. */
  readonly fields: readonly SearchField[];
  /** Names of payees and references, which are searched for by the beginnings of their words. */
  readonly names: readonly string[];
}

/** A field and its text, as it was sent. */
export interface SearchField {
  readonly name: SearchFieldName;
  readonly text: string;
}

/**
 * The fields that the index contains.
 *
 * - `identification`: end-to-end id or instruction id
 * - `reference`: reference of a payment, or its unstructured information if it has none
 * - `account`: account of a creditor or debtor
 * - `amount`: minor units and currency, for example `1050 GBP`
 * - `subject`: subject of an audit entry
 */
export type SearchFieldName = 'identification' | 'reference' | 'account' | 'amount' | 'subject';

/** A source that is added to the index. The texts of its payments are read from a file. */
export type NewSearchSource = SearchSource &
  (
    | { readonly kind: 'file'; readonly facts: FileFacts; readonly texts: SearchTexts }
    | { readonly kind: Exclude<SearchSource['kind'], 'file'>; readonly texts: SearchTexts }
  );

/** A part of the index: an immutable stored file. */
export interface SearchSegment extends StoredFile {
  /** The audit entries whose sources it contains, both inclusive. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Business times of the first and last of these entries. */
  readonly from: Instant;
  readonly to: Instant;
  readonly sources: number;
  readonly entries: number;
}

/** The stored file of a segment, with the numbers of its sources and entries. */
export type WrittenSegment = Pick<SearchSegment, 'sha256' | 'bytes' | 'sources' | 'entries'>;

/**
 * A condition for a payment. `fields`: it has all these fields, compared as a whole. `words`: each
 * of the words begins a word of its names.
 */
export type SearchTerm =
  | { readonly kind: 'fields'; readonly fields: readonly SearchField[] }
  | { readonly kind: 'words'; readonly words: string };

/** Requests payments that match one of the terms, from index `cursor` on. */
export interface LocateRequest {
  readonly terms: readonly SearchTerm[];
  readonly cursor: number;
  readonly limit: number;
}

/** Matching payments of a file, in its order. */
export interface LocatedPayments {
  readonly payments: readonly FilePayment[];
  /** Index at which the next request starts. Null at the end of the file. */
  readonly nextCursor: number | null;
}

/** Writes and merges segments, and reads files for them, in worker threads. */
export interface SearchWorkers {
  /**
   * Writes and stores a segment durably. The sources are in order of age. Rejects with
   * StoredFileDamaged if the file of a source is damaged. The caller then leaves that source out.
   */
  writeSegment(sources: readonly NewSearchSource[]): Promise<WrittenSegment>;
  /**
   * Merges adjacent segments, in their order, into one. Stores it durably. Rejects with
   * StoredFileDamaged if a segment is damaged.
   */
  mergeSegments(segments: readonly StoredFile[]): Promise<WrittenSegment>;
  /** Returns matching payments of a stored file. */
  locate(file: FileFacts, request: LocateRequest): Promise<LocatedPayments>;
}

/** Reads stored segments. */
export interface SearchSegments {
  /**
   * Returns the sources that may match one of the terms, newest first. A source can be returned
   * that does not match, because its conditions are compared as hashes and not for one payment.
   * Callers therefore compare the payment itself. Throws StoredFileDamaged.
   */
  lookUp(segment: StoredFile, terms: readonly SearchTerm[]): Promise<readonly SearchSource[]>;
}

/** The list of the segments of the search index. Their ranges are contiguous, from entry 1 on. */
export interface SearchStore {
  /** Returns all segments, in the order of their ranges. */
  listSearchSegments(): Promise<readonly SearchSegment[]>;
  /**
   * Adds a segment after the last one. Returns false, and stores nothing, if its range does not
   * begin there, because another node has added a segment.
   */
  addSearchSegment(segment: SearchSegment): Promise<boolean>;
  /**
   * Replaces adjacent segments by one segment of the same range. Returns false, and stores nothing,
   * if one of them does not exist any more.
   */
  replaceSearchSegments(
    replaced: readonly SearchSegment[],
    merged: SearchSegment,
  ): Promise<boolean>;
  /** Returns the number of audit entries after the last segment. */
  countUnindexedEntries(): Promise<number>;
  /** Removes all segments, so that the index is built again. Returns their number. */
  clearSearchSegments(): Promise<number>;
}
