import {
  dayAhead,
  planApprovedByTwo,
  planDomestic,
  planStandingOrder,
  planVrps,
} from './orders.ts';
import type { Beginning, Cancels, Kind, Plan } from './plan.ts';

/** Stories without a file in which the customer cancels or revokes something at the bank. */
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

/** As many payments as are in progress at the revocation, with a limit that allows all of them. */
const REVOKED = { payments: [6, 12], pence: [1, 30], limitPence: [50_00, 50_00] } as const;

/** Half of them are cancelled at once, and half while the clock jumps over their day. */
function cancelsAhead({ number }: Beginning): Cancels {
  return { user: 'clara', when: number % 2 === 0 ? 'taken' : 'due', status: 'Cancelled' };
}

/** The last approver approves while a third user cancels. */
function planApprovedOrCancelled(story: Beginning): Plan {
  const cancels = { user: 'dina', when: 'approved', status: 'Rejected' } as const;
  return { ...planApprovedByTwo(story, 0), cancels };
}

function planVrpsRevoked(story: Beginning): Plan {
  return { ...planVrps(story, REVOKED), revokedBy: 'clara' };
}
