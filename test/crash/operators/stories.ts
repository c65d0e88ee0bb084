import { dayAhead, planDomestic, planVrps } from '../orders.ts';
import type { Beginning, Kind, Plan } from '../plan.ts';

/** Payments under a permission that operators may end after all of them were submitted. */
const ENDED = { payments: [1, 3], pence: [1, 30], limitPence: [50_00, 50_00] } as const;

/**
 * Plans a scheduled payment that operators may hold. If they release it after its day, it is booked
 * later, so its entries may appear on any day.
 */
function planHeld(story: Beginning): Plan {
  return {
    ...planDomestic(story, dayAhead(story)),
    payments: planDomestic(story, null).payments,
    cancels: { user: '', when: 'held', status: 'InitiationFailed' },
  };
}

/**
 * Kinds of stories in which operators take part. A step of `abandoned` may be parked while the
 * service is down, and then two operators abandon it.
 */
export const OPERATED: readonly Kind[] = [
  {
    name: 'abandoned',
    weight: 8,
    plan: (story) => ({
      ...planDomestic(story, dayAhead(story)),
      cancels: { user: '', when: 'abandoned', status: 'InitiationFailed' },
    }),
  },
  { name: 'held', weight: 25, plan: planHeld },
  {
    name: 'permission-ended',
    weight: 6,
    plan: (story) => ({ ...planVrps(story, ENDED), isEndedByOperators: true }),
  },
];
