import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { commitNamed, measureIn } from '../../../bench/compare/checkout.ts';
import { run } from '../../../bench/compare/command.ts';
import type { Debit } from '../../../bench/evidence/gate.ts';
import { IN_SQLITE, inPostgres, payAtRates } from '../../../bench/evidence/run.ts';
import { RESULTS_DIRECTORY } from '../../../bench/helpers/results.ts';
import { startDatabaseServer, whyNoDatabase } from '../../../bench/helpers/shared-database.ts';
import { useService } from '../../helpers/use-service.ts';

/** Interval at which the results folder is checked, in milliseconds. */
const LOOK_MS = 50;

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs the benchmark program and waits for its end. */
async function bench(...args: readonly string[]) {
  const child = spawn(process.execPath, ['bench/main.ts', ...args], { cwd: ROOT });
  const printed = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}

interface Summary {
  readonly counts: boolean;
  readonly accepted: number;
  readonly layers: readonly unknown[];
}

const kept: string[] = [];
afterEach(() => {
  for (const path of kept.splice(0)) rmSync(`${ROOT}/${path}`);
});

/** Reads the record that a run has stored. */
function keptBy(output: string): Record<string, unknown> {
  const path = /bench\/results\/runs\/[^,\s]+\.json/.exec(output)?.[0] ?? '';
  kept.push(path);
  return JSON.parse(readFileSync(`${ROOT}/${path}`, 'utf8')) as Record<string, unknown>;
}

describe('npm run bench', () => {
  it.each([[], ['compare'], ['load']])('%s has a help text', async (...command) => {
    const { code, output, errors } = await bench(...command, '--help');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(`Usage: npm run bench -- ${command.join('')}`);
  });

  it.each([
    [['--only', 'speed'], 'No question speed.'],
    [['compare', 'HEAD'], 'Expected <base> <head>.'],
    [['compare', 'no-such-commit', 'HEAD'], 'no-such-commit is not a commit of this repository.'],
    [['compare', 'HEAD', 'HEAD', '--turns', '5'], '--turns takes a whole number, at least 6.'],
    [['load', '--rate', 'fast'], '--rate takes a whole number'],
    [['load', '--target', 'http://bank.test'], 'bank.test is not loopback.'],
    [['load', '--target', 'http://127.0.0.1:1'], 'http://127.0.0.1:1 is not ready for the load: '],
  ])('reports %j with exit code 2 and one line', async (args, sentence) => {
    const { code, errors } = await bench(...args);
    expect([code, errors.trim().split('\n').length]).toEqual([2, 1]);
    expect(errors).toContain(sentence);
  });
});

describe('npm run bench -- load, at a sandbox', () => {
  const { service } = useService();
  const load = (...args: readonly string[]) =>
    bench('load', '--target', service().origin, '--rate', '20', '--duration', '1s', ...args);

  it('completes every journey of the mix, and stores its results', async () => {
    const { code, output, errors } = await load(
      '--mix',
      'file:1,single:3,vrp:1',
      '--payments',
      '5',
    );
    expect([code, errors]).toEqual([0, '']);
    const { rows, missed, settings, machine, commit } = keptBy(output);
    expect(rows).toMatchObject([
      { name: 'all requests', requests: 4 * 4 + 12 * 3 + 4, failed: 0 },
      ...['consent', 'upload', 'decision', 'payment'].map((step) => ({
        name: `file: ${step}`,
        requests: 4,
      })),
      ...['consent', 'decision', 'payment'].map((step) => ({
        name: `single: ${step}`,
        requests: 12,
      })),
      { name: 'vrp: payment', requests: 4 },
    ]);
    expect([missed, settings]).toMatchObject([[], { rate: 20, payments: 5 }]);
    const id = commitNamed('HEAD');
    expect(machine).toMatchObject({ node: process.version });
    expect(commit).toEqual(id === null ? null : { id, isDirty: expect.any(Boolean) as boolean });
    const report = readFileSync(`${ROOT}/bench/results/load.html`, 'utf8');
    expect(report.match(/<svg/g)).toHaveLength(9);
  });

  it('ends with 1 if a threshold is missed', async () => {
    const { code, output, errors } = await load('--mix', 'vrp:1', '--p99', '0.001ms');
    keptBy(output);
    expect(code).toBe(1);
    expect(errors).toMatch(/^p99 is [\d.]+ ms; the maximum is 0.001 ms\.$/m);
  });
});

describe('npm run evidence', () => {
  it('writes a folder, whose run counts', async () => {
    mkdirSync(RESULTS_DIRECTORY, { recursive: true });
    const folder = mkdtempSync(join(RESULTS_DIRECTORY, 'evidence-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const args = ['bench/evidence/main.ts', '--quick', '--out', folder];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    expect(await once(child, 'close')).toEqual([0, null]);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const { counts, accepted, layers } = JSON.parse(read('summary.json')) as Summary;
    expect([counts, accepted, layers.length]).toEqual([true, 180, 6]);
    expect(read('README.md')).toContain('all 180 accepted payments are in the books exactly once');
    for (const name of ['throughput', 'latency', 'cpu', 'memory', 'layers']) {
      expect(read(`${name}.svg`)).toMatch(/^<svg xmlns=.*<\/svg>\n$/s);
    }
  });

  const times = { rates: [10], durationMs: 1000, cutMs: 100 };

  it.each<[string, (debits: readonly Debit[]) => readonly Debit[]]>([
    ['lost', (debits) => debits.slice(1)],
    ['booked twice', (debits) => [...debits, ...debits.slice(-1)]],
  ])('does not count if a payment is %s', async (_, spoil) => {
    const read = async (directory: string) => {
      const books = await IN_SQLITE.read(directory);
      return { ...books, debits: spoil(books.debits) };
    };
    const { problems } = await payAtRates(times, () => undefined, { ...IN_SQLITE, read });
    expect(problems.length).toBeGreaterThan(0);
  });

  it.skipIf(whyNoDatabase() !== undefined)('reads the books of PostgreSQL', async () => {
    const server = await startDatabaseServer();
    onTestFinished(() => server.stop());
    const pay = async (lost: number) => {
      const store = inPostgres(await server.create());
      const read = async (directory: string) => {
        const books = await store.read(directory);
        return { ...books, debits: books.debits.slice(lost) };
      };
      return payAtRates(times, () => undefined, { ...store, read });
    };
    expect(await pay(0)).toMatchObject({ accepted: 10, problems: [] });
    const { problems } = await pay(1);
    expect(problems).toContain('1 accepted payments are not in the books.');
  });
});

describe('compare measures a commit', () => {
  function folder(): string {
    mkdirSync(RESULTS_DIRECTORY, { recursive: true });
    const path = mkdtempSync(join(RESULTS_DIRECTORY, 'test-'));
    onTestFinished(() => {
      rmSync(path, { recursive: true });
    });
    return path;
  }
  const { signal } = new AbortController();
  const args = ['--only', 'threads', '--quick'];

  it('with this bench and the build in its folder, and stores the results there', async () => {
    const measured = folder();
    symlinkSync(join(ROOT, 'dist'), join(measured, 'dist'));
    const names = (await measureIn(measured, args, signal)).map(({ name }) => name);
    expect(names).toContain('threads.post.event loop');
    expect(readdirSync(join(measured, 'measured', 'runs'))).toHaveLength(2);
  });

  it('only with the build in its folder', async () => {
    const measured = folder();
    await expect(measureIn(measured, args, signal)).rejects.toThrow(`${measured}/dist/main.js`);
  });
});

// Without git, the program has no commit to compare with.
it.skipIf(commitNamed('HEAD') === null)(
  'compare leaves nothing behind after ^C',
  async () => {
    mkdirSync(RESULTS_DIRECTORY, { recursive: true });
    const folders = (): readonly string[] =>
      readdirSync(RESULTS_DIRECTORY).filter((name) => name.startsWith('compare-'));
    const before = folders();
    const begun = (): readonly string[] => folders().filter((name) => !before.includes(name));
    const child = spawn(process.execPath, ['bench/main.ts', 'compare', 'HEAD', 'HEAD'], {
      cwd: ROOT,
    });
    const closed = once(child, 'close');
    // Wait until the program creates a folder or ends. There is no time limit, because the machine
    // may be slow.
    while (begun().length === 0 && child.exitCode === null) await rest(LOOK_MS);
    child.kill('SIGINT');
    expect(await closed).toEqual([130, null]);
    expect(begun()).toEqual([]);
    // The timeout is long, because a slow disk needs time to remove the files.
  },
  300_000,
);

describe('a command that compare runs', () => {
  it('is ended with all processes that it started, and waited for', async () => {
    const stopped = new AbortController();
    const sleepers = 'trap "echo ended >&2" TERM; sleep 1000 & wait; wait; exit 0';
    const running = run('sh', ['-c', sleepers], { cwd: ROOT, signal: stopped.signal });
    setTimeout(() => {
      stopped.abort(new Error('Stopped.'));
    }, 100);
    await expect(running).rejects.toThrow('Stopped.');
  });

  it('is reported with its last output if it fails', async () => {
    const { signal } = new AbortController();
    const failing = run('sh', ['-c', 'echo because; exit 3'], { cwd: ROOT, signal });
    await expect(failing).rejects.toThrow(/failed in .*:\nbecause/);
  });
});
