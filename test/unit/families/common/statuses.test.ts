import { describe, expect, it } from 'vitest';
import type { GroupStatus } from '../../../../src/domain/lifecycle/lifecycle.ts';
import {
  describeInitiation,
  describePayment,
  describeStandingOrder,
  type ReportedStatus,
} from '../../../../src/families/common/statuses.ts';

const [CREATED, FIRST_PAID, MOVED] = [1, 2, 3];

function factsOf(groupStatus: GroupStatus, firstPaidAt: number | null = null) {
  const known = { createdAt: CREATED, statusUpdatedAt: MOVED, firstPaidAt, cancelledAt: null };
  return { groupStatus, ...known };
}

describe('a status is reported with the time of its last change', () => {
  it.each<[GroupStatus, string, number]>([
    ['RCVD', 'Pending', CREATED],
    ['ACWC', 'Pending', CREATED],
    ['ACSP', 'AcceptedSettlementInProcess', MOVED],
    ['ACSC', 'AcceptedSettlementCompleted', MOVED],
    ['RJCT', 'Rejected', MOVED],
  ])('of a payment that is %s: %s', (groupStatus, status, since) => {
    const reported: ReportedStatus = describePayment(
      factsOf(groupStatus),
      'AcceptedSettlementCompleted',
    );
    expect(reported).toEqual({ status, since });
  });

  it.each<[GroupStatus, string, number]>([
    ['PDNG', 'InitiationPending', CREATED],
    ['ACSP', 'InitiationPending', CREATED],
    ['PART', 'InitiationCompleted', MOVED],
    ['RJCT', 'InitiationFailed', MOVED],
  ])('of a file or a scheduled payment that is %s: %s', (groupStatus, status, since) => {
    expect(describeInitiation(factsOf(groupStatus))).toEqual({ status, since });
  });

  it.each<[string, GroupStatus, number | null, string, number]>([
    ['that was received', 'RCVD', null, 'InitiationPending', CREATED],
    ['that waits for its day', 'PDNG', null, 'InitiationPending', CREATED],
    ['whose day was moved', 'ACWC', null, 'InitiationPending', CREATED],
    ['whose first payment is on its way', 'ACSP', null, 'InitiationPending', CREATED],
    ['that goes on after a payment', 'ACSP', FIRST_PAID, 'InitiationCompleted', FIRST_PAID],
    ['whose payments were all made', 'ACSC', FIRST_PAID, 'InitiationCompleted', FIRST_PAID],
    ['whose payments were made in part', 'PART', FIRST_PAID, 'InitiationCompleted', FIRST_PAID],
    ['of which no payment was made', 'RJCT', null, 'InitiationFailed', MOVED],
  ])('of a standing order %s (%s)', (_, groupStatus, firstPaidAt, status, since) => {
    expect(describeStandingOrder(factsOf(groupStatus, firstPaidAt))).toEqual({ status, since });
  });
});
