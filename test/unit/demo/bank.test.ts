import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../demo/bank/main.ts', import.meta.url));

/** Number of processes that the demo starts: the service and the systems of the bank. */
const PROCESSES = 5;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pis-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the demo. Calls `disturb` once, with the output so far, when it contains `until`. */
async function runDemo(
  until = 'never',
  disturb: (demo: { readonly text: string; readonly interrupt: () => void }) => void = () =>
    undefined,
): Promise<{ readonly code: unknown; readonly text: string; readonly errors: string }> {
  const demo = spawn(process.execPath, [MAIN], { env: { ...process.env, TMPDIR: folder } });
  let text = '';
  let errors = '';
  let isDisturbed = false;
  demo.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece));
  demo.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (isDisturbed || !text.includes(until)) return;
    isDisturbed = true;
    disturb({ text, interrupt: () => demo.kill('SIGINT') });
  });
  const [code] = (await once(demo, 'close')) as [unknown];
  return { code, text, errors };
}

function pidsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid)))];
}

/** Checks that the demo has ended its processes and removed its data. */
function expectNothingLeft(text: string): void {
  const pids = pidsIn(text);
  expect(pids).toHaveLength(PROCESSES);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(readdirSync(folder)).toEqual([]);
}

test('the demo pays with all systems of the bank, and both books agree', async () => {
  const { code, text, errors } = await runDemo();
  expect(errors).toBe('');
  expect(code).toBe(0);
  for (const line of [
    /Name check +Close match: the name of the account is Fresco Ltd/,
    /hold +10\.50 +from 11280001234567 +done\n +post +10\.50 +from 11280001234567 +done/,
    /Balance in the core after +GBP 24,999,989\.50/,
    /1 fraud, payee_reported/,
    /post +5\.00 +from 11280001234567 +done/,
    /hold +600\.00 +from 11280001234569 +refused, insufficientFunds/,
    /4 {2}Pennine Timber Co +from 11280001234569 +AM04/,
    /credit +75\.00 +to 11280001234567 +done/,
    /fun… +503/,
    /Core banking system: CANNOT BE REACHED/,
    /post +64\.00 +from 11280001234567 +done/,
    /GBP 679\.50 have left the account/,
    /core banking: 1 credit 75\.00, 7 posts 1704\.50\n +No difference\./,
    /Both books agree/,
  ]) {
    expect(text).toMatch(line);
  }
  expectNothingLeft(text);
});

test('Ctrl-C ends all processes and removes the data', async () => {
  const { code, text, errors } = await runDemo('Clara signs in', ({ interrupt }) => {
    interrupt();
  });
  expect(errors).toBe('');
  expect(code).toBe(130);
  expectNothingLeft(text);
});

test('the demo fails if a system ends unexpectedly', async () => {
  const { code, text, errors } = await runDemo('Balance in the core before', (demo) => {
    const [, pid] = /Core banking system +process (\d+)/.exec(demo.text) ?? [];
    process.kill(Number(pid), 'SIGKILL');
  });
  expect(errors).toContain('Core banking system exited unexpectedly (SIGKILL).');
  expect(code).toBe(1);
  expectNothingLeft(text);
});
