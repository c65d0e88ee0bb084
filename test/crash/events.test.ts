import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase, hasPostgres } from '../helpers/use-postgres.ts';
import { startBank, startNodes, type Bank } from './events/bank.ts';
import { runEventCampaign } from './events/campaign.ts';
import { Dice } from './random.ts';

/** Number of rounds of each test. Each ends with a kill. */
const ROUNDS = Number(process.env['EVENT_ROUNDS'] ?? 3);
const SEED = Number(process.env['EVENT_SEED'] ?? 1);

const MAX_MS = 3_600_000;

async function play(start: (folder: string) => Promise<Bank>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pis-crash-events-'));
  const bank = await start(folder);
  const counts = await runEventCampaign({ rounds: ROUNDS, seed: SEED, bank });
  rmSync(folder, { recursive: true });
  if (process.env['EVENT_ROUNDS'] !== undefined) console.log(counts);
  expect(counts.kills).toBeGreaterThanOrEqual(ROUNDS);
  expect(counts.revocations).toBeGreaterThan(0);
  expect(counts.filePayments).toBeGreaterThan(0);
  expect(counts.ordered).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
}

test(
  'every change is announced to its TPP when the service is killed at any moment',
  () => play(startBank),
  MAX_MS,
);

test.skipIf(!hasPostgres())(
  'every change is announced to its TPP when one of two nodes is killed at any moment',
  async () => {
    const url = await freshDatabase();
    await play((folder) => startNodes(folder, url, new Dice(SEED, 'killed nodes')));
  },
  MAX_MS,
);
