import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../helpers/command-line.ts';

const PROGRAM = {
  command: 'npm run try --',
  about: 'Tries it.',
  options: {
    rounds: { kind: 'number', default: 100, least: 1, about: 'how often' },
    seed: { kind: 'number', default: 7, least: 0, about: 'of all choices' },
    only: { kind: 'text', default: '', about: 'some of them' },
    quick: { kind: 'flag', about: 'less of it' },
  },
} as const;

const USAGE = 'Usage: npm run try -- [--rounds N] [--seed N] [--only TEXT] [--quick]';

describe('the command line of a development program', () => {
  it('returns the given values, and defaults for the others', () => {
    const read = parseCommandLine(PROGRAM, ['--seed', '3', '--quick', '--only=a,b']);
    expect(read).toEqual({
      kind: 'given',
      values: { rounds: 100, seed: 3, only: 'a,b', quick: true },
      operands: [],
    });
  });

  it.each([
    [['--round', '3'], "Unknown option '--round'."],
    [['--rounds'], "Option '--rounds <value>' argument missing."],
    [['--rounds', '0'], '--rounds takes a whole number, at least 1.'],
    [['--rounds', '1e2'], '--rounds takes a whole number, at least 1.'],
    [['--seed', 'many'], '--seed takes a whole number.'],
    [['--quick=yes'], "Option '--quick' does not take an argument."],
    [['more'], 'Expected options alone.'],
  ])('reports %j with one line that contains the usage', (args, problem) => {
    expect(parseCommandLine(PROGRAM, args)).toEqual({
      kind: 'problem',
      text: `${problem} ${USAGE}`,
    });
  });

  it('requires exactly its operands', () => {
    const program = { ...PROGRAM, options: {}, operands: ['old'] };
    const parsed = parseCommandLine(program, ['old/main.js']);
    expect(parsed).toEqual({ kind: 'given', values: {}, operands: ['old/main.js'] });
    for (const args of [[], ['one', 'two']]) {
      const text = 'Expected <old>. Usage: npm run try -- <old>';
      expect(parseCommandLine(program, args)).toEqual({ kind: 'problem', text });
    }
  });

  it('prints its help', () => {
    const help = parseCommandLine(PROGRAM, ['--help']);
    expect(help.kind === 'help' ? help.text.split('\n') : []).toEqual([
      'Tries it.',
      '',
      USAGE,
      '  --rounds N   how often (100)',
      '  --seed N     of all choices (7)',
      '  --only TEXT  some of them',
      '  --quick      less of it',
    ]);
  });
});

it('prints further lines in its help', () => {
  const program = { command: 'try', about: 'Tries.', options: {}, more: ['One.', 'Two.'] };
  const text = 'Tries.\n\nUsage: try\n\nOne.\nTwo.';
  expect(parseCommandLine(program, ['--help'])).toEqual({ kind: 'help', text });
});

it.each(['test/crash/main.ts', 'bench/main.ts'])(
  '%s reports an unknown option with one line instead of a stack trace',
  (path) => {
    const program = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
    const run = (arg: string) => spawnSync(process.execPath, [program, arg], { encoding: 'utf8' });
    const { status, stderr } = run('--unknown');
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toMatch(/^Unknown option '--unknown'\. Usage: npm run /);
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  },
);
