import {
  dayAhead,
  planApprovedByTwo,
  planDomestic,
  planStandingOrder,
  planVrps,
} from './orders.ts';
import type { Beginning, Cancels, Kind, Plan } from './plan.ts';

/**
 * Kinds of stories without a file. In each, a customer cancels a payment or revokes a consent at
 * the bank.
 */
export const ENDED_ORDERS: readonly Kind[] = [
  { name: 'approved-or-cancelled', weight: 4, plan: planApprovedOrCancelled },
  {
    name: 'scheduled-cancelled',
    weight: 3,
    plan: (story) => ({ ...planDomestic(story, dayAhead(story)), cancels: cancelsAhead(story) }),
  },
  {
    name: 'standing-order-cancelled',
    weight: 4,
    plan: (story) => ({ ...planStandingOrder(story), cancels: cancelsAhead(story) }),
  },
  { name: 'vrp-revoked', weight: 3, plan: planVrpsRevoked },
];

/**
 * Payments whose consent is revoked while several of them are in progress. The limit is high enough
 * for all of them.
 */
const REVOKED = { payments: [6, 12], pence: [1, 30], limitPence: [50_00, 50_00] } as const;

/**
 * Plans when an order is cancelled: right after it was accepted for half of the stories, and while
 * the clock jumps over its day for the others.
 */
function cancelsAhead({ number }: Beginning): Cancels {
  return { user: 'clara', when: number % 2 === 0 ? 'taken' : 'due', status: 'Cancelled' };
}

/** Plans a payment that its last approver approves while a third user cancels it. */
function planApprovedOrCancelled(story: Beginning): Plan {
  const cancels = { user: 'dina', when: 'approved', status: 'Rejected' } as const;
  return { ...planApprovedByTwo(story, 0), cancels };
}

function planVrpsRevoked(story: Beginning): Plan {
  return { ...planVrps(story, REVOKED), revokedBy: 'clara' };
}
