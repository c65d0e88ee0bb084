import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXIT_CODE_MEANINGS, exitCodes } from '../../pis/src/exit-codes.ts';
import { FINDING_CODES } from '../../pis/src/rows/finding-codes.ts';
import { pis } from './fixtures.ts';

const PIS = join(import.meta.dirname, '../../pis');

/** Returns the codes of findings in the sources. */
function codesInSources(): ReadonlySet<string> {
  const folders = ['rows', 'fields', 'input'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(PIS, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(PIS, 'src', folder, name), 'utf8')),
  );
  const found = files.flatMap((text) => [
    ...text.matchAll(/\bcode: '([a-z-]+)'|\bfailed\(\s*['`]([$a-z{}-]+)['`]/g),
  ]);
  const codes = found.map(([, code, failed]) => code ?? failed ?? '');
  const names = ['sort-code', 'account-number'];
  return new Set(codes.flatMap((code) => names.map((name) => code.replace('${name}', name))));
}

test.each([
  ['UK.OBIE.Field.Invalid', 'UK.OBIE.Field.Invalid (v3.1), U002 (v4.0), error code'],
  ['u002', 'UK.OBIE.Field.Invalid (v3.1), U002 (v4.0), error code'],
  ['ACSC', 'ACSC, status'],
  ['InitiationCompleted', 'InitiationCompleted, status'],
  ['AC01', 'AC01, reason of a status'],
  ['not sent', 'not sent, status of a row in pis report'],
  ['amount-negative', 'amount-negative, fault or warning of a file'],
])('%s is explained in a sentence with a remedy', async (code, title) => {
  const ran = await pis(['explain', code], { isTerminal: true });
  expect([ran.code, ran.err]).toEqual([0, '']);
  const [first, second = ''] = ran.out.trim().split('\n');
  expect(first).toBe(title);
  expect(second).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
});

test('an unknown code is wrong use', async () => {
  const { code, out, err } = await pis(['explain', 'constructor']);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('"constructor" is not known')]);
});

test('all codes of pis file check are explained, and no others', () => {
  expect(Object.keys(FINDING_CODES).sort()).toEqual([...codesInSources()].sort());
});

test('the README lists all exit codes with their meanings', () => {
  const text = readFileSync(join(PIS, 'README.md'), 'utf8');
  const section = text.split('\n## Exit codes\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)];
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  expect(rows.map(([, code, meaning]) => [Number(code), meaning])).toEqual(
    names.map((name) => [exitCodes[name], EXIT_CODE_MEANINGS[name]]),
  );
});

test('the help lists all exit codes, and the environment', async () => {
  const { code, out } = await pis(['--help']);
  expect(code).toBe(0);
  for (const name of Object.keys(exitCodes) as (keyof typeof exitCodes)[]) {
    expect(out).toMatch(
      new RegExp(`^  ${String(exitCodes[name])} +${EXIT_CODE_MEANINGS[name]}$`, 'm'),
    );
  }
  for (const variable of ['PISCLI_HOME', 'PISCLI_PROFILE', 'NO_COLOR']) {
    expect(out).toContain(variable);
  }
  // The service and pisctl refuse to start with an unknown PIS_ variable.
  expect(out).not.toContain('PIS_');
});
