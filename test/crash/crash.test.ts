import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCampaign, type Progress } from './campaign.ts';

/** Number of rounds in this short test. `npm run crash` plays more. */
const ROUNDS = 4;

/**
 * A seed whose rounds cover many cases: two starts killed in a row, and kills under load and while
 * the clock jumps.
 */
const SEED = 2;

test('the service loses nothing and repeats nothing when it is killed at any moment', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
  const reported: Progress[] = [];
  await runCampaign({
    rounds: ROUNDS,
    seed: SEED,
    dataDirectory,
    tell: (progress) => reported.push(progress),
  });
  rmSync(dataDirectory, { recursive: true });
  expect(reported).toHaveLength(ROUNDS + 1);
  expect(reported.filter(({ ended }) => ended.startsWith('stopped'))).toHaveLength(1);
  const [last] = reported.slice(-1);
  expect(last?.payments).toBeGreaterThan(0);
  expect(last?.finished).toBe(last?.payments);
}, 600_000);
