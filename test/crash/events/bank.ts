import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { startObjectStore } from '../../helpers/s3/server.ts';
import { databaseOf } from '../audit-disk.ts';
import type { Dice } from '../random.ts';
import { ServiceProcess } from '../service-process.ts';

/** Time in seconds after which the other node pushes events. The lowest possible setting. */
const LEASE_SECONDS = 2;

/** An event in the database. */
export interface StoredEvent {
  readonly id: string;
  readonly clientId: string;
  readonly resourceId: string;
  readonly sequence: number;
}

/** A consent or a payment in the database. */
export interface StoredResource {
  readonly id: string;
  readonly clientId: string;
  readonly family: string;
  readonly kind: 'consent' | 'payment';
}

/** The events and resources that the database contains. */
export interface Contents {
  readonly events: readonly StoredEvent[];
  readonly resources: readonly StoredResource[];
}

/** The processes of a bank, of which one at a time is killed. */
export interface Bank {
  /** Folder of the sandbox's certificates and keys. */
  readonly pki: string;
  /** Base URLs of the nodes that run. */
  readonly origins: () => readonly string[];
  /** True from a kill on, until `restartNode` has ended. */
  readonly isNodeDown: () => boolean;
  /** True if other nodes serve after a kill. */
  readonly hasSeveralNodes: boolean;
  /** Kills a node. */
  readonly killNode: () => Promise<void>;
  /** Reads the database, and starts the killed node. */
  readonly restartNode: () => Promise<Contents>;
  /** Kills all nodes. */
  readonly end: () => Promise<void>;
}

const EVENTS = `SELECT event.id, client_id AS "clientId", resource_id AS "resourceId", sequence
  FROM event JOIN event_subscription ON event_subscription.id = subscription_id ORDER BY sequence`;
const RESOURCES = `SELECT id, client_id AS "clientId", family, 'consent' AS kind FROM consent
  UNION ALL SELECT id, client_id, family, 'payment' FROM payment ORDER BY id`;

/** Starts a bank of one process, with SQLite. */
export async function startBank(dataDirectory: string): Promise<Bank> {
  let service = await ServiceProcess.start({ dataDirectory });
  return {
    pki: join(dataDirectory, 'pki'),
    origins: () => (service.isDoomed ? [] : [service.origin]),
    isNodeDown: () => service.isDoomed,
    hasSeveralNodes: false,
    killNode: () => service.kill(),
    restartNode: async () => {
      // The service locks the database while it runs.
      const contents = contentsOf(databaseOf(dataDirectory));
      service = await ServiceProcess.start({ dataDirectory });
      return contents;
    },
    end: () => service.kill(),
  };
}

function contentsOf(path: string): Contents {
  const database = new Sqlite(path, { readonly: true });
  try {
    return {
      events: database.prepare<[], StoredEvent>(EVENTS).all(),
      resources: database.prepare<[], StoredResource>(RESOURCES).all(),
    };
  } finally {
    database.close();
  }
}

/** Starts a bank of two nodes, with a PostgreSQL database and an object store. */
export async function startNodes(folder: string, url: string, dice: Dice): Promise<Bank> {
  const objects = await startObjectStore();
  const keys = join(folder, 'keys');
  const start = (node: string): Promise<ServiceProcess> =>
    ServiceProcess.start({
      dataDirectory: join(folder, node),
      settings: {
        ...{ PIS_NODE: node, PIS_DATABASE_URL: url, PIS_KEYS_DIR: keys },
        ...{ PIS_LEASE_SECONDS: String(LEASE_SECONDS), PIS_FILE_THREADS: '1' },
        ...objects.settings,
      },
    });
  // The first node starts alone, because it creates the bank's data.
  const nodes = new Map([['one', await start('one')]]);
  nodes.set('two', await start('two'));
  let killed: string | undefined;
  return {
    pki: keys,
    origins: () =>
      [...nodes.values()].filter(({ isDoomed }) => !isDoomed).map(({ origin }) => origin),
    isNodeDown: () => killed !== undefined,
    hasSeveralNodes: true,
    killNode: async () => {
      killed = dice.pick(['one', 'two']);
      await nodes.get(killed)?.kill();
    },
    restartNode: async () => {
      const events = (await rowsOf(url, EVENTS)) as readonly (Omit<StoredEvent, 'sequence'> & {
        readonly sequence: string;
      })[];
      const resources = (await rowsOf(url, RESOURCES)) as readonly StoredResource[];
      if (killed !== undefined) nodes.set(killed, await start(killed));
      killed = undefined;
      // PostgreSQL returns large integers as text.
      const numbered = events.map((event) => ({ ...event, sequence: Number(event.sequence) }));
      return { events: numbered, resources };
    },
    end: async () => {
      await Promise.all([...nodes.values()].map((node) => node.kill()));
      await objects.close();
    },
  };
}
