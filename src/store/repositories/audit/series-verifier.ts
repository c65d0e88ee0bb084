import type { MissingEntries } from '../../../domain/records/audit.ts';
import type { AuditRow } from './audit-chain.ts';

/** A place in a series as an entry has it; null or absent where it is in none. */
type Place = Pick<AuditRow, 'writer' | 'number'>;

/**
 * A walk along entries in their order, which finds numbers that are missing in a series, or come
 * again.
 */
export class SeriesVerifier {
  readonly #last: Map<string, number>;

  /** @param last the number that each series has come to already */
  constructor(last: ReadonlyMap<string, number> = new Map()) {
    this.#last = new Map(last);
  }

  /** Takes the next entry: whether it follows, or the numbers that are missing before it. */
  take({ writer, number }: Place): 'next' | 'repeated' | MissingEntries {
    if (typeof writer !== 'string' || typeof number !== 'number') return 'next';
    const last = this.#last.get(writer) ?? 0;
    if (number <= last) return 'repeated';
    this.#last.set(writer, number);
    return number === last + 1 ? 'next' : { writer, from: last + 1, to: number - 1 };
  }
}
