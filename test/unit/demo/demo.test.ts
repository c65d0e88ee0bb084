import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../demo/main.ts', import.meta.url));
const COLUMNS = 80;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pis-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the demo. Ends it with Ctrl-C as soon as it prints `until`. */
async function runDemo(until?: string): Promise<{ code: unknown; text: string; errors: string }> {
  const demo = spawn(process.execPath, [MAIN], {
    env: { ...process.env, TMPDIR: folder },
  });
  let text = '';
  let errors = '';
  demo.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece));
  demo.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (until !== undefined && text.includes(until)) demo.kill('SIGINT');
  });
  const [code] = (await once(demo, 'close')) as [unknown];
  return { code, text, errors };
}

test('the demo prints its help and rejects options', () => {
  const run = (arg: string) => spawnSync(process.execPath, [MAIN, arg], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  expect(run('--help').stdout).toMatch(/^npm run demo\n/);
  const refused = run('--seed');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^The demo has no option --seed\.\nnpm run demo\n/);
});

test('the demo runs to its end with the expected results', async () => {
  const { code, text, errors } = await runDemo();
  expect(errors).toBe('');
  expect(code).toBe(0);
  for (const line of [
    /POST {2}\/file-payment-consents\/\{id\}\/file +200/,
    /GET {3}\/file-payments\/\{id\} +200 +InitiationCompleted/,
    /an event, signed by the bank: fp-\w+ has changed/,
    /BULK {2}Every payment is FPS, from one debtor account, on one day\./,
    /<GrpSts>PART<\/GrpSts>/,
    /left over +0\.00/,
    /1204 .* Rejected AC06 account blocked/,
    /3 {2}LocalInstrument +UK\.OBIE\.Unsupported\.LocalInstrument/,
    /POST {2}\/sandbox\/payments\/\{id\}\/approvals +200 +Authorised, 2 of 2/,
    /failed {3}3 {9}455\.00/,
    /repaired\.csv: fp-\w+ is InitiationCompleted/,
    /one debit, -21500\.00/,
    /POST {2}\/sandbox\/payments\/\{id\}\/returns +200 +Returned/,
    /Message \w{24}: 5 credits by FPS, 625\.00 GBP\./,
    /4 {2}Moved Away plc +99999900000070 {2}AC04 +paid, returned/,
    /All as expected/,
  ]) {
    expect(text).toMatch(line);
  }

  // Outside a terminal it is plain text of 80 columns.
  const lines = text.split('\n');
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => [...line].length > COLUMNS)).toEqual([]);
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('\r');
});

test.each(['Payment Initiation Service', '/sandbox/token', 'How fast', 'Through a payment hub'])(
  'Ctrl-C after "%s" ends the demo and removes its data',
  async (words) => {
    const { code, text, errors } = await runDemo(words);
    expect(errors).toBe('');
    expect(code).toBe(130);
    expect(text).not.toContain('All as expected');
    expect(readdirSync(folder).filter((name) => name.startsWith('pis-demo-'))).toEqual([]);
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (origin !== undefined) await expect(fetch(origin)).rejects.toThrow();
  },
);
