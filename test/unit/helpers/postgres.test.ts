import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connected } from '../../helpers/postgres-databases.ts';
import { startPostgres, type PostgresServer } from '../../helpers/postgres.ts';
import { eventually } from '../../helpers/eventually.ts';
import { freshDatabase, hasPostgres, sharedPostgres } from '../../helpers/use-postgres.ts';

const ask = (url: string, text: string): Promise<unknown[]> =>
  connected(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

async function ownPostgres(settings = {}): Promise<PostgresServer> {
  const server = await startPostgres({ settings });
  onTestFinished(server.stop);
  return server;
}

describe.skipIf(!hasPostgres())('the PostgreSQL that tests share', () => {
  test('gives each test a copy of the template, which stays unchanged', async () => {
    const template = await sharedPostgres().template('of_one_row', async (url) => {
      await ask(url, 'CREATE TABLE t (n int)');
      await ask(url, 'INSERT INTO t VALUES (1)');
    });
    const one = await freshDatabase(template);
    const two = await freshDatabase(template);
    await ask(one, 'INSERT INTO t VALUES (2)');
    expect(await ask(one, 'SELECT n FROM t ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await ask(two, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
  });

  test('prepares a template once for concurrent callers', async () => {
    let prepared = 0;
    const ask = () =>
      sharedPostgres().template('asked_for_twice', () => Promise.resolve(void (prepared += 1)));
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one).toBe(two);
    expect(prepared).toBe(1);
  });

  test('drops a database although a client is connected', async () => {
    const { name, url, drop } = await sharedPostgres().create();
    await connected(url, async (client) => {
      client.on('error', () => undefined);
      await drop();
      await expect(client.query('SELECT 1')).rejects.toThrow();
    }).catch(() => undefined);
    await expect(ask(url, 'SELECT 1')).rejects.toThrow(`database "${name}" does not exist`);
  });
});

describe.skipIf(!hasPostgres())('a PostgreSQL server of one test', () => {
  test('has all committed data after a kill and a start', async () => {
    const server = await ownPostgres();
    const { url } = await server.create();
    await ask(url, 'CREATE TABLE t (n int)');
    await ask(url, 'INSERT INTO t VALUES (1)');
    await server.kill();
    await expect(ask(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED|terminat/);
    await server.restart({ work_mem: '5MB' });
    expect(await ask(url, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
    expect(await ask(url, 'SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
  });

  test('takes settings, and reports why it does not start with a wrong one', async () => {
    const server = await ownPostgres({ fsync: 'on' });
    expect(await ask(server.url('postgres'), 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    await expect(startPostgres({ settings: { fsync: 'perhaps' } })).rejects.toThrow('"fsync"');
  });

  test('is removed with its folder after a stop', async () => {
    const server = await startPostgres();
    const [row] = await ask(server.url('postgres'), 'SHOW data_directory');
    const { data_directory: folder } = row as { data_directory: string };
    expect(existsSync(folder)).toBe(true);
    await server.stop();
    expect(existsSync(folder)).toBe(false);
    await expect(ask(server.url('postgres'), 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('is removed soon after the process that started it was killed', async () => {
    const helper = new URL('../../helpers/postgres.ts', import.meta.url).href;
    const script = `
      const { startPostgres } = await import(${JSON.stringify(helper)});
      process.stdout.write((await startPostgres()).url('postgres'));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    const url = String(address);
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    child.kill('SIGKILL');
    await eventually(() => expect(ask(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED'));
  });
});
