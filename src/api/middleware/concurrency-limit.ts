import { refuse, type Refusal } from '../../shared/errors.ts';
import { RETRY_SOON } from '../errors.ts';

/** The maximum numbers of concurrent requests of one kind on this node. */
export interface ConcurrencyLimits {
  readonly kind: 'uploads' | 'downloads' | 'long polls' | 'test events';
  readonly perTpp: number;
  /** Maximum for all TPPs together. Null means unlimited. */
  readonly inAll: number | null;
}

/**
 * Reserves a slot for an upload or download of an organisation. Returns a function that releases
 * the slot, or an error if none is free.
 */
export type AcquireSlot = (organisationId: string) => (() => void) | Refusal;

/**
 * Limits how many uploads or downloads TPPs may run at the same time, so that slow ones cannot use
 * the memory that others need. Above the limit for each TPP it returns 429, and above the total
 * limit 503, both with `Retry-After`.
 */
export function createConcurrencyLimit({ kind, perTpp, inAll }: ConcurrencyLimits): AcquireSlot {
  const underWay = new Map<string, number>();
  let all = 0;
  return (organisationId) => {
    const count = underWay.get(organisationId) ?? 0;
    if (count >= perTpp) {
      const message = `A TPP can have at most ${String(perTpp)} concurrent ${kind}. Try again later.`;
      return refuse(429, 'headerInvalid', message, { headers: RETRY_SOON });
    }
    if (inAll !== null && all >= inAll) {
      const message = `Too many concurrent ${kind}. Nothing was changed. Try again.`;
      return refuse(503, 'unexpectedError', message, { headers: RETRY_SOON });
    }
    underWay.set(organisationId, count + 1);
    all += 1;
    return () => {
      all -= 1;
      const remaining = (underWay.get(organisationId) ?? 1) - 1;
      if (remaining === 0) underWay.delete(organisationId);
      else underWay.set(organisationId, remaining);
    };
  };
}
