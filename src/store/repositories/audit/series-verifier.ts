import type { MissingEntries } from '../../../domain/records/audit.ts';
import type { AuditRow } from './audit-chain.ts';

/** Position of an entry in its node's series. Null or absent: it belongs to no series. */
type SeriesPosition = Pick<AuditRow, 'writer' | 'number'>;

/**
 * Finds missing and repeated numbers in the series of the nodes. The entries must be in log order.
 */
export class SeriesVerifier {
  readonly #last: Map<string, number>;

  /** @param last the last number of each series so far */
  constructor(last: ReadonlyMap<string, number> = new Map()) {
    this.#last = new Map(last);
  }

  /** Checks the next entry. Returns the missing numbers if there is a gap before it. */
  verify({ writer, number }: SeriesPosition): 'next' | 'repeated' | MissingEntries {
    if (typeof writer !== 'string' || typeof number !== 'number') return 'next';
    const last = this.#last.get(writer) ?? 0;
    if (number <= last) return 'repeated';
    this.#last.set(writer, number);
    return number === last + 1 ? 'next' : { writer, from: last + 1, to: number - 1 };
  }
}
