import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/index.ts';
import { connected, type Database } from './postgres-databases.ts';
import { sharedPostgres } from './use-postgres.ts';

/** Time that a reset waits for locks which another connection still holds, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;

/**
 * Number of columns of all tables and indexes. A different number means that tables were changed.
 */
const SHAPE = `(SELECT COUNT(*)::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace)`;

/** Returns a query for the tables of a schema. */
const tablesOf = (schema: string): string =>
  `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace`;

/**
 * Stores the current contents of a database and defines how to restore them. The initial rows are
 * few and are copied. All other rows are deleted, children before their parents. The triggers that
 * protect the audit log can be disabled by its owner.
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

/** Databases that this process can use again. */
const free: Database[] = [];

/** Returns the URL of a prepared database for this test. The test must close its stores first. */
export async function preparedDatabase(): Promise<string> {
  const database = await takeDatabase();
  onTestFinished(() => giveBack(database));
  return database.url;
}

/**
 * Returns a database with the empty tables of a store, for one service. A used database is reset
 * and used again, because copying costs the server much more.
 */
export async function takeDatabase(): Promise<Database> {
  return free.pop() ?? sharedPostgres().create(await (template ??= preparedTemplate()));
}

/**
 * Takes a database back from a service that has closed its store. A database whose tables were
 * changed, as by a migration, is dropped.
 */
export async function giveBack(database: Database): Promise<void> {
  const isAgain = await connected(database.url, async (client) => {
    await client.query(`SET lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
    const { rows } = await client.query<{ again: boolean }>('SELECT laid.again()');
    return rows[0]?.again === true;
  });
  if (isAgain) free.push(database);
  else await database.drop();
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
