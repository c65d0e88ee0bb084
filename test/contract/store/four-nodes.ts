import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Observe, ServiceEvent } from '../../../src/domain/records/events.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/index.ts';
import { laidDatabase } from '../../helpers/prepared-databases.ts';
import { auditDatabase, rowsOf } from '../../helpers/postgres-audit.ts';
import { BANK, NOW } from './fixtures.ts';

/** Stores over one database, each with connections and groups of its own, as nodes have them. */
const NODES = ['one', 'two', 'three', 'four'];

/** How often the same is tried at once. */
export const TIMES = 32;

/** Those who try the same begin in so many turns of the event loop: some share a transaction. */
const TURNS = 4;

const key = randomBytes(32);
const inboxKeys = () => [key];

/** Nodes of one service. */
export interface FourNodes {
  readonly url: string;
  readonly stores: readonly PostgresStore[];
  readonly first: PostgresStore;
  /** What the stores told that nobody asked for. */
  readonly told: readonly ServiceEvent[];
  /** Does the same over and over, on one node after the other, all at once. */
  readonly atOnce: <Value>(
    act: (store: PostgresStore, time: number) => Promise<Value>,
  ) => Promise<Value[]>;
}

export interface Laid {
  /** Whether the bank is there already; true unless told otherwise. */
  readonly seeded?: boolean;
  /** Whether what is left is looked through; true unless told otherwise. */
  readonly audited?: boolean;
}

/** A test over four nodes. Afterwards the books agree, and the chain has every entry once. */
export function overNodes(
  use: (nodes: FourNodes) => Promise<void>,
  { seeded = true, audited = true }: Laid = {},
): () => Promise<void> {
  return async () => {
    const url = await laidDatabase();
    const told: ServiceEvent[] = [];
    const observe: Observe = (event) => told.push(event);
    const stores = await Promise.all(NODES.map((node) => open(url, node, observe)));
    try {
      const first = expectDefined(stores[0], 'a store');
      if (seeded) await first.seed(BANK, NOW);
      await use({ url, stores, first, told, atOnce: (act) => atOnce(stores, act) });
      if (audited) await auditLeft(url, stores);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  };
}

function open(
  url: string,
  node: string,
  observe: Observe = () => undefined,
): Promise<PostgresStore> {
  return openPostgresStore({ url, node, inboxKeys, observe }, () => NOW);
}

function atOnce<Value>(
  stores: readonly PostgresStore[],
  act: (store: PostgresStore, time: number) => Promise<Value>,
): Promise<Value[]> {
  return Promise.all(
    Array.from({ length: TIMES }, async (_, time) => {
      for (let turn = 0; turn < Math.floor((time * TURNS) / TIMES); turn += 1) await nextTurn();
      return act(expectDefined(stores[time % stores.length], 'a store'), time);
    }),
  );
}

async function auditLeft(url: string, stores: readonly PostgresStore[]): Promise<void> {
  // One that is at it is passed by the others: each seals after itself, and then nothing waits.
  for (const one of stores) await one.auditHead();
  expect(await rowsOf(url, 'SELECT id FROM audit_inbox')).toEqual([]);
  expect(await auditDatabase(url)).toEqual([]);
}

/** How often each answer came. */
export function tally(answers: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = String(answer);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** How often each outcome came. */
export function outcomes(answers: readonly { readonly outcome: string }[]): Record<string, number> {
  return tally(answers.map(({ outcome }) => outcome));
}
