import type { Pence } from '../../shared/money.ts';
import type { Consent } from './records.ts';

/**
 * The restrictions that the customer added to a permission (a VRP consent) after approving it
 * (docs/decisions, 150). They never exceed the terms of the consent.
 */
export interface Restrictions {
  /** True while the customer has paused the permission. The TPP can make no payments then. */
  readonly isPaused: boolean;
  /** The customer's own maximum of one payment. Null if the customer has set none. */
  readonly maximumPence: Pence | null;
  /**
   * The customer's own limit for each of the consent's periodic limits, in their order. An entry is
   * null or absent if the customer has set none.
   */
  readonly periodPence: readonly (Pence | null)[];
}

/** The members of the restrictions that a customer changes. The others stay as they are. */
export type RestrictionChange = Partial<Restrictions>;

const UNRESTRICTED: Restrictions = { isPaused: false, maximumPence: null, periodPence: [] };

/** Returns the restrictions of a consent. */
export function restrictionsOf({ restrictions }: Pick<Consent, 'restrictions'>): Restrictions {
  return restrictions === null ? UNRESTRICTED : (JSON.parse(restrictions) as Restrictions);
}

/** Returns a consent with changed restrictions. */
export function restricted(consent: Consent, change: RestrictionChange): Consent {
  return {
    ...consent,
    restrictions: JSON.stringify({ ...restrictionsOf(consent), ...change }),
  };
}

/** Returns the lower of an agreed limit and the customer's own one. */
export function lowerOf(agreed: Pence, own: Pence | null | undefined): Pence {
  return own === null || own === undefined ? agreed : Math.min(agreed, own);
}
