import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/index.ts';
import { connected, type Database } from './postgres-databases.ts';
import { sharedPostgres } from './use-postgres.ts';

/** Maximum time that a reset waits for locks of other connections, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;

/**
 * SQL for the number of columns of all tables and indexes. If it differs, a test has changed the
 * schema.
 */
const SHAPE = `(SELECT COUNT(*)::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace)`;

/** Returns a query for the names of a schema's tables. */
const tablesOf = (schema: string): string =>
  `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace`;

/**
 * SQL that saves the current rows of a database and creates the function that restores them. It
 * copies the few initial rows. The function deletes all rows, children before parents, and inserts
 * the copies. It disables the triggers that protect the audit log, which the owner may do.
 */
const REMEMBER = `
  CREATE SCHEMA laid;
  CREATE FUNCTION laid.again() RETURNS BOOLEAN LANGUAGE plpgsql AS $$
  DECLARE name TEXT;
  BEGIN
    IF obj_description('laid'::regnamespace, 'pg_namespace') <> ${SHAPE} THEN
      RETURN false;
    END IF;
    FOR name IN ${tablesOf('public')} AND relname LIKE 'audit%' LOOP
      EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER USER', name);
    END LOOP;
    FOR name IN ${tablesOf('public')} ORDER BY oid DESC LOOP
      EXECUTE format('DELETE FROM public.%I', name);
    END LOOP;
    FOR name IN ${tablesOf('laid')} ORDER BY oid LOOP
      EXECUTE format('INSERT INTO public.%I TABLE laid.%I', name, name);
    END LOOP;
    FOR name IN ${tablesOf('public')} AND relname LIKE 'audit%' LOOP
      EXECUTE format('ALTER TABLE public.%I ENABLE TRIGGER USER', name);
    END LOOP;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class
      WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace;
    RETURN true;
  END $$;
  DO $$
  DECLARE name TEXT; is_empty BOOLEAN;
  BEGIN
    FOR name IN ${tablesOf('public')} ORDER BY oid LOOP
      EXECUTE format('SELECT NOT EXISTS (SELECT FROM public.%I)', name) INTO is_empty;
      CONTINUE WHEN is_empty;
      EXECUTE format('CREATE TABLE laid.%I AS TABLE public.%I', name, name);
    END LOOP;
    EXECUTE format('COMMENT ON SCHEMA laid IS %L', ${SHAPE});
  END $$;`;

let template: Promise<string> | undefined;

/** `application_name` of the connections that reset databases. */
export const RESETS = 'test resets';

/** Databases of this process that no test uses now. */
const free: Database[] = [];

/**
 * The open connection of each database that resets it. A reset takes seven times as long with a new
 * connection, because the server then reads the catalog again.
 */
const resetting = new Map<Database, pg.Client>();

/**
 * Returns the URL of a database with the store's empty tables, for this test. The test must close
 * its stores first.
 */
export async function preparedDatabase(): Promise<string> {
  const database = await takeDatabase();
  onTestFinished(() => giveBack(database));
  return database.url;
}

/**
 * Returns a database with the store's empty tables, for one service. It reuses a database if one is
 * free, because creating a copy takes much longer than a reset.
 */
export async function takeDatabase(): Promise<Database> {
  return free.pop() ?? sharedPostgres().create(await (template ??= preparedTemplate()));
}

/**
 * Resets a database for the next service. The service must have closed its store. If the schema was
 * changed, for example by a migration, the database is dropped instead.
 */
export async function giveBack(database: Database): Promise<void> {
  const client = resetting.get(database) ?? (await openForResets(database));
  const { rows } = await client.query<{ again: boolean }>('SELECT laid.again()');
  if (rows[0]?.again === true) {
    free.push(database);
    return;
  }
  await client.end();
  await database.drop();
}

/** Opens the connection that resets a database. It stays open until the database is dropped. */
async function openForResets(database: Database): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: RESETS });
  client.on('error', () => undefined);
  client.once('end', () => resetting.delete(database));
  await client.connect();
  await client.query(`SET lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
  resetting.set(database, client);
  return client;
}

function preparedTemplate(): Promise<string> {
  return sharedPostgres().template('service', async (url) => {
    const inboxKeys = () => [Buffer.alloc(32)];
    const observe = (): void => undefined;
    const store = await openPostgresStore({ url, node: 'template', inboxKeys, observe }, Date.now);
    await store.close();
    await connected(url, (client) => client.query(REMEMBER));
  });
}
