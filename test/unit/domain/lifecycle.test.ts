import { describe, expect, it } from 'vitest';
import {
  CONSENT_MOVES,
  GROUP_MOVES,
  INITIATION_MOVES,
  initiationStatusOf,
  mayMove,
} from '../../../src/domain/lifecycle.ts';

const TABLES: readonly (readonly [string, Readonly<Record<string, readonly string[]>>])[] = [
  ['consent', CONSENT_MOVES],
  ['initiation', INITIATION_MOVES],
  ['group', GROUP_MOVES],
];

/** Every status that can come after one, in any number of moves. */
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

describe.each(TABLES)('the moves of a %s status', (_, table) => {
  it('lead to statuses that exist', () => {
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

describe('a move', () => {
  it('happens only when it is listed', () => {
    const statuses = Object.keys(CONSENT_MOVES) as (keyof typeof CONSENT_MOVES)[];
    const moves = statuses.flatMap((from) =>
      statuses.filter((to) => mayMove(CONSENT_MOVES, from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      'AwaitingUpload → AwaitingAuthorisation',
      'AwaitingUpload → Rejected',
      'AwaitingAuthorisation → Authorised',
      'AwaitingAuthorisation → Rejected',
      'Authorised → Consumed',
    ]);
  });
});

describe('the status that a group status means', () => {
  const statuses = Object.keys(GROUP_MOVES) as (keyof typeof GROUP_MOVES)[];

  it('is one of a payment that is under way, has come to something, or to nothing', () => {
    const meanings = statuses.map((status) => `${status} ${initiationStatusOf(status)}`);
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

  it('moves as its own table says whenever the group status moves, and in every such way', () => {
    const moves = statuses.flatMap((from) =>
      GROUP_MOVES[from].map((to) => [initiationStatusOf(from), initiationStatusOf(to)] as const),
    );
    const changes = moves.filter(([from, to]) => from !== to);
    expect(changes.filter(([from, to]) => !mayMove(INITIATION_MOVES, from, to))).toEqual([]);
    const listed = Object.entries(INITIATION_MOVES).flatMap(([from, targets]) =>
      targets.map((to) => `${from} → ${to}`),
    );
    expect([...new Set(changes.map(([from, to]) => `${from} → ${to}`))].toSorted()).toEqual(
      listed.toSorted(),
    );
  });
});
