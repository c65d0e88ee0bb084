import { refuse, type Refusal } from '../../shared/errors.ts';
import { RETRY_SOON } from '../errors.ts';

/** How many transfers of one kind may be under way at once, on this node. */
export interface PlaceLimits {
  readonly kind: 'uploads' | 'downloads';
  readonly perTpp: number;
  /** Of all TPPs together; null: no limit of its own. */
  readonly inAll: number | null;
}

/** Takes a place for a transfer of an organisation: returns how to give it back, or a refusal. */
export type TakePlace = (organisationId: string) => (() => void) | Refusal;

/**
 * Bounds the transfers that TPPs have under way, so that slow ones cannot hold the memory that
 * others need. More of one TPP is 429, more in all is 503, both with `Retry-After`.
 */
export function createPlaces({ kind, perTpp, inAll }: PlaceLimits): TakePlace {
  const underWay = new Map<string, number>();
  let all = 0;
  return (organisationId) => {
    const count = underWay.get(organisationId) ?? 0;
    if (count >= perTpp) {
      const message = `At most ${String(perTpp)} ${kind} may be under way at once.`;
      return refuse(429, 'headerInvalid', message, { headers: RETRY_SOON });
    }
    if (inAll !== null && all >= inAll) {
      const message = `Too many ${kind} are under way. Nothing was done; try again.`;
      return refuse(503, 'unexpectedError', message, { headers: RETRY_SOON });
    }
    underWay.set(organisationId, count + 1);
    all += 1;
    return () => {
      all -= 1;
      const left = (underWay.get(organisationId) ?? 1) - 1;
      if (left === 0) underWay.delete(organisationId);
      else underWay.set(organisationId, left);
    };
  };
}
