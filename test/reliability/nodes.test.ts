import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPostgres } from '../helpers/use-postgres.ts';
import { playNodes, type NodesProgress } from './nodes/play.ts';

/** `npm run reliability -- nodes` plays longer ones. */
test.skipIf(!hasPostgres())(
  'of three nodes any may be killed or stand still, and their database may be lost',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pis-nodes-'));
    const told: NodesProgress[] = [];
    const tell = (progress: NodesProgress) => told.push(progress);
    await playNodes({ nodes: 3, rounds: 1, clients: 2, seed: 1, folder, tell });
    rmSync(folder, { recursive: true });
    const [round] = told;
    expect(round?.losses.split(', ')).toHaveLength(4);
    expect(round?.repeats).toBeGreaterThan(0);
    expect(round?.payments).toBeGreaterThan(0);
  },
  600_000,
);
