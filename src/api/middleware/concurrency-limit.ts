import { refuse, type Refusal } from '../../shared/errors.ts';
import { RETRY_SOON } from '../errors.ts';

/** Maximum numbers of concurrent transfers of one kind, on this node. */
export interface ConcurrencyLimits {
  readonly kind: 'uploads' | 'downloads';
  readonly perTpp: number;
  /** Maximum of all TPPs together. Null: unlimited. */
  readonly inAll: number | null;
}

/** Acquires a slot for a transfer of an organisation. Returns its release function, or an error. */
export type AcquireSlot = (organisationId: string) => (() => void) | Refusal;

/**
 * Limits the concurrent transfers of TPPs, so that slow transfers cannot use the memory that others
 * need. Returns 429 above the limit per TPP and 503 above the total limit, with `Retry-After`.
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
