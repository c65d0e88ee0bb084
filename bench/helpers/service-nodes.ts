import { setTimeout as sleep } from 'node:timers/promises';
import { BASE } from '../../test-client/tpp.ts';
import { startObjectStore, type TestObjectStore } from '../../test/helpers/s3/server.ts';
import { dataFolder } from '../../src/config/data-folder.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { CertifiedTpp } from './certified-tpp.ts';
import { Connections } from './connections.ts';
import { postRequest } from './load.ts';
import { cpuSeconds, startListeners, type Program } from './program.ts';
import type { SharedDatabase } from './shared-database.ts';
import { SEALED_AFTER_MS } from './stages.ts';
import type { SharedCost } from './store-nodes.ts';
import { FILE_CONSENT } from './tpp.ts';

const CONSENTS = `${BASE}/file-payment-consents`;

/** Total connections to all nodes, and the POSTs over each connection. */
interface Posts {
  readonly connections: number;
  readonly each: number;
}

/** Several nodes with their listeners, each in its own process, or one service with SQLite. */
export class ServiceNodes {
  readonly #nodes: readonly Program[];
  readonly #database: SharedDatabase | null;
  readonly #objects: TestObjectStore | null;

  private constructor(
    nodes: readonly Program[],
    database: SharedDatabase | null,
    objects: TestObjectStore | null,
  ) {
    this.#nodes = nodes;
    this.#database = database;
    this.#objects = objects;
  }

  /** Starts nodes with a shared database. If `database` is null, starts one service with SQLite. */
  static async start(database: SharedDatabase | null, nodes: number): Promise<ServiceNodes> {
    if (database === null) return new ServiceNodes([await startListeners()], null, null);
    const objects = await startObjectStore();
    const shared = { PIS_DATABASE_URL: database.url, ...objects.settings };
    // Start the first node alone, because it creates the bank's data and the keys that all nodes
    // use.
    const first = await startListeners({ ...shared, PIS_NODE: 'node-1' });
    const started = [first];
    while (started.length < nodes) {
      const own = { PIS_NODE: `node-${String(started.length + 1)}` };
      const keys = { PIS_KEYS_DIR: dataFolder(first.directory).pki };
      started.push(await startListeners({ ...shared, ...keys, ...own }));
    }
    return new ServiceNodes(started, database, objects);
  }

  /** Measures the creation of consents by signed POSTs over mutual TLS, with signed responses. */
  async signedPosts({ connections, each }: Posts): Promise<SharedCost> {
    const amount = connections * each;
    const tpp = new CertifiedTpp('tpp-one', expectDefined(this.#nodes[0], 'a node'));
    const [certified, proof] = [await tpp.signIn(), await tpp.signatureOf(FILE_CONSENT)];
    const { token } = certified;
    certified.close();
    const { length } = this.#nodes;
    const opened = await Promise.all(
      this.#nodes.map(({ ports }) => {
        const port = expectDefined(ports['mutualSigned'], 'the port of the TPP listener');
        return Connections.open({ port, credentials: tpp.credentials() }, connections / length);
      }),
    );
    const send = (count: number): Promise<number[]> => {
      const requests = Array.from({ length: count }, () => {
        const request = postRequest(CONSENTS, token, FILE_CONSENT);
        return { ...request, headers: { ...request.headers, ...proof } };
      });
      return Promise.all(opened.map((one) => one.send(requests.splice(0, count / length))));
    };
    // Once a response has arrived, the handshake is complete.
    await send(connections);
    const before = await this.#used();
    const milliseconds = Math.max(...(await send(amount)));
    await sleep(SEALED_AFTER_MS);
    const after = await this.#used();
    for (const one of opened) one.close();
    return {
      perSecond: (amount * 1000) / milliseconds,
      nodeMicros: (after.nodes - before.nodes) / amount,
      serverMicros: (after.server - before.server) / amount,
    };
  }

  /** Returns the CPU time used so far, in microseconds. */
  async #used(): Promise<{ readonly nodes: number; readonly server: number }> {
    const server = this.#database?.cpuMicros() ?? 0;
    const nodes = await Promise.all(this.#nodes.map(cpuSeconds));
    return { nodes: nodes.reduce((sum, seconds) => sum + seconds * 1e6, 0), server };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop()));
    await this.#objects?.close();
  }
}
