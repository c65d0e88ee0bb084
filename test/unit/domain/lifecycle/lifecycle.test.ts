import { describe, expect, it } from 'vitest';
import {
  BATCH_MOVES,
  CONSENT_MOVES,
  finalStatuses,
  GROUP_MOVES,
  INITIATION_MOVES,
  initiationStatusOf,
  isOver,
  mayMove,
  PAYMENT_MOVES,
  paymentStatusOf,
  type GroupStatus,
} from '../../../../src/domain/lifecycle/lifecycle.ts';

const TABLES: readonly (readonly [string, Readonly<Record<string, readonly string[]>>])[] = [
  ['consent', CONSENT_MOVES],
  ['payment', PAYMENT_MOVES],
  ['initiation', INITIATION_MOVES],
  ['group', GROUP_MOVES],
  ['batch', BATCH_MOVES],
];

/** Returns all statuses that can follow one, directly or indirectly. */
function reachable(table: Readonly<Record<string, readonly string[]>>, from: string) {
  const reached = new Set<string>();
  const open = [from];
  for (let status = open.pop(); status !== undefined; status = open.pop()) {
    for (const next of table[status] ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}

describe.each(TABLES)('the changes of a %s status', (_, table) => {
  it('lead to existing statuses', () => {
    const strangers = Object.values(table)
      .flat()
      .filter((status) => !(status in table));
    expect(strangers).toEqual([]);
  });

  it('never lead back', () => {
    const circular = Object.keys(table).filter((status) => reachable(table, status).has(status));
    expect(circular).toEqual([]);
  });

  it('reach every status from the first', () => {
    const [first = '', ...others] = Object.keys(table);
    expect([...reachable(table, first)].toSorted()).toEqual(others.toSorted());
  });
});

describe('final statuses', () => {
  it('are those without a following status', () => {
    expect(finalStatuses(BATCH_MOVES)).toEqual(['answered', 'failed']);
    expect(finalStatuses(GROUP_MOVES)).toEqual(['RJCT']);
  });
});

describe('a status change', () => {
  it('is allowed only if listed', () => {
    const statuses = Object.keys(CONSENT_MOVES) as (keyof typeof CONSENT_MOVES)[];
    const moves = statuses.flatMap((from) =>
      statuses.filter((to) => mayMove(CONSENT_MOVES, from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      'AwaitingUpload → AwaitingAuthorisation',
      'AwaitingUpload → Rejected',
      'AwaitingAuthorisation → Authorised',
      'AwaitingAuthorisation → Rejected',
      'AwaitingAuthorisation → Revoked',
      'AwaitingAuthorisation → Expired',
      'Authorised → Consumed',
      'Authorised → Rejected',
      'Authorised → Revoked',
      'Authorised → Expired',
    ]);
  });
});

describe('a consent that expires', () => {
  it('is expired from that instant on, and never without one', () => {
    const overAt = (now: number): boolean => isOver(1000, now);
    expect([999, 1000, 1001].map(overAt)).toEqual([false, true, true]);
    expect(isOver(null, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

const GROUP_STATUSES = Object.keys(GROUP_MOVES) as GroupStatus[];

/** Returns the status changes that changes of the group status cause, each once. */
function changesOf(statusOf: (groupStatus: GroupStatus) => string): readonly string[] {
  const moves = GROUP_STATUSES.flatMap((from) =>
    GROUP_MOVES[from].map((to) => [statusOf(from), statusOf(to)] as const),
  );
  const changes = moves.filter(([from, to]) => from !== to);
  return [...new Set(changes.map(([from, to]) => `${from} → ${to}`))];
}

function listed(table: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.entries(table).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
}

describe('the status for a group status', () => {
  it('is pending, completed or failed', () => {
    const meanings = GROUP_STATUSES.map((status) => `${status} ${initiationStatusOf(status)}`);
    expect(meanings).toEqual([
      'RCVD InitiationPending',
      'PDNG InitiationPending',
      'ACWC InitiationPending',
      'ACSP InitiationPending',
      'ACSC InitiationCompleted',
      'PART InitiationCompleted',
      'RJCT InitiationFailed',
    ]);
  });

  it('changes only as its own table allows when the group status changes', () => {
    expect(changesOf(initiationStatusOf).toSorted()).toEqual(listed(INITIATION_MOVES).toSorted());
  });
});

describe('the status of a single payment for a group status', () => {
  const settled = (status: GroupStatus) => paymentStatusOf(status, 'AcceptedSettlementCompleted');
  const credited = (status: GroupStatus) =>
    paymentStatusOf(status, 'AcceptedCreditSettlementCompleted');

  it('ends with the completed status of its scheme', () => {
    expect(GROUP_STATUSES.map((status) => `${status} ${credited(status)}`)).toEqual([
      'RCVD Pending',
      'PDNG Pending',
      'ACWC Pending',
      'ACSP AcceptedSettlementInProcess',
      'ACSC AcceptedCreditSettlementCompleted',
      'PART AcceptedCreditSettlementCompleted',
      'RJCT Rejected',
    ]);
    expect(settled('ACSC')).toBe('AcceptedSettlementCompleted');
  });

  it('changes only as its own table allows when the group status changes', () => {
    const changes = new Set([...changesOf(settled), ...changesOf(credited)]);
    expect([...changes].toSorted()).toEqual(listed(PAYMENT_MOVES).toSorted());
  });
});
