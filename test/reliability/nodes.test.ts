import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPostgres } from '../helpers/use-postgres.ts';
import { LOSSES } from './nodes/losses.ts';
import { playNodes, type NodesProgress } from './nodes/play.ts';

/**
 * Options for one short round. The object store is unavailable for less than a request's timeout.
 */
const SHORT = { rounds: 1, clients: 1, awayMs: 1500, seed: 1, isForgetful: false };

/** `npm run reliability -- nodes` plays longer rounds. */
test.skipIf(!hasPostgres())(
  'three nodes lose no acknowledged request when a node, the database or the object store fails',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pis-nodes-'));
    const reported: NodesProgress[] = [];
    const tell = (progress: NodesProgress) => reported.push(progress);
    await playNodes({ nodes: 3, ...SHORT, folder, tell });
    rmSync(folder, { recursive: true });
    const [round] = reported;
    expect(round?.losses.toSorted()).toEqual(LOSSES.toSorted());
    expect(round?.commits).toBeGreaterThan(0);
    expect(round?.repeats).toBeGreaterThan(0);
    expect(round?.payments).toBeGreaterThan(0);
  },
  600_000,
);
