import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runEventCampaign } from './events.ts';

/** Numbers of rounds of this test. Each ends with a kill. */
const ROUNDS = Number(process.env['EVENT_ROUNDS'] ?? 4);
const SEED = Number(process.env['EVENT_SEED'] ?? 1);

test('every change is announced to its TPP when the service is killed at any moment', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-events-'));
  const counts = await runEventCampaign({ rounds: ROUNDS, seed: SEED, dataDirectory });
  rmSync(dataDirectory, { recursive: true });
  expect(counts.kills).toBe(ROUNDS);
  expect(counts.changes).toBeGreaterThan(0);
  expect(counts.events).toBeGreaterThanOrEqual(counts.changes);
  if (process.env['EVENT_ROUNDS'] !== undefined) console.log(counts);
}, 1_200_000);
