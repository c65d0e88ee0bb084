import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BucketSetting } from '../../../src/config/bucket.ts';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { PROFILE_SETTING } from '../../../src/domain/ports/store-admin.ts';
import type { Clock } from '../../../src/shared/time.ts';
import { backupRoutes } from '../../../src/ops/commands/backup.ts';
import { openControl } from '../../../src/ops/control.ts';
import { contentPath } from '../../../src/store/files/content.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite/index.ts';
import { createProgram } from '../../../src/cli/pisctl.ts';
import type { CliContext } from '../../../src/cli/program.ts';
import {
  ACT,
  BANK,
  consentOf,
  factsOf,
  inFolder,
  keyOf,
  NOW,
} from '../../contract/store/fixtures.ts';

const machineClock: Clock = () => NOW;

/** Environment of a command. By default all data is in a folder, and the time is NOW. */
interface Surrounded {
  readonly environment?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly bucket?: BucketSetting | null;
  /** The database that nodes share, and where their keys are. */
  readonly url?: string | null;
  readonly keysDirectory?: string;
  /** Receives the output, also of a command that fails. */
  readonly lines?: string[];
}

/** Returns the environment of a command. */
export function contextOf(
  dataDirectory = '/nowhere',
  { environment = {}, clock = machineClock, bucket = null, url = null, ...rest }: Surrounded = {},
): CliContext {
  const { keysDirectory, lines = [] } = rest;
  const print = (line: string): void => void lines.push(line);
  return {
    ...{ environment, dataDirectory, keysDirectory, machineClock: clock },
    store: () => Promise.resolve(url),
    bucket: () => bucket,
    print,
    printData: print,
  };
}

/** Runs a command of `pisctl` on a data folder and returns its output. */
export async function run(
  command: string,
  args: readonly string[],
  dataDirectory?: string,
  surrounded: Surrounded = {},
): Promise<string> {
  const { lines = [] } = surrounded;
  const program = createProgram(contextOf(dataDirectory, { ...surrounded, lines }), {
    writeOut: (text) => lines.push(text),
    writeErr: () => undefined,
  });
  await program.parseAsync([command, ...args], { from: 'user' });
  return lines.join('\n');
}

/** A store with its files in a data folder, as a service would have them. */
export interface Data {
  /** A folder for anything else. */
  readonly directory: string;
  readonly folder: string;
  readonly store: SqliteStore;
  /** Creates a consent with a file of this content and returns the file's path. */
  readonly addFile: (consentId: string, content: string) => Promise<string>;
}

/** Runs `use` with a data folder whose store is open, as in a running service. */
export function withData(use: (data: Data) => Promise<void>): () => Promise<void> {
  return () =>
    inFolder(async (directory) => {
      const folder = `${directory}/data`;
      mkdirSync(`${folder}/pki/tpp`, { recursive: true });
      writeFileSync(`${folder}/pki/tpp/one.pem`, 'a certificate');
      const store = openSqliteStore(dataFolder(folder).database, machineClock);
      const addFile = async (consentId: string, content: string): Promise<string> => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        const path = contentPath(dataFolder(folder).files, sha256);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        await store.createConsent(consentOf(consentId), keyOf(consentId), ACT);
        await store.attachFile(consentId, factsOf(sha256), keyOf(`file ${consentId}`), ACT);
        return path;
      };
      try {
        await store.seed(BANK, NOW);
        await store.addSetting(PROFILE_SETTING, 'sandbox');
        await use({ directory, folder, store, addFile });
      } finally {
        await store.close();
      }
    });
}

/** Like `withData`, with the control socket of a running service. */
export function withService(use: (data: Data) => Promise<void>): () => Promise<void> {
  return withData(async (data) => {
    const path = dataFolder(data.folder).control;
    const observe = (): void => undefined;
    const { store } = data;
    const routes = [backupRoutes(store)];
    const control = await openControl({ path, routes, store, clock: machineClock, observe });
    try {
      await use(data);
    } finally {
      await control.close();
    }
  });
}
