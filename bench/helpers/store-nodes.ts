import { once } from 'node:events';
import { startStoreNode, type Program } from './program.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { Done, Task } from './stages.ts';

/** What a command or a request costs where one node answers it, or one of several. */
export interface SharedCost {
  /** Commands a second, from the first that is begun to the last that is answered. */
  readonly perSecond: number;
  /** CPU of the nodes for each command, in microseconds. */
  readonly nodeMicros: number;
  /** CPU of the database's server, likewise; none where the database is in the node. */
  readonly serverMicros: number;
}

/** Stores of nodes, each in a process: several over one database, or one over SQLite. */
export class StoreNodes {
  readonly #nodes: readonly Program[];
  readonly #database: SharedDatabase | null;

  private constructor(nodes: readonly Program[], database: SharedDatabase | null) {
    this.#nodes = nodes;
    this.#database = database;
  }

  /** So many nodes over a database; where there is none, one over SQLite. */
  static async start(database: SharedDatabase | null, nodes: number): Promise<StoreNodes> {
    // The first one brings the database up to date and lays the bank down.
    const started = [await startStoreNode(database?.url)];
    while (started.length < nodes) started.push(await startStoreNode(database?.url));
    return new StoreNodes(started, database);
  }

  /** What each command of a stage costs, of which every node has its share. */
  async through(task: Task): Promise<SharedCost> {
    const { length } = this.#nodes;
    const share = {
      ...task,
      amount: Math.ceil(task.amount / length),
      inFlight: Math.ceil(task.inFlight / length),
    };
    const before = this.#database?.cpuMicros() ?? 0;
    const done = await Promise.all(this.#nodes.map((node) => perform(node, share)));
    const serverMicros = (this.#database?.cpuMicros() ?? 0) - before;
    const sum = (of: (one: Done) => number) => done.reduce((total, one) => total + of(one), 0);
    const commands = sum((one) => one.commands);
    return {
      perSecond: (commands * 1000) / Math.max(...done.map(({ milliseconds }) => milliseconds)),
      nodeMicros: sum(({ cpuMicros }) => cpuMicros) / commands,
      serverMicros: serverMicros / commands,
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }
}

async function perform({ process: child }: Program, task: Task): Promise<Done> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`A node ended while it was to ${task.stage}.`);
  });
  const answered = once(child, 'message', { signal });
  child.send(task);
  try {
    const [done] = (await Promise.race([answered, ended])) as [Done];
    return done;
  } finally {
    settled.abort();
    await Promise.allSettled([answered, ended]);
  }
}
