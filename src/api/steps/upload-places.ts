import { Refusal, fault } from '../../kernel/errors.ts';

/** Seconds after which a TPP with too many uploads under way should try again. */
const RETRY_AFTER_SECONDS = 1;

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
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      return new Refusal(429, [fault('headerInvalid', message)], { headers });
    }
    underWay.set(clientId, count + 1);
    return () => {
      const left = (underWay.get(clientId) ?? 1) - 1;
      if (left === 0) underWay.delete(clientId);
      else underWay.set(clientId, left);
    };
  };
}
