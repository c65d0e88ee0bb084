import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../test/helpers/postgres.ts';
import { endingAll, runProgram, type Cleanups } from '../program.ts';
import { duration, type Screen } from '../terminal.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { createBoard, type Board } from './board.ts';
import { awaitExecution, showBooks } from './books.ts';
import { startNode, type Node } from './node.ts';
import { PAYMENTS_OF_A_FILE } from './orders.ts';
import { Payer } from './paying.ts';
import { shareAll } from './shared.ts';

/**
 * Number of single payments, of files, and of connections over which the TPP pays at the same time.
 */
const SINGLES = 600;
const FILES = 12;
const PAYERS = 12;

/**
 * Duration of the leases on work, in seconds. Once a lease has expired, another node takes over the
 * work.
 */
const LEASE_SECONDS = 2;

/** For each event of the demo, the number of acknowledged payments after which it happens. */
const KILL_AT = 80;
const PAUSE_AT = 160;
const JOIN_AT = 240;

/** Time for which a node is paused, in milliseconds. It is longer than the lease of the node. */
const PAUSE_MS = 2 * LEASE_SECONDS * 1000;

/**
 * Interval in milliseconds at which the board is drawn. The second value is the interval at which
 * the number of payments is checked.
 */
const DRAW_MS = 250;
const POLL_MS = 20;

process.exitCode = await runProgram(
  {
    command: 'npm run demo:cluster',
    about: `Starts PostgreSQL, an object store, three nodes and a load balancer. While a TPP makes
  payments, it kills one node, pauses another and adds a fourth. Then it checks the books.`,
  },
  endingAll('No payment lost, none made twice', runDemo),
);

async function runDemo(
  screen: Screen,
  interrupted: AbortSignal,
  cleanups: Cleanups,
): Promise<void> {
  screen.line();
  screen.line(screen.style('bold', 'Payment Initiation Service, on several nodes'));
  screen.heading('Start');
  const balancer = await startBalancer();
  cleanups.push(balancer.close);
  screen.paragraph(
    'PostgreSQL, an object store for files, three nodes without state of their own, and a load ' +
      `balancer on ${balancer.origin}. A node leases its work for ${String(LEASE_SECONDS)} s.`,
  );
  const started = performance.now();
  const shared = await startShared(cleanups);
  const nodes = new Map<string, Node>();
  const join = async (name: string): Promise<Node> => {
    const node = await startNode(name, shared, interrupted);
    cleanups.push(node.stop);
    nodes.set(name, node);
    balancer.add(node);
    return node;
  };
  // Start the first node alone, because it creates the bank's data and the shared keys.
  await join('node-1');
  await Promise.all([join('node-2'), join('node-3')]);
  screen.paragraph(`Everything was ready after ${duration(performance.now() - started)}.`);
  const payer = await Payer.signIn(balancer.origin, interrupted);
  screen.heading('Payments while nodes fail');
  screen.paragraph(
    `A TPP makes ${String(SINGLES)} payments and ${String(FILES)} files of ` +
      `${String(PAYMENTS_OF_A_FILE)}. It repeats unanswered requests with the same idempotency key.`,
  );
  screen.line();
  const board = createBoard(screen, process.stdout);
  await withBoard(board, { nodes, payer, balancer }, async () => {
    await Promise.all([payAll(payer), disturbNodes({ payer, board, nodes, join })]);
    board.log('all payments are acknowledged; waiting for their execution');
    await awaitExecution(payer);
    board.log('all payments are executed');
  });
  await showBooks(screen, payer);
}

/** Starts PostgreSQL and the other shared services. Returns the settings that all nodes need. */
async function startShared(cleanups: Cleanups): Promise<Readonly<Record<string, string>>> {
  const postgres = await startPostgres();
  cleanups.push(postgres.stop);
  const { url } = await postgres.create();
  return shareAll({ store: url, leaseSeconds: LEASE_SECONDS }, cleanups);
}

/** Makes all payments, several at a time. The files are spread among the single payments. */
async function payAll(payer: Payer): Promise<void> {
  const every = Math.floor(SINGLES / FILES);
  const jobs = Array.from({ length: SINGLES }, (_, number) => number).flatMap((number) => [
    () => payer.payOne(number),
    ...(number % every === 0 && number / every < FILES
      ? [() => payer.payFile(number / every)]
      : []),
  ]);
  const left = jobs.values();
  await Promise.all(
    Array.from({ length: PAYERS }, async () => {
      for (const pay of left) await pay();
    }),
  );
}

/** Kills, pauses and adds nodes while the payments are made. */
async function disturbNodes(stage: {
  readonly payer: Payer;
  readonly board: Board;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly join: (name: string) => Promise<Node>;
}): Promise<void> {
  const { payer, board, nodes, join } = stage;
  const acknowledged = async (number: number): Promise<void> => {
    while (payer.acknowledged.length < number) await sleep(POLL_MS);
  };
  await acknowledged(KILL_AT);
  nodes.get('node-2')?.kill();
  board.log('node-2 is killed (SIGKILL)');
  await acknowledged(PAUSE_AT);
  nodes.get('node-3')?.pause();
  board.log('node-3 is paused (SIGSTOP) for twice its lease');
  const woken = sleep(PAUSE_MS).then(() => {
    nodes.get('node-3')?.wake();
    board.log('node-3 resumes; other nodes have done its work');
  });
  await acknowledged(JOIN_AT);
  await join('node-4');
  board.log('node-4 joins');
  await woken;
}

/** Draws the board at regular intervals until `act` has finished. */
async function withBoard(
  board: Board,
  stage: {
    readonly nodes: ReadonlyMap<string, Node>;
    readonly payer: Payer;
    readonly balancer: Balancer;
  },
  act: () => Promise<void>,
): Promise<void> {
  const { nodes, payer, balancer } = stage;
  const draw = async (): Promise<void> => {
    const rows = await Promise.all(
      [...nodes.values()].map(async ({ name, state, figures }) => {
        const { connections, isReady } = balancer.statusOf(name);
        const now = state() === 'serving' && !isReady ? 'not ready' : state();
        return { name, state: now, connections, ...(await figures()) };
      }),
    );
    const files = payer.acknowledged.filter(({ kind }) => kind === 'file').length;
    rows.sort((one, other) => one.name.localeCompare(other.name));
    board.show(rows, {
      ...{ files, singles: payer.acknowledged.length - files, repeats: payer.repeats },
      ...{ ofSingles: SINGLES, ofFiles: FILES },
    });
  };
  const drawing = setInterval(() => void draw(), DRAW_MS);
  try {
    await act();
  } finally {
    clearInterval(drawing);
    await draw();
    board.end();
  }
}
