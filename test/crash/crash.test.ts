import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCampaign, type Progress } from './campaign.ts';

/** `npm run crash` plays longer ones. */
const ROUNDS = 4;

/** Its rounds have starts killed twice in a row, kills under load and while the clock leaps. */
const SEED = 2;

test('killed at any moment, the service loses nothing and does nothing twice', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
  const told: Progress[] = [];
  await runCampaign({
    rounds: ROUNDS,
    seed: SEED,
    dataDirectory,
    tell: (progress) => told.push(progress),
  });
  rmSync(dataDirectory, { recursive: true });
  expect(told).toHaveLength(ROUNDS + 1);
  expect(told.filter(({ ended }) => ended.startsWith('stopped'))).toHaveLength(1);
  const [last] = told.slice(-1);
  expect(last?.payments).toBeGreaterThan(0);
  expect(last?.finished).toBe(last?.payments);
}, 600_000);
