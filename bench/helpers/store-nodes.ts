import { once } from 'node:events';
import { startStoreNode, type Program } from './program.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { Done, Task } from './stages.ts';

/** Cost of a command or request, with one node or several. */
export interface SharedCost {
  /** Commands per second, from the start of the first command to the result of the last. */
  readonly perSecond: number;
  /** CPU time of the nodes per command, in microseconds. */
  readonly nodeMicros: number;
  /**
   * CPU time of the database server per command, in microseconds. Zero for SQLite, which runs in
   * the node.
   */
  readonly serverMicros: number;
}

/**
 * The stores of several nodes, each in its own process. Several stores share a database, or one
 * store uses SQLite.
 */
export class StoreNodes {
  readonly #nodes: readonly Program[];
  readonly #database: SharedDatabase | null;

  private constructor(nodes: readonly Program[], database: SharedDatabase | null) {
    this.#nodes = nodes;
    this.#database = database;
  }

  /** Starts nodes with a shared database. If `database` is null, starts one node with SQLite. */
  static async start(database: SharedDatabase | null, nodes: number): Promise<StoreNodes> {
    // Start the first node alone, because it migrates the database and creates the bank's data.
    const started = [await startStoreNode(database?.url)];
    while (started.length < nodes) started.push(await startStoreNode(database?.url));
    return new StoreNodes(started, database);
  }

  /** Measures one stage. Its commands are distributed evenly over the nodes. */
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
