import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBank, type BankUnderTest } from '../../conformance/src/bank.ts';
import { parseConfig, type Config } from '../../conformance/src/config.ts';
import { runScenarios, type Result } from '../../conformance/src/run.ts';
import { readScenarios } from '../../conformance/src/scenario.ts';
import { now } from '../helpers/later.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { FAULTS_OF_ACCESS, limitReads } from './faults-of-access.ts';
import { FAULTS_OF_BODIES } from './faults-of-bodies.ts';
import { FAULTS_OF_REQUESTS } from './faults-of-requests.ts';
import { FAULTS_OF_SIGNATURES } from './faults-of-signatures.ts';
import { FAULTS_OF_STATES } from './faults-of-states.ts';
import { FAULTS_OF_STATUSES } from './faults-of-statuses.ts';
import { FAULTS_OF_VALID_REQUESTS } from './faults-of-valid-requests.ts';
import { startFaultyBank, type FaultyBank } from './faulty-bank.ts';
import { sandboxConfig } from './sandbox.ts';

const FAULTS = [
  ...FAULTS_OF_REQUESTS,
  ...FAULTS_OF_SIGNATURES,
  ...FAULTS_OF_STATUSES,
  ...FAULTS_OF_BODIES,
  ...FAULTS_OF_STATES,
  ...FAULTS_OF_VALID_REQUESTS,
  ...FAULTS_OF_ACCESS,
];

/**
 * With each fault, every fourth of the other scenarios runs, in turns. PIS_TEST_CONFORMANCE=all
 * runs all of them, which takes minutes.
 */
const OTHERS = 4;
const isAll = process.env['PIS_TEST_CONFORMANCE'] === 'all';

/** Time for which a scenario waits for a status, in milliseconds. */
const WAIT_MS = 500;

const service = useSecureService({ config: { requestSignatures: 'required' } });
const scenarios = readScenarios();
let faulty: FaultyBank;
let bank: BankUnderTest;

beforeAll(async () => {
  const settings = { ...sandboxConfig(service()), waitMs: WAIT_MS, concurrency: 8 };
  faulty = await startFaultyBank(service(), parseConfig(settings, '/'));
  bank = await openBank(faulty.config);
});

afterAll(async () => {
  await bank.close();
  await faulty.close();
});

/** Runs scenarios with one version. Returns the ids of those that did not pass. */
async function unsuccessful(
  version: 'v3.1' | 'v4.0' = 'v3.1',
  isSelected: (id: string, index: number) => boolean = () => true,
  settings: Partial<Config> = {},
): Promise<readonly string[]> {
  const ofVersion = scenarios
    .filter(({ versions, id }, index) => versions.includes(version) && isSelected(id, index))
    .map((one) => ({ ...one, versions: [version] }));
  const configured = { ...bank, config: { ...bank.config, ...settings } };
  const results = await runScenarios({ bank: configured, scenarios: ofVersion, now });
  const isGood = ({ outcome }: Result) => outcome === 'passed' || outcome === 'skipped';
  return results.filter((result) => !isGood(result)).map(({ id }) => id);
}

test.each(['v3.1', 'v4.0'] as const)('without a fault, %s passes', async (version) => {
  faulty.select({});
  expect(await unsuccessful(version)).toEqual([]);
});

test('there are at least 30 faults with different names', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(30);
  const readme = readFileSync('conformance/README.md', 'utf8');
  expect(readme).toContain(`each of ${String(FAULTS.length)} faults`);
});

test('each scenario fails for at least one fault', () => {
  const found = new Set(FAULTS.flatMap(({ fails }) => fails));
  expect(scenarios.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
});

test('a bank passes that limits the rate and sends Retry-After', async () => {
  faulty.select(limitReads({ 'retry-after': '1' }));
  const failed = await unsuccessful('v3.1', (id) => id === 'rate-limit', { rateLimitRequests: 8 });
  expect(failed).toEqual([]);
});

test.each(FAULTS)('finds a bank that $name', async (one) => {
  const { fault, settings, version, fails, may } = one;
  faulty.select(fault);
  const turn = FAULTS.indexOf(one);
  const failed = await unsuccessful(
    version,
    (id, index) => fails.includes(id) || isAll || (index + turn) % OTHERS === 0,
    settings?.(bank.config),
  );
  // Exactly these scenarios fail, apart from those that depend on the same fault.
  expect(failed.filter((id) => fails.includes(id) || may?.test(id) !== true).sort()).toEqual(
    [...fails].sort(),
  );
});
