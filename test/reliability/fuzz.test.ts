import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditBooks } from '../crash/audit-disk.ts';
import { Dice } from '../crash/random.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { Tpp } from '../helpers/tpp.ts';
import { LOAD_SETTINGS } from '../power/load.ts';
import { readMetric } from './shutdown.ts';
import { sendChanged } from './fuzz/run.ts';

/** Number of requests in this short test. `npm run reliability -- fuzz` sends more. */
const REQUESTS = 5000;
const SEED = 1;

it('returns a response of the contract for every mutated request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pis-fuzz-'));
  const service = await ServiceProcess.start({ dataDirectory: folder, settings: LOAD_SETTINGS });
  const tpp = await Tpp.signIn(service.origin);
  const dice = new Dice(SEED, 'fuzz');
  const sent = await sendChanged(tpp, { requests: REQUESTS, dice, tell: () => undefined });
  const failures = await readMetric(service, 'pis_failures_total');
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect([failures, service.lastWords]).toEqual([0, '']);
  await auditBooks(folder);
  rmSync(folder, { recursive: true });

  expect([...sent.faults]).toEqual([]);
  const answers = [...sent.statuses.values()].reduce((sum, times) => sum + times, 0);
  expect(answers).toBe(REQUESTS);
  // The service accepts many of the mutated requests, so successful statuses must occur too.
  for (const status of ['200', '201', '400']) expect(sent.statuses.has(status)).toBe(true);
}, 120_000);
