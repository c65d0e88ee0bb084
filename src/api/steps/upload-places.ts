import { refuse, type Refusal } from '../../kernel/errors.ts';
import { RETRY_SOON } from '../errors.ts';

/**
 * Bounds the uploads that a TPP has under way, so that slow ones cannot hold the memory that
 * others need. What it returns either gives the place back or is the refusal.
 */
export function createUploadPlaces(
  uploadsPerTpp: number,
): (organisationId: string) => (() => void) | Refusal {
  const underWay = new Map<string, number>();
  return (organisationId) => {
    const count = underWay.get(organisationId) ?? 0;
    if (count >= uploadsPerTpp) {
      const message = `At most ${String(uploadsPerTpp)} uploads may be under way at once.`;
      return refuse(429, 'headerInvalid', message, { headers: RETRY_SOON });
    }
    underWay.set(organisationId, count + 1);
    return () => {
      const left = (underWay.get(organisationId) ?? 1) - 1;
      if (left === 0) underWay.delete(organisationId);
      else underWay.set(organisationId, left);
    };
  };
}
