import type { MissingEntries } from '../../../domain/records/audit.ts';
import type { AuditRow } from './audit-chain.ts';

/**
 * Number of an audit entry in its writer series. Null or absent if the entry belongs to no series.
 */
type SeriesPosition = Pick<AuditRow, 'writer' | 'number'>;

/**
 * Finds missing and repeated numbers in the writer series of the nodes. Pass it the entries in the
 * order of the log.
 */
export class SeriesVerifier {
  readonly #last: Map<string, number>;

  /** @param last the last number that was already verified, for each series */
  constructor(last: ReadonlyMap<string, number> = new Map()) {
    this.#last = new Map(last);
  }

  /** Checks the next entry. If numbers are missing before this entry, returns them. */
  verify({ writer, number }: SeriesPosition): 'next' | 'repeated' | MissingEntries {
    if (typeof writer !== 'string' || typeof number !== 'number') return 'next';
    const last = this.#last.get(writer) ?? 0;
    if (number <= last) return 'repeated';
    this.#last.set(writer, number);
    return number === last + 1 ? 'next' : { writer, from: last + 1, to: number - 1 };
  }
}
