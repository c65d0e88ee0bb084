import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCampaign, type Progress } from './campaign.ts';
import { coreFolderOf } from './core/core-side.ts';

/** Number of rounds in this short test. `npm run crash -- --core` plays more. */
const ROUNDS = 2;

/** A seed with which the service and the core are killed. */
const SEED = 2;

test('no entry is lost or booked twice when the service and its core are killed', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
  const reported: Progress[] = [];
  await runCampaign({
    ...{ rounds: ROUNDS, seed: SEED, dataDirectory, core: true },
    tell: (progress) => reported.push(progress),
  });
  for (const folder of [dataDirectory, coreFolderOf(dataDirectory)]) {
    rmSync(folder, { recursive: true });
  }
  expect(reported).toHaveLength(ROUNDS + 1);
  const [last] = reported.slice(-1);
  expect(last?.finished).toBe(last?.payments);
  expect(last?.kills).toBeGreaterThan(0);
  expect(last?.core?.coreKills).toBeGreaterThan(0);
  expect(last?.core?.posts).toBeGreaterThan(0);
}, 600_000);
