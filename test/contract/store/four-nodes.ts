import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Observe, ServiceEvent } from '../../../src/domain/records/events.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/index.ts';
import { preparedDatabase } from '../../helpers/prepared-databases.ts';
import { auditDatabase, rowsOf } from '../../helpers/postgres-audit.ts';
import { BANK, NOW } from './fixtures.ts';

/**
 * Names of the stores that share a database. Each has its own connections and groups, like a node.
 */
const NODES = ['one', 'two', 'three', 'four'];

/** Number of concurrent attempts. */
export const TIMES = 32;

/**
 * Number of turns of the event loop over which the attempts start, so that some share a
 * transaction.
 */
const TURNS = 4;

const key = randomBytes(32);
const inboxKeys = () => [key];

/** Four nodes of one service. */
export interface FourNodes {
  readonly url: string;
  readonly stores: readonly PostgresStore[];
  readonly first: PostgresStore;
  /** Events that the stores reported. */
  readonly events: readonly ServiceEvent[];
  /** Runs `act` `TIMES` times concurrently, on one node after the other. */
  readonly atOnce: <Value>(
    act: (store: PostgresStore, time: number) => Promise<Value>,
  ) => Promise<Value[]>;
}

export interface NodeOptions {
  /** True to seed the bank data. Default: true. */
  readonly seeded?: boolean;
  /** True to check books and audit log afterwards. Default: true. */
  readonly audited?: boolean;
}

/**
 * Runs a test on four nodes. Then checks that the books balance and the audit chain has each entry
 * once.
 */
export function overNodes(
  use: (nodes: FourNodes) => Promise<void>,
  { seeded = true, audited = true }: NodeOptions = {},
): () => Promise<void> {
  return async () => {
    const url = await preparedDatabase();
    const events: ServiceEvent[] = [];
    const observe: Observe = (event) => events.push(event);
    const stores = await Promise.all(NODES.map((node) => open(url, node, observe)));
    try {
      const first = expectDefined(stores[0], 'a store');
      if (seeded) await first.seed(BANK, NOW);
      await use({ url, stores, first, events, atOnce: (act) => atOnce(stores, act) });
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
  // A node that is sealing is skipped by the others. One node after the other seals here, so that
  // nothing stays unsealed.
  for (const one of stores) await one.auditHead();
  expect(await rowsOf(url, 'SELECT id FROM audit_inbox')).toEqual([]);
  expect(await auditDatabase(url)).toEqual([]);
}

/** Counts the answers by value. */
export function tally(answers: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = String(answer);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Counts the answers by outcome. */
export function outcomes(answers: readonly { readonly outcome: string }[]): Record<string, number> {
  return tally(answers.map(({ outcome }) => outcome));
}
