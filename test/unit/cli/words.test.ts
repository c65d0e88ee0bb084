import Sqlite from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { formatError } from '../../../src/cli/program.ts';
import { run } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'w-'));
const file = join(folder, 'service.db');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** Returns the error message of a command. */
async function told(words: string, dataDirectory?: string): Promise<string> {
  const [name = '', ...args] = words.split(' ');
  return run(name, args, dataDirectory).then(
    (said) => expect.fail(said),
    (error: unknown) => formatError(error),
  );
}

describe('the error messages of the commands', () => {
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
    expect(await told('audit verify', folder)).toContain(
      'has locked its database. Make a backup (npx pisctl backup <folder>)',
    );
    expect(await told('audit list', folder)).toContain('List entries with --id');
    other.close();
    rmSync(file);
  });

  it.each([
    [{ code: 'EACCES', path: '/data' }, 'Not done: /data is not accessible for this user. Run'],
    [{ code: 'ENOSPC', path: '/data' }, 'Not done: /data cannot be written: the disk is full.'],
    [{ code: 'EBADF', path: '/data' }, 'Not done: it failed. Set PIS_LOG_LEVEL=debug'],
  ])('explain an error of the operating system: %j', (members, words) => {
    const error = Object.assign(new Error('it failed'), members);
    expect(formatError(error).startsWith(words)).toBe(true);
    expect(formatError(error)).not.toContain('\n');
  });
});
