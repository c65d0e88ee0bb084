import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prunedInstallation } from '../../helpers/pruned.ts';

/** Commands of `pisctl`. */
const PROGRAMS = [
  ...[
    'audit',
    'backup',
    'bank',
    'check-file',
    'clock',
    'keys',
    'migrate',
    'move',
    'password',
    'pki',
    'restore',
    'shared-keys',
    'work',
  ],
];

/** Programs of development that build first. */
const DEVELOPMENT = [
  ...['bench', 'budget', 'crash', 'demo', 'demo:cluster', 'failover', 'power', 'reliability'],
  'screenshots',
];

let folder = '';
beforeAll(() => {
  folder = prunedInstallation();
  // The Node.js of these tests as the machine's own, which may be too old.
  mkdirSync(join(folder, 'path'));
  symlinkSync(process.execPath, join(folder, 'path', 'node'));
});
const services: ChildProcess[] = [];
afterAll(async () => {
  for (const service of services.filter(({ exitCode }) => exitCode === null)) {
    service.kill('SIGKILL');
    await once(service, 'close');
  }
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** The environment of a machine that has Node.js and npm, and nothing of this checkout. */
function environment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const path = (process.env['PATH'] ?? '').split(':');
  const own = path.filter((place) => !place.includes('node_modules'));
  const npm = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  return { PATH: [join(folder, 'path'), ...own].join(':'), HOME: folder, ...npm, ...settings };
}

function begin(command: string, args: readonly string[], data: string): ChildProcess {
  return spawn(command, args, {
    cwd: folder,
    env: environment({ PIS_DATA_DIR: data }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<Ended> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** Runs an npm script of the pruned installation. */
function npm(script: string): Promise<Ended> {
  return end(begin('npm', ['run', '--silent', script], 'nowhere'));
}

/** Runs `npx pisctl` in the pruned installation. */
function npx(words: string): Promise<Ended> {
  return end(begin('npx', ['pisctl', ...words.split(' ')], 'nowhere'));
}

/** Runs the program that `npx pisctl` starts, without the half second that npx takes. */
function pisctl(words: string, data = 'nowhere'): Promise<Ended> {
  return end(begin(join(folder, 'dist/cli/main.js'), words.split(' '), data));
}

/** Expects these words and this exit code, and no stack trace. */
function expectWords({ code, said }: Ended, expected: number, words: string): void {
  expect(said).toContain(words);
  expect(said).not.toMatch(/^\s+at |node:|file:\/\/|[A-Za-z]+Error:|not found/m);
  expect([said, code]).toEqual([said, expected]);
}

describe('an installation without development packages', () => {
  test('has no compiler', () => {
    expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/hono'))).toBe(true);
  });

  test('runs the commands of operators by npx', async () => {
    const [keys, audit] = await Promise.all([npx('keys list'), npx('audit verify')]);
    expectWords(keys, 2, 'PIS_SIGNING_KEYS_FILE is not set, and there are no keys of a sandbox');
    expectWords(audit, 2, 'nowhere/service.db does not exist. Name the data folder or a backup');
  });

  test('refuses development programs, and names the command that installs their packages', async () => {
    const told = 'This program is for development, and its packages are not installed. Run: npm ci';
    for (const name of DEVELOPMENT) {
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      expect(scripts[name]).toMatch(/^node build\.js --development && /);
    }
    expectWords(await npm('bench'), 2, told);
    expectWords(
      await npm('build'),
      2,
      'the compiler is not installed. Run: npm ci && npm run build',
    );
  });
});

describe('a program of the operators', () => {
  test('explains in one sentence that a data folder or an argument is missing', async () => {
    const meets: readonly [string, string][] = [
      ['audit --bad', "unknown option '--bad'"],
      ['backup copy', 'nowhere/service.db does not exist. Set PIS_DATA_DIR to the data folder.'],
      ['bank mandates', 'No service is running on this data folder'],
      ['check-file no-file', 'no-file cannot be read: ENOENT. Name an existing file.'],
      ['clock show', 'No service is running on this data folder'],
      ['keys remove x', 'PIS_SIGNING_KEYS_FILE is not set, and there are no keys of a sandbox'],
      ['migrate', "required option '--owner <address>' not specified"],
      [
        'move --to postgres://a@b/c',
        'nowhere/service.db does not exist. Set PIS_DATA_DIR to the data folder.',
      ],
      ['password', 'The password must have at least 12 characters.'],
      ['pki list', 'There is no PKI in nowhere/pki. Start the sandbox there first'],
      ['restore', "missing required argument 'backup'"],
      ['shared-keys remove x', 'There is no key x. See: npx pisctl shared-keys list'],
      ['work list', 'No service is running on this data folder'],
      ['constructor', "unknown command 'constructor'"],
    ];
    expect(meets.map(([words]) => words.split(' ')[0])).toEqual([...PROGRAMS, 'constructor']);
    const all = meets.map(async ([words, told]) => [await pisctl(words), told] as const);
    for (const [ended, told] of await Promise.all(all)) expectWords(ended, 2, told);
  });

  test('keeps its exit code if the reader of its output has ended', async () => {
    const codeOf = async (words: string): Promise<Ended> => {
      const unread = `{ dist/cli/main.js ${words}; echo $? > code-$$; } 2>&1 | true; cat code-$$`;
      const unreadByAnyone = begin('sh', ['-c', unread], 'nowhere');
      return end(unreadByAnyone);
    };
    expect(await codeOf('keys --help')).toEqual({ code: 0, said: '0\n' });
    expect(await codeOf('audit verify')).toEqual({ code: 0, said: '2\n' });
  });

  test('refuses unknown settings, but prints its usage', async () => {
    const begun = (words: readonly string[], settings: Readonly<Record<string, string>>) =>
      end(
        spawn(join(folder, 'dist/cli/main.js'), words, {
          cwd: folder,
          env: environment(settings),
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      );
    const misspelt = { PIS_DATA_DIRS: '/elsewhere', PIS_HTTP_PORT: 'x' };
    const told =
      'Not done: PIS_DATA_DIRS is not a setting of this service: did you mean ' +
      'PIS_DATA_DIR? PIS_HTTP_PORT=x is not valid: Expected a whole number from 0 to 65535.';
    const refused = ['backup copy', 'keys list', 'migrate --owner x'].map((words) =>
      begun(words.split(' '), misspelt),
    );
    for (const ended of await Promise.all(refused)) expectWords(ended, 2, told);
    expectWords(await begun(['audit', '--help'], misspelt), 0, 'Usage: pisctl audit');
    expectWords(await begun(['backup', 'copy'], { PIS_DATA_DIR: '' }), 2, 'PIS_DATA_DIR=');
    expectWords(await begun(['--help'], {}), 0, 'Usage: pisctl [options] [command]');
  });
});

describe('npm start', () => {
  // Two dozen processes, on a machine that may be busy with other tests.
  test('serves, and every program works while it runs', { timeout: 300_000 }, async () => {
    const data = join(folder, 'data');
    const child = spawn('npm', ['start', '--silent'], {
      cwd: folder,
      env: environment({
        ...{ PIS_DATA_DIR: data, PIS_HTTP_PORT: '0', PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0' },
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    services.push(child);
    const ended = once(child, 'close');
    try {
      let customers = '';
      for await (const line of createInterface(child.stdout)) {
        const { msg, customers: address } = JSON.parse(line) as Record<string, string>;
        customers = address ?? '';
        if (msg === 'ready') break;
      }
      // The rest of the output is discarded.
      child.stdout.resume();

      const running = 'The service is running and has locked its database';
      const meets: readonly [string, number, string][] = [
        ['audit verify', 2, running],
        ['audit', 2, 'Usage: pisctl audit'],
        ['work list', 0, 'No step is failing.'],
        ['work retry nothing', 2, 'Name the step by its number.'],
        ['clock confirm', 2, 'The clock is already trusted.'],
        ['keys list', 0, 'certificate until'],
      ];
      const all = meets.map(
        async ([words, code, told]) => [await pisctl(words, data), code, told] as const,
      );
      for (const [met, code, told] of await Promise.all(all)) expectWords(met, code, told);
      const visit = await pisctl('pki visit tpp-one --consent dpc-1', data);
      expectWords(visit, 0, `${customers}/as/authorize?`);
      expect(decodeURIComponent(visit.said)).toContain(
        `redirect_uri=${customers.replace('localhost', '127.0.0.1')}/sandbox/callback`,
      );
      expectWords(await pisctl(`backup ${folder}/copy`, data), 0, 'The backup is');
      expectWords(await pisctl(`backup ${folder}/copy`, data), 2, 'is not empty');
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    expectWords(await pisctl('audit verify', data), 0, 'entries, unbroken');
    expectWords(await pisctl(`restore ${folder}/copy ${folder}/restored`), 0, 'Restored as of');
    expectWords(await pisctl('audit files', join(folder, 'restored')), 0, 'payment files');
  });
});
