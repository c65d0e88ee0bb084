import Sqlite from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { audit } from '../../../src/cli/commands/audit.ts';
import { backup } from '../../../src/cli/commands/backup.ts';
import { bank } from '../../../src/cli/commands/bank.ts';
import { clock } from '../../../src/cli/commands/clock.ts';
import { keys } from '../../../src/cli/commands/keys.ts';
import { move } from '../../../src/cli/commands/move.ts';
import { pki } from '../../../src/cli/commands/pki.ts';
import { formatError, type Program } from '../../../src/cli/program.ts';
import { restore } from '../../../src/cli/commands/restore.ts';
import { sharedKeys } from '../../../src/cli/commands/shared-keys.ts';
import { work } from '../../../src/cli/commands/work.ts';
import { run } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'w-'));
const file = join(folder, 'service.db');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

const PROGRAMS: Readonly<Record<string, Program>> = {
  ...{ audit, backup, bank, clock, restore, work },
  ...{ keys: keys(undefined), pki: pki({}), 'shared-keys': sharedKeys, move: move({}) },
};

/** Returns the error message of a command. */
async function told(words: string, dataDirectory?: string): Promise<string> {
  const [name = '', ...args] = words.split(' ');
  const program = PROGRAMS[name] ?? expect.fail(name);
  return run(program, args, dataDirectory).then(
    (said) => expect.fail(said),
    (error: unknown) => formatError(error),
  );
}

describe('the error messages of the commands', () => {
  it.each(Object.keys(PROGRAMS))(
    '%s: explain an unknown option and a missing argument',
    async (name) => {
      expect(await told(`${name} --bad`)).toContain('npm run');
      if (name !== 'pki') expect(await told(name).catch(String)).toContain('npm run');
    },
  );

  it('name surplus arguments', async () => {
    expect(await told('audit files /nowhere')).toContain('`files` does not take `/nowhere`.\n');
    expect(await told('clock show a b')).toContain('`show` does not take `a`, `b`.\n');
    expect(await told('clock')).toContain('The command is missing.\n');
  });

  it.each(Object.entries(PROGRAMS))(
    '%s: --help prints the usage with exit code 0',
    async (_, program) => {
      const asked = run(program, ['--help'], folder).catch((error: unknown) => error);
      expect(await asked).toMatchObject({ name: 'HelpRequested', exitCode: 0 });
    },
  );

  it.each(['audit verify', 'audit list', 'audit files', 'backup /nowhere/copy'])(
    'name a missing database: %s',
    async (words) => {
      writeFileSync(join(folder, 'a-file'), '');
      for (const place of ['/nowhere', join(folder, 'a-file')]) {
        expect(await told(words, place)).toMatch(/^.*service\.db does not exist\. [^\n]*\.$/);
      }
    },
  );

  it.each(['work list', 'pki list', 'backup x', 'keys add'])(
    'name a PIS_DATA_DIR that is inside a file: %s',
    (words) => {
      const path = join(folder, 'b-file');
      writeFileSync(path, '');
      const env = { ...process.env, PIS_DATA_DIR: join(path, 'data') };
      const ran = spawnSync(process.execPath, [MAIN, ...words.split(' ')], {
        env,
        encoding: 'utf8',
      });
      expect(ran.status).toBe(2);
      expect(ran.stderr).toBe(
        `Not done: PIS_DATA_DIR=${path}/data lies in ${path}, which is not a folder. ` +
          'Name a folder that exists or can be created.\n',
      );
    },
  );

  it.each(['audit verify', 'audit list', 'audit files', `backup ${folder}/../w-copy`])(
    'describe a foreign or invalid database without a stack trace: %s',
    async (words) => {
      writeFileSync(file, '');
      expect(await told(words, folder)).toContain('does not belong to this service');
      writeFileSync(file, 'not a database, but long enough to be read'.repeat(99));
      expect(await told(words, folder)).toMatch(/^(?:The database is damaged|Not done)[^\n]*\.$/);
      rmSync(file);
    },
  );

  it('name a database that another process has open', async () => {
    const other = new Sqlite(file);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('CREATE TABLE something (id INTEGER)');
    expect(await told(`backup ${folder}-copy`, folder)).toBe(
      `Not done: ${file} is open in another process. Wait until that process ends, or stop it.`,
    );
    expect(await told('audit verify', folder)).toContain('has locked its database');
    other.close();
    rmSync(file);
  });

  it.each([
    [{ code: 'EACCES', path: '/data' }, 'Not done: /data is not accessible for this user: run'],
    [{ code: 'ENOSPC', path: '/data' }, 'Not done: /data cannot be written: the disk is full.'],
    [{ code: 'EBADF', path: '/data' }, 'Not done: it failed. Set PIS_LOG_LEVEL=debug'],
  ])('explain an error of the operating system: %j', (members, words) => {
    const error = Object.assign(new Error('it failed'), members);
    expect(formatError(error).startsWith(words)).toBe(true);
    expect(formatError(error)).not.toContain('\n');
  });
});
