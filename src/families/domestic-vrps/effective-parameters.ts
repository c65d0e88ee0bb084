import type { Consent } from '../../domain/records/records.ts';
import { lowerOf, restrictionsOf } from '../../domain/records/restrictions.ts';
import { formatAmount, type Pence } from '../../shared/money.ts';
import { penceOf } from '../common/initiations.ts';
import type { Parameters } from './agreement.ts';

/**
 * Returns the control parameters that apply to payments: the agreed ones of the consent, with the
 * lower limits that the customer has set since.
 */
export function effectiveParameters(
  agreed: Parameters,
  consent: Pick<Consent, 'restrictions'>,
): Parameters {
  if (consent.restrictions === null) return agreed;
  const { maximumPence, periodPence } = restrictionsOf(consent);
  const { MaximumIndividualAmount: maximum, PeriodicLimits: limits } = agreed;
  return {
    ...agreed,
    ...(maximum && { MaximumIndividualAmount: lowered(maximum, maximumPence) }),
    ...(limits && { PeriodicLimits: limits.map((one, index) => lowered(one, periodPence[index])) }),
  };
}

function lowered<Limit extends { readonly Amount: string }>(
  limit: Limit,
  own: Pence | null | undefined,
): Limit {
  return { ...limit, Amount: formatAmount(lowerOf(penceOf(limit), own)) };
}
