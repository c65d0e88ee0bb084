import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCampaign, type Progress } from './campaign.ts';

/** Number of rounds in this short test. `npm run crash -- --operators` plays more. */
const ROUNDS = 4;

/** A seed with which operators confirm actions before and after kills. */
const SEED = 2;

test('no action of operators is lost, repeated or done by one operator when it is killed', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
  const reported: Progress[] = [];
  await runCampaign({
    ...{ rounds: ROUNDS, seed: SEED, dataDirectory, operators: true },
    tell: (progress) => reported.push(progress),
  });
  rmSync(dataDirectory, { recursive: true });
  expect(reported).toHaveLength(ROUNDS + 1);
  const [last] = reported.slice(-1);
  expect(last?.finished).toBe(last?.payments);
  expect(last?.kills).toBeGreaterThan(0);
  expect(last?.operators?.confirmed).toBeGreaterThan(0);
}, 600_000);
