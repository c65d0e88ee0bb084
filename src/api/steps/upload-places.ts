import { refuse, type Refusal } from '../../kernel/errors.ts';
import { RETRY_SOON } from '../errors.ts';

/**
 * Bounds the uploads that a TPP has under way, so that slow ones cannot hold the memory that
 * others need. What it returns either gives the place back or is the refusal.
 */
export function createUploadPlaces(
  uploadsPerTpp: number,
): (clientId: string) => (() => void) | Refusal {
  const underWay = new Map<string, number>();
  return (clientId) => {
    const count = underWay.get(clientId) ?? 0;
    if (count >= uploadsPerTpp) {
      const message = `At most ${String(uploadsPerTpp)} uploads may be under way at once.`;
      return refuse(429, 'headerInvalid', message, { headers: RETRY_SOON });
    }
    underWay.set(clientId, count + 1);
    return () => {
      const left = (underWay.get(clientId) ?? 1) - 1;
      if (left === 0) underWay.delete(clientId);
      else underWay.set(clientId, left);
    };
  };
}
