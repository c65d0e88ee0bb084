import type { Instant } from '../../shared/time.ts';
import type { FileFacts, FilePayment } from '../records/payment.ts';
import type { StoredFile } from './files.ts';

/**
 * What the search index finds (docs/decisions, 159). `file`: a consent with a payment file.
 * `consent`: a consent of another payment type. `payment`: a payment under a VRP consent. `audit`: a block of
 * audit entries, named by its first sequence number.
 */
export interface SearchSource {
  readonly kind: 'file' | 'consent' | 'payment' | 'audit';
  readonly id: string;
}

/** The texts by which a source is found. */
export interface SearchTexts {
  /** Fields whose whole text is searched for. */
  readonly fields: readonly SearchField[];
  /** Names of payees and references, which are also searched for by the beginnings of their words. */
  readonly names: readonly string[];
}

/** A field and its text, as it was sent. */
export interface SearchField {
  readonly name: SearchFieldName;
  readonly text: string;
}

/**
 * The fields that the index contains. `identification`: end-to-end id or instruction id. `account`: account of a
 * creditor or debtor. `amount`: minor units and currency, for example `1050 GBP`. `subject`: subject of an audit entry.
 */
export type SearchFieldName = 'identification' | 'reference' | 'account' | 'amount' | 'subject';

/** A source that is added to the index. The texts of a file are read from it. */
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

/** The stored file of a segment, and what it contains. */
export type WrittenSegment = Pick<SearchSegment, 'sha256' | 'bytes' | 'sources' | 'entries'>;

/** What to find. A text of a field is compared as a whole, each word of a name by its beginning. */
export type SearchTerm =
  | { readonly kind: 'fields'; readonly fields: readonly SearchField[] }
  | { readonly kind: 'words'; readonly words: string };

/** Writes and merges segments, and reads files for them, in worker threads. */
export interface SearchWorkers {
  /** Writes and stores a segment durably. */
  writeSegment(sources: readonly NewSearchSource[]): Promise<WrittenSegment>;
  /** Merges adjacent segments, in their order, into one. Stores it durably. */
  mergeSegments(segments: readonly StoredFile[]): Promise<WrittenSegment>;
  /** Returns at most `limit` payments of a stored file that match one of the terms, from index `cursor` on. */
  locate(
    file: FileFacts,
    request: {
      readonly terms: readonly SearchTerm[];
      readonly cursor: number;
      readonly limit: number;
    },
  ): Promise<{ readonly payments: readonly FilePayment[]; readonly nextCursor: number | null }>;
}

/** Reads stored segments. */
export interface SearchSegments {
  /**
   * Returns sources that may match one of the terms, newest first. A source can be returned that does not match (hash
   * collision), so callers compare the payment itself.
   */
  lookUp(segment: StoredFile, terms: readonly SearchTerm[]): Promise<readonly SearchSource[]>;
}
