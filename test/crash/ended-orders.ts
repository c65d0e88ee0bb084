import {
  dayAhead,
  planApprovedByTwo,
  planDomestic,
  planStandingOrder,
  planVrps,
} from './orders.ts';
import type { Beginning, Cancels, Kind, Plan } from './plan.ts';

/** Stories without a file of which the customer ends something at the bank. */
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

/** As many payments as are under way when the revocation comes, and a limit that lets all pass. */
const REVOKED = { payments: [6, 12], pence: [1, 30], limitPence: [50_00, 50_00] } as const;

/** Half of them are cancelled at once, half while the clock leaps over their day. */
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
