import { skipped, type Answer, type Effort, type Question } from '../helpers/answer.ts';
import { clusterAnswer, SIDES, type Costs, type Side } from '../helpers/cluster-answer.ts';
import { ServiceLives } from '../helpers/service-lives.ts';
import { ServiceNodes } from '../helpers/service-nodes.ts';
import {
  startDatabaseServer,
  whyNoDatabase,
  type DatabaseServer,
  type SharedDatabase,
} from '../helpers/shared-database.ts';
import type { Stage, Task } from '../helpers/stages.ts';
import { interleaved } from '../helpers/statistics.ts';
import { StoreNodes, type SharedCost } from '../helpers/store-nodes.ts';

/**
 * Number of commands that are in progress at the same time on all nodes together. The number of
 * connections is the same.
 */
const IN_FLIGHT = 256;
const CONNECTIONS = 64;

/** Compares nodes that share a database with one process that has its own database. */
export const cluster: Question = {
  name: 'cluster',
  title: 'What do several nodes over PostgreSQL cost?',
  about:
    'Single payments at the store alone (created, approved, submitted, executed), signed ' +
    'POSTs and complete payments through the service, by 1, 2 and 4 nodes over one ' +
    'PostgreSQL. Compared with SQLite, by rate and by CPU of the nodes and of all processes ' +
    'of the database.',
  takes: { full: 300, quick: 25 },
  async ask(effort): Promise<Answer> {
    const why = whyNoDatabase();
    if (why !== undefined) return skipped(why);
    const servers = new Map<Side, DatabaseServer>();
    for (const side of SHARED) servers.set(side, await startDatabaseServer());
    const { isQuick } = effort;
    const [payments, each] = isQuick ? [IN_FLIGHT, 2] : [2048, 20];
    const size = { connections: CONNECTIONS, each };
    try {
      return clusterAnswer({
        atStore: await compared(servers, effort, {
          what: 'the store',
          sides: ['sqlite', ...SHARED],
          start: (database, nodes) => StoreNodes.start(database, nodes),
          measure: (nodes) => lives(nodes, payments),
        }),
        atListeners: await compared(servers, effort, {
          what: 'signed POSTs',
          sides: ['sqlite', ...SHARED],
          start: (database, nodes) => ServiceNodes.start(database, nodes),
          measure: async (nodes) => ({ post: await nodes.signedPosts(size) }),
        }),
        served: await compared(servers, effort, {
          what: 'whole lives',
          sides: ['sqlite', 'one'],
          start: (database) => ServiceLives.start(database),
          measure: async (service) => ({ served: await service.live(size) }),
        }),
      });
    } finally {
      for (const server of servers.values()) await server.stop();
    }
  },
};

const SHARED = ['one', 'two', 'four'] as const;

/** A measurement that is repeated for each compared setup. */
interface Comparison<Part, Subject extends string> {
  readonly what: string;
  readonly sides: readonly Side[];
  /** Starts the measured part with a database. If `database` is null, starts it with SQLite. */
  readonly start: (database: SharedDatabase | null, nodes: number) => Promise<Part>;
  readonly measure: (part: Part) => Promise<Readonly<Record<Subject, SharedCost>>>;
}

/** Measures the cost of each setup in alternating rounds. */
async function compared<Part extends { stop(): Promise<void> }, Subject extends string>(
  servers: ReadonlyMap<Side, DatabaseServer>,
  { isQuick, say }: Effort,
  { what, sides, start, measure }: Comparison<Part, Subject>,
): Promise<Costs<Subject>> {
  const parts = new Map<Side, Part>();
  for (const side of sides) {
    const database = (await servers.get(side)?.create()) ?? null;
    parts.set(side, await start(database, SIDES[side].nodes));
  }
  const subjects = [...parts].map(([side, part]) => [side, () => measure(part)] as const);
  const costs = await interleaved(Object.fromEntries(subjects), {
    rounds: isQuick ? 1 : 5,
    warmUp: isQuick ? 0 : 1,
    onRound: (round) => {
      say(`${what}, round ${String(round)}`);
    },
  });
  for (const part of parts.values()) await part.stop();
  return costs;
}

/** Processes payments through all stages, three times and each time in a different way. */
async function lives(nodes: StoreNodes, amount: number) {
  const common = { amount, inFlight: IN_FLIGHT };
  const atOnce = await allStages(nodes, { ...common, isBookedAtOnce: true, accounts: 16 });
  const ofOne = await allStages(nodes, { ...common, isBookedAtOnce: true, accounts: 1 });
  const later = await allStages(nodes, { ...common, isBookedAtOnce: false, accounts: 16 });
  const { create, approve, submit, execute } = atOnce;
  return {
    ...{ create, approve, submit, submitOne: ofOne.submit, step: later.execute },
    // A payment that is booked with its submission needs two more steps. One sends it, the other
    // collects the answer.
    life: together([create, approve, submit, execute, execute]),
  };
}

async function allStages(
  nodes: StoreNodes,
  task: Omit<Task, 'stage'>,
): Promise<Readonly<Record<Stage, SharedCost>>> {
  return {
    create: await nodes.through({ ...task, stage: 'create' }),
    approve: await nodes.through({ ...task, stage: 'approve' }),
    submit: await nodes.through({ ...task, stage: 'submit' }),
    execute: await nodes.through({ ...task, stage: 'execute' }),
  };
}

/** Adds the costs of successive commands. */
function together(costs: readonly SharedCost[]): SharedCost {
  const sum = (of: (cost: SharedCost) => number) =>
    costs.reduce((total, cost) => total + of(cost), 0);
  return {
    perSecond: 1 / sum(({ perSecond }) => 1 / perSecond),
    nodeMicros: sum(({ nodeMicros }) => nodeMicros),
    serverMicros: sum(({ serverMicros }) => serverMicros),
  };
}
