import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { dataFolder } from '../../src/config/data-folder.ts';
import { contentPath } from '../../src/store/files/content.ts';
import type { VersionData } from '../upgrade/version-data.ts';

/**
 * The versions whose data folders are in the fixtures, in order. After a change of the schema, add
 * a line and the folder that lay-down.ts creates.
 */
export const VERSIONS = [
  ...['84ff8f8', 'e5fe81a', '4667f89', 'dd35c61', '0fde670', '191cd8c', 'e1a918c'],
];

const FIXTURES = fileURLToPath(new URL('../../fixtures/versions', import.meta.url));

/**
 * Unpacks the data folder of a version for a service that may change it. Returns its description.
 */
export function unpack(version: string, directory: string): VersionData {
  const fixture = join(FIXTURES, version);
  const { database, files } = dataFolder(directory);
  const put = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, gunzipSync(readFileSync(from)));
  };
  put(join(fixture, 'service.db.gz'), database);
  for (const name of readdirSync(join(fixture, 'files'))) {
    put(join(fixture, 'files', name), contentPath(files, name.replace('.gz', '')));
  }
  return JSON.parse(readFileSync(join(fixture, 'laid-down.json'), 'utf8')) as VersionData;
}
