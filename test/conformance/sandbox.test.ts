import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XmlDocument } from 'libxml2-wasm';
import { expect, onTestFinished, test } from 'vitest';
import { approveWith, type Approver } from '../../conformance/src/approvals.ts';
import { openBank } from '../../conformance/src/bank.ts';
import { parseConfig, type ConfigInput } from '../../conformance/src/config.ts';
import type { RunReport } from '../../conformance/src/report/text.ts';
import { runScenarios } from '../../conformance/src/run.ts';
import { readScenarios, submitsPayment } from '../../conformance/src/scenario.ts';
import { SecureCustomer } from '../helpers/secure-customer.ts';
import { now } from '../helpers/later.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { sandboxConfig } from './sandbox.ts';

const service = useSecureService({ config: { requestSignatures: 'required' } });
const scenarios = readScenarios();

/** Runs the scenarios with these ids, or all. Returns the outcomes that are not `passed`. */
async function exceptionsOf(
  ids: readonly string[] | 'all',
  changes: Partial<ConfigInput> = {},
  approver?: Approver,
) {
  const config = parseConfig({ ...sandboxConfig(service()), ...changes }, '/');
  const bank = await openBank(config, approver);
  const selected = scenarios.filter(({ id }) => ids === 'all' || ids.includes(id));
  const results = await runScenarios({ bank, scenarios: selected, now });
  await bank.close();
  expect(results).not.toEqual([]);
  return results.filter(({ outcome }) => outcome !== 'passed');
}

test('the pack has at least 120 scenarios, each with another title', () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(120);
  expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length);
  const readme = readFileSync('conformance/README.md', 'utf8');
  expect(readme).toContain(`The pack has ${String(scenarios.length)} scenarios.`);
  const count = scenarios.filter(submitsPayment).length;
  expect(readme).toContain(`skips these ${String(count)} scenarios.`);
});

test('the sandbox passes all scenarios with both versions', async () => {
  const exceptions = await exceptionsOf('all');
  // No token has expired yet, and the rate is not limited. Both have tests of their own.
  expect(exceptions.map(({ id, outcome }) => `${id} ${outcome}`).sort()).toEqual([
    ...['expired-token skipped', 'expired-token skipped'],
    ...['rate-limit skipped', 'rate-limit skipped'],
  ]);
});

test('payments.submit: false skips the scenarios that submit a payment', async () => {
  const { payments } = sandboxConfig(service());
  const skipped = await exceptionsOf('all', { payments: { ...payments, submit: false } });
  const submitting = scenarios.filter(submitsPayment).map(({ id }) => id);
  expect(submitting).toEqual(expect.arrayContaining(['payment-created', 'payment-read']));
  const expected = [...submitting, 'expired-token', 'rate-limit'];
  expect([...new Set(skipped.map(({ id }) => id))].sort()).toEqual(expected.sort());
  expect(skipped.every(({ outcome }) => outcome === 'skipped')).toBe(true);
});

test('a customer can approve in a browser', async () => {
  const approver = approveWith(async (url, { decision }) => {
    const customer = new SecureCustomer(service());
    return (await customer.decide(url, { user: 'clara', decision })).url;
  });
  const ids = ['payment-created', 'rejected-status', 'approval-before-upload'];
  expect(await exceptionsOf(ids, {}, approver)).toEqual([]);
});

test('the program writes its reports, and its exit code shows a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = async (changes: Partial<ConfigInput>) => {
    const config = join(folder, 'bank.json');
    writeFileSync(config, JSON.stringify({ ...sandboxConfig(service()), ...changes }));
    const program = ['conformance/src/main.ts', '--config', config, '--only', 'upload-'];
    return promisify(execFile)(process.execPath, [...program, '--out', folder]);
  };
  expect((await run({})).stdout).toContain('0 failed, 0 blocked, 0 skipped');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const { results } = JSON.parse(read('report.json')) as RunReport;
  expect(results[0]).toMatchObject({ id: 'upload-accepted', outcome: 'passed', version: 'v3.1' });
  expect(read('report.html')).toContain('id="v4.0-upload-accepted"');
  expect(() => XmlDocument.fromString(read('junit.xml'))).not.toThrow();
  expect(read('junit.xml')).toContain(`tests="${String(results.length / 2)}" failures="0"`);

  // The bank does not support this file type, so that no consent can be created.
  const fileType = { 'v3.1': 'UK.Example.1', 'v4.0': 'UK.Example.1' };
  const { payments } = sandboxConfig(service());
  const failed = run({ payments: { ...payments, fileType } });
  await expect(failed).rejects.toMatchObject({ code: 1 });
  expect(read('junit.xml')).toContain('<error message="POST /file-payment-consents of the prep');
});

test('an expired token is refused', async () => {
  const bank = await openBank(parseConfig(sandboxConfig(service()), '/'));
  const expiredToken = await bank.tester('v3.1', 'tpp').bank.accessToken();
  await bank.close();
  service().passMachineTime(2 * 60 * 60 * 1000);
  expect(await exceptionsOf(['expired-token'], { expiredToken, otherTpp: undefined })).toEqual([]);
});
