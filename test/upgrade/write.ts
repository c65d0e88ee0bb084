import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startService } from '../helpers/service.ts';
import { Tpp } from '../helpers/tpp.ts';
import { freshDatabase } from '../helpers/use-postgres.ts';
import { leaveInFlight } from './in-flight.ts';
import { storeRelease, type Engine } from './release-data.ts';

/*
 * Writes the data of this version into fixtures/releases. Run it with `npm run release:data` for a
 * new version, before its tag. Never write the data of a published version again.
 */

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

test.each<Engine>(['sqlite', 'postgres'])('writes the data of %s', async (engine) => {
  const url = engine === 'sqlite' ? undefined : await freshDatabase();
  const config = url === undefined ? {} : { store: { kind: 'postgres', url } as const };
  const service = await startService({ config });
  const inFlight = await leaveInFlight(await Tpp.signIn(service.origin));
  expect(await service.store.auditBooks()).toEqual([]);
  await service.stop();
  const { directory } = service;
  await storeRelease(version, { directory, inFlight, ...(url !== undefined && { url }) });
  rmSync(directory, { recursive: true });
});
