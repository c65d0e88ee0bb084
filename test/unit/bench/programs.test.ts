import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../../bench/compare/command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs the bench to its end. */
async function bench(...args: readonly string[]) {
  const child = spawn(process.execPath, ['bench/main.ts', ...args], { cwd: ROOT });
  const told = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...told };
}

describe('npm run bench', () => {
  it.each([[], ['compare']])('%s explains itself', async (...command) => {
    const { code, output, errors } = await bench(...command, '--help');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(`Usage: npm run bench -- ${command.join('')}`);
  });

  it.each([
    [['--only', 'speed'], 'No question speed.'],
    [['compare', 'HEAD'], 'Expected <base> <head>.'],
    [['compare', 'no-such-commit', 'HEAD'], 'no-such-commit is no commit of this repository.'],
    [['compare', 'HEAD', 'HEAD', '--turns', '5'], '--turns takes a whole number, at least 6.'],
  ])('meets %j with 2 and one line', async (args, sentence) => {
    const { code, errors } = await bench(...args);
    expect([code, errors.trim().split('\n').length]).toEqual([2, 1]);
    expect(errors).toContain(sentence);
  });
});

describe('a command that compare runs', () => {
  it('is told to end with all that it started, and is waited for', async () => {
    const stopped = new AbortController();
    const sleepers = 'trap "echo ended >&2" TERM; sleep 1000 & wait; wait; exit 0';
    const running = run('sh', ['-c', sleepers], { cwd: ROOT, signal: stopped.signal });
    setTimeout(() => {
      stopped.abort(new Error('Stopped.'));
    }, 100);
    await expect(running).rejects.toThrow('Stopped.');
  });

  it('that fails is told with its last words', async () => {
    const { signal } = new AbortController();
    const failing = run('sh', ['-c', 'echo because; exit 3'], { cwd: ROOT, signal });
    await expect(failing).rejects.toThrow(/failed in .*:\nbecause/);
  });
});
