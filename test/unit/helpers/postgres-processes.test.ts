import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connected } from '../../helpers/postgres-databases.ts';
import { processesOf, signalAll } from '../../helpers/postgres-processes.ts';
import { startPostgres } from '../../helpers/postgres.ts';
import { eventually } from '../../helpers/eventually.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';

/** Maximum setting for the delay of a commit before it is durable, in microseconds. */
const COMMIT_DELAY = { fsync: 'on', commit_delay: '100000', commit_siblings: '0' };

/** Maximum time to search for a commit, in milliseconds. */
const PATIENCE_MS = 20_000;

test('a process that has ended gets no signal and has no title', async () => {
  const child = spawn('/bin/true');
  const { pid = 0 } = child;
  await once(child, 'exit');
  expect(() => {
    signalAll([pid], 'SIGKILL');
  }).not.toThrow();
  expect(processesOf(pid)).toEqual([]);
});

describe.skipIf(!hasPostgres())('a server that is killed', () => {
  test('was in a commit that it never acknowledged, and leaves no process', async () => {
    const server = await startPostgres({ settings: COMMIT_DELAY });
    onTestFinished(server.stop);
    const { url } = await server.create();
    const answered: string[] = [];
    const writing = connected(url, async (client) => {
      client.on('error', () => undefined);
      const { processID } = client as unknown as { readonly processID: number };
      await client.query('CREATE TABLE t (n int)');
      await client.query('BEGIN');
      await client.query('INSERT INTO t VALUES (1)');
      const commit = client.query('COMMIT').then(() => answered.push('COMMIT'));
      const [commits] = await Promise.all([
        server.kill(PATIENCE_MS),
        expect(commit).rejects.toThrow(),
      ]);
      return { commits, processID };
    });
    const { commits, processID } = await writing;
    expect(commits).toBe(1);
    expect(answered).toEqual([]);
    expect(processesOf(processID)).toEqual([]);
  });

  test('restarts by itself after the loss of one process during a commit', async () => {
    const server = await startPostgres({ settings: COMMIT_DELAY });
    onTestFinished(server.stop);
    const { url } = await server.create();
    await connected(url, async (client) => {
      client.on('error', () => undefined);
      for (const before of ['CREATE TABLE t (n int)', 'BEGIN', 'INSERT INTO t VALUES (1)']) {
        await client.query(before);
      }
      const commit = client.query('COMMIT');
      const [wasOne] = await Promise.all([
        server.killOne(PATIENCE_MS),
        expect(commit).rejects.toThrow(),
      ]);
      expect(wasOne).toBe(true);
    });
    await eventually(async () => {
      expect(await connected(url, (client) => client.query('SELECT 1'))).toBeDefined();
    });
  });

  test('does not wait for a commit unless the caller requests it', async () => {
    const server = await startPostgres();
    onTestFinished(server.stop);
    expect(await server.kill()).toBe(0);
    expect(await server.kill()).toBe(0);
  });
});
