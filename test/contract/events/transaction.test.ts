import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { registerVrp } from '../../helpers/vrp.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { eventsIn, subscribeIn } from './stored-events.ts';

/** Executes SQL in the database of a service: one text for each engine. */
async function execute(
  { config, directory }: RunningService,
  { sqlite, postgres }: { readonly sqlite: string; readonly postgres: string },
): Promise<void> {
  if (config.store.kind === 'postgres') {
    await connected(config.store.url, (client) => client.query(postgres));
    return;
  }
  const database = new Sqlite(dataFolder(directory).database);
  database.exec(sqlite);
  database.close();
}

/** Makes an authorisation fail at its last statement, which writes the audit entry. */
const FAIL = {
  sqlite: `CREATE TRIGGER fails BEFORE INSERT ON audit_entry WHEN NEW.action = 'consentAuthorised'
    BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  postgres: `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER fails BEFORE INSERT ON audit_inbox FOR EACH ROW
      WHEN (NEW.action = 'consentAuthorised') EXECUTE FUNCTION fail()`,
};
const WORK_AGAIN = {
  sqlite: 'DROP TRIGGER fails',
  postgres: 'DROP TRIGGER fails ON audit_inbox',
};

/** Stops a service, executes SQL in its database, and starts it again. */
async function changed(service: RunningService, sql: typeof FAIL): Promise<RunningService> {
  const { directory } = service;
  await service.stop();
  await execute(service, sql);
  return startService({ directory });
}

test('a change that is not committed has no event, and a committed one has', async () => {
  let service = await startService();
  const approve = async (consentId: string) =>
    (await Tpp.signIn(service.origin)).decide(consentId, { debtorAccount: NORTHWIND });
  const consentId = await registerVrp(await Tpp.signIn(service.origin));
  await subscribeIn(service.store);

  service = await changed(service, FAIL);
  expect((await approve(consentId)).status).toBeGreaterThanOrEqual(500);
  expect(await eventsIn(service.store)).toEqual([]);

  service = await changed(service, WORK_AGAIN);
  expect(await eventsIn(service.store)).toEqual([]);
  expect((await service.store.findConsent(consentId))?.status).toBe('AwaitingAuthorisation');
  expect((await approve(consentId)).status).toBe(200);

  service = await service.restart();
  expect(await eventsIn(service.store)).toEqual([`resource-update ${consentId}`]);
  await service.end();
});
