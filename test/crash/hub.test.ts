import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hubFolderOf, runCampaign, type Progress } from './campaign.ts';

/** Number of rounds in this short test. `npm run crash -- --hub hostile` plays more. */
const ROUNDS = 2;

/** A seed with which the service and the hub are killed in both rounds. */
const SEED = 2;

test('no credit is lost or executed twice when the service and its hub are killed', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
  const reported: Progress[] = [];
  await runCampaign({
    ...{ rounds: ROUNDS, seed: SEED, dataDirectory, hub: 'hostile' },
    tell: (progress) => reported.push(progress),
  });
  for (const folder of [dataDirectory, hubFolderOf(dataDirectory)]) {
    rmSync(folder, { recursive: true });
  }
  expect(reported).toHaveLength(ROUNDS + 1);
  const [last] = reported.slice(-1);
  expect(last?.finished).toBe(last?.payments);
  expect(last?.kills).toBeGreaterThan(0);
  expect(last?.hub?.hubKills).toBeGreaterThan(0);
  expect(last?.hub?.credits).toBeGreaterThan(0);
}, 600_000);
