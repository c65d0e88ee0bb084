import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { refuseUnsafe, IncompatibleDatabase } from '../../../src/store/postgres/compatibility.ts';
import { openPostgresStore } from '../../../src/store/postgres/index.ts';
import { MoveTarget } from '../../../src/store/postgres/move-target.ts';
import { IDENTITY } from '../../helpers/postgres-binaries.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { startPostgres, type PostgresServer } from '../../helpers/postgres.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { NOW } from './fixtures.ts';

/** Role that needs a password. The server trusts all others. */
const PASSWORD_ROLE = 'asked';
const RULES = `host all ${PASSWORD_ROLE} 127.0.0.1/32 scram-sha-256
host all,replication all 127.0.0.1/32 trust
`;

let server: PostgresServer;
let folder: string;

/** The two ways to open a database: by a node and by a move. */
const openings = {
  'a node': async (url: string): Promise<void> => {
    const key = randomBytes(32);
    const settings = { url, node: 'one', inboxKeys: () => [key], observe: () => undefined };
    await (await openPostgresStore(settings, () => NOW)).close();
  },
  'a move': async (url: string): Promise<void> => {
    await (await MoveTarget.open(url)).close();
  },
};

async function database(): Promise<URL> {
  const { url, drop } = await server.create();
  onTestFinished(drop);
  return new URL(url);
}

async function configure(text: string): Promise<void> {
  await connected(server.url('postgres'), async (client) => {
    await client.query(text);
    await client.query('SELECT pg_reload_conf()');
  });
}

/** Opens a replication connection, like a standby that has just started. */
async function connectStandby(name: string): Promise<void> {
  // The types lack the option `replication`, which the client passes on.
  const options = { connectionString: server.url('postgres'), replication: 'true' };
  const client = new pg.Client({ ...options, application_name: name });
  // A restart of the server ends the connection.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
}

describe.skipIf(!hasPostgres())('a database is refused', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hba-'));
    chmodSync(folder, 0o755);
    const file = join(folder, 'pg_hba.conf');
    writeFileSync(file, RULES, { mode: 0o644 });
    server = await startPostgres({ settings: { hba_file: file } });
    await configure(`CREATE ROLE ${PASSWORD_ROLE} LOGIN SUPERUSER PASSWORD 'right'`);
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  describe.each(Object.entries(openings))('by %s', (_, open) => {
    test('that rejects the user or the password', async () => {
      const url = await database();
      url.username = PASSWORD_ROLE;
      await expect(open(url.href)).rejects.toThrow(
        /^The database requires a password\. Set PIS_DATABASE_PASSWORD_FILE/,
      );
      url.password = 'wrong-password';
      const refused: unknown = await open(url.href).catch((error: unknown) => error);
      expect(String(refused)).toMatch(/rejected the user or the password \(.*"asked"\)\.$/);
      expect(String(refused)).not.toContain('wrong-password');
      url.username = 'nobody-knows';
      await expect(open(url.href)).rejects.toThrow('role "nobody-knows" does not exist');
      [url.username, url.password] = [PASSWORD_ROLE, 'right'];
      await open(url.href);
    });

    test('that does not exist, or whose server is unreachable', async () => {
      const url = await database();
      url.pathname = '/nothing';
      await expect(open(url.href)).rejects.toThrow(
        'The server rejected the connection: database "nothing" does not exist.',
      );
      url.port = '1';
      await expect(open(url.href)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
    });

    test('that acknowledges commits before they are durable', async () => {
      for (const [setting, isRefused] of [
        ['off', true],
        ['local', true],
        ['on', false],
        ['remote_apply', false],
      ] as const) {
        const url = await database();
        const name = url.pathname.slice(1);
        await configure(`ALTER DATABASE ${name} SET synchronous_commit = ${setting}`);
        if (!isRefused) await open(url.href);
        else await expect(open(url.href)).rejects.toThrow(IncompatibleDatabase);
      }
    });

    test('that has a standby but no synchronous one', async () => {
      const url = await database();
      await connectStandby('pg_receivewal');
      await open(url.href);
      await connectStandby('standby');
      await expect(open(url.href)).rejects.toThrow(/has standbys but waits for none of them/);
    });
  });

  test('that has standbys, unless one of them is synchronous', async () => {
    const { href } = await database();
    const refusing = (): Promise<void> => connected(href, refuseUnsafe);
    await connectStandby('standby');
    await expect(refusing()).rejects.toThrow(IncompatibleDatabase);
    await configure(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    onTestFinished(() => configure('ALTER SYSTEM RESET synchronous_standby_names'));
    // The server reloads its settings asynchronously.
    await expect.poll(refusing).toBeUndefined();
  });

  test('that is a standby', async () => {
    const { href } = await database();
    const data = await connected(href, async (client) => {
      const { rows } = await client.query<{ data: string }>(
        `SELECT current_setting('data_directory') AS data`,
      );
      return expectDefined(rows[0], 'a row').data;
    });
    const signal = join(data, 'standby.signal');
    writeFileSync(signal, '');
    if (IDENTITY.uid !== undefined) chownSync(signal, IDENTITY.uid, IDENTITY.uid);
    await server.restart();
    try {
      for (const open of Object.values(openings)) {
        await expect(open(href)).rejects.toThrow('It is a standby, which accepts no writes');
      }
    } finally {
      rmSync(signal);
      await server.restart();
    }
  });
});
