import type { KnownSoftware } from '../../../domain/records/access.ts';
import type { VerifiedGrant } from '../../../domain/records/records.ts';
import type { DbCommand } from '../engine.ts';

/** What was found by a name, where an engine remembers it. */
export interface LookupCache<Found> {
  /** What was found by that name before; else what `find` finds now. */
  get(
    name: string,
    find: (name: string) => DbCommand<Found | undefined>,
  ): DbCommand<Found | undefined>;
}

/** Who may come in, for as long as no row changes that says so (docs/decisions, 87). */
export interface AccessCache {
  /** What tokens are good for, by their SHA-256. */
  readonly grants: LookupCache<VerifiedGrant>;
  /** The software of clients, by the clients' ids. */
  readonly software: LookupCache<KnownSoftware>;
}
