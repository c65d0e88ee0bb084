import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import { deployed } from './deployed.ts';
import { makeCertificates } from './certificates.ts';
import { ADDRESSES, BY_ADDRESS, PROXY, machineIn, type Machine } from './machine.ts';
import { makeFile, makeFolder } from './folders.ts';
import { askSecured } from './secured.ts';
import { start } from './programs.ts';

/**
 * A database cluster of three machines, and the HAProxy that runs beside each node of the service.
 */
export interface ReplicatedDatabase {
  /** URL of the current primary, through HAProxy. */
  readonly url: string;
  /** The same URL for the service, which then verifies the server's certificate. */
  readonly verifiedUrl: string;
  readonly folder: string;
  readonly machine: (name: string) => Machine;
  /**
   * Waits until the members, as Patroni reports them, meet a condition. Throws if that takes too
   * long.
   */
  readonly until: (
    what: string,
    isSo: (members: readonly Member[]) => boolean,
  ) => Promise<StatusWithReason>;
  /** Changes settings of all members, as the command `patronictl edit-config` does. */
  readonly configure: (settings: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Stops all machines. Removes the folder unless `keep` is true. */
  readonly stop: (keep?: boolean) => Promise<void>;
}

/** A member of the database cluster, as Patroni reports it. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
}

/** The names of the primary and of the synchronous standby, if there is one, at one moment. */
export interface StatusWithReason {
  readonly primary: string;
  readonly synchronous: string | undefined;
}

const LOOK_MS = 100;
const PATIENCE_MS = 180_000;

/** Returns true if a member is running. */
const isUp = ({ state }: Member): boolean => state === 'running' || state === 'streaming';

/**
 * Returns true if all three members run and one of them is a synchronous standby. Then the cluster
 * can lose any machine.
 */
export const areThree = (members: readonly Member[]): boolean =>
  members.filter(isUp).length === 3 &&
  ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role));

/** Returns true if all three members run and none of them is a synchronous standby. */
export const areAsynchronous = (members: readonly Member[]): boolean =>
  members.filter(isUp).length === 3 && members.every(({ role }) => role !== 'sync_standby');

/** Starts the three machines and the HAProxy. */
export async function startDatabase(): Promise<ReplicatedDatabase> {
  const folder = makeFolder(mkdtempSync(join(tmpdir(), 'pis-cluster-')));
  const repository = makeFolder(join(folder, 'repository'));
  // A certificate must contain its machine's address, because etcd requires that.
  const names = Object.values(ADDRESSES).map((address) => [address, '127.0.0.1', PROXY]);
  const certificates = makeCertificates(join(folder, 'certificates'), names);
  const authority = makeFile(
    join(folder, 'ca.crt'),
    readFileSync(join(certificates, 'ca.crt'), 'utf8'),
  );
  const machines: readonly Machine[] = Object.keys(ADDRESSES).map((name) =>
    machineIn(folder, name, { repository, certificates }),
  );
  for (const { start } of machines) start();
  const config = makeFile(join(folder, 'haproxy.cfg'), proxyConfig(authority));
  const env = { NODE_ADDRESS: PROXY };
  const proxy = start('haproxy', ['-db', '-f', config], { env, log: join(folder, 'haproxy.log') });
  const url = `postgres://payments_owner:change-me-5@${PROXY}:5432/payments`;
  const waitUntil: ReplicatedDatabase['until'] = (what, isSo) => until(authority, what, isSo);
  const database: ReplicatedDatabase = {
    url,
    verifiedUrl: `${url}?sslmode=verify-full&sslrootcert=${authority}`,
    folder,
    machine: (name) =>
      expectDefined(
        machines.find((one) => one.name === name),
        name,
      ),
    until: waitUntil,
    configure: (settings) => configure(certificates, settings),
    stop: async (keep = false) => {
      await proxy.stop();
      await Promise.all(machines.map((machine) => machine.stop()));
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await waitUntil('three members, one of them synchronous', areThree);
    return database;
  } catch (error) {
    await database.stop(true);
    throw new Error(`See the logs in ${folder}.`, { cause: error });
  }
}

function proxyConfig(authority: string): string {
  return deployed('service/haproxy-node.cfg', {
    ...BY_ADDRESS,
    '127.0.0.1:5432': `${PROXY}:5432`,
    '/etc/haproxy/database-ca.pem': authority,
    'log /dev/log local0': 'log stdout format raw local0',
    '    user haproxy\n    group haproxy\n': '',
  });
}

async function until(
  authority: string,
  what: string,
  isSo: (members: readonly Member[]) => boolean,
): Promise<StatusWithReason> {
  const begun = performance.now();
  for (;;) {
    const members = await look(authority);
    if (isSo(members)) {
      const named = (role: Member['role']) => members.find((member) => member.role === role)?.name;
      return { primary: named('leader') ?? '', synchronous: named('sync_standby') };
    }
    if (performance.now() - begun > PATIENCE_MS) {
      throw new Error(`Waited in vain for ${what}: ${JSON.stringify(members)}`);
    }
    await sleep(LOOK_MS);
  }
}

/** Returns the members of the cluster, as reported by the first machine that responds. */
async function look(authority: string): Promise<readonly Member[]> {
  for (const address of Object.values(ADDRESSES)) {
    try {
      const url = `https://${address}:8008/cluster`;
      const { text } = await askSecured({ url, authority, identity: null });
      const { members } = JSON.parse(text) as { members: readonly Member[] };
      if (members.length > 0) return members;
    } catch {
      // The machine is not running, so ask the next one.
    }
  }
  return [];
}

async function configure(
  certificates: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const credentials = Buffer.from('patroni:change-me-4').toString('base64');
  const address = ADDRESSES['db-1'] ?? '';
  const { status } = await askSecured({
    url: `https://${address}:8008/config`,
    method: 'PATCH',
    headers: { authorization: `Basic ${credentials}` },
    body: settings,
    authority: join(certificates, 'ca.crt'),
    identity: [join(certificates, address), 'server'],
  });
  if (status !== 200) throw new Error(`Patroni answered ${String(status)}.`);
}
