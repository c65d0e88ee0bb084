import { setTimeout as sleep } from 'node:timers/promises';
import { areThree, type Member, type ReplicatedDatabase } from './database.ts';
import { longestSilenceMs, readAll, startWriting, type Told } from './writes.ts';

/** The result of the loss of a primary. */
export interface Failover {
  readonly from: string;
  readonly to: string;
  /** Numbers of acknowledged writes, before the loss and after it. */
  readonly acknowledged: readonly [number, number];
  readonly unanswered: number;
  /** Ids that were acknowledged and are missing. */
  readonly lost: readonly number[];
  readonly unavailableMs: number;
  /** Time until the lost machine was a standby again after its start. */
  readonly rejoinedMs: number;
}

/** Duration of writing before the loss and after it, in milliseconds. */
const WRITING_MS = 3000;

/**
 * Maximum time until a new primary acknowledges a write, and interval of the checks, in
 * milliseconds.
 */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** Additional actions, and the required state of the members at the start and at the end. */
export interface Circumstances {
  readonly isReady: (members: readonly Member[]) => boolean;
  /** Actions while the writes run before the loss, and after it. */
  readonly before: (primary: string) => void | Promise<void>;
  readonly after: () => void;
}

const USUALLY: Circumstances = {
  isReady: areThree,
  before: () => undefined,
  after: () => undefined,
};

/**
 * Kills the primary's machine under load. Returns the counts once another primary serves and the
 * first is back.
 */
export async function failOver(
  database: ReplicatedDatabase,
  { isReady, before, after }: Circumstances = USUALLY,
): Promise<Failover> {
  const { primary: from } = await database.until('three members', isReady);
  const writing = await startWriting(database.url);
  await before(from);
  await sleep(WRITING_MS);
  const acknowledgedBefore = writing.acknowledged.length;
  await database.machine(from).kill();
  after();
  const { primary: to } = await database.until('another primary', (members) => {
    return members.some(({ role, name, state }) => {
      return role === 'leader' && name !== from && state === 'running';
    });
  });
  await acknowledgedAgain(writing);
  await sleep(WRITING_MS);
  await writing.stop();
  const begun = performance.now();
  database.machine(from).start();
  await database.until('the lost machine', isReady);
  const entries = await readAll(database.url);
  const ids = writing.acknowledged.map(({ id }) => id);
  return {
    ...{ from, to, unanswered: writing.unanswered },
    acknowledged: [acknowledgedBefore, ids.length - acknowledgedBefore],
    lost: ids.filter((id) => !entries.has(id)),
    unavailableMs: longestSilenceMs(writing),
    rejoinedMs: performance.now() - begun,
  };
}

async function acknowledgedAgain({ acknowledged }: Told): Promise<void> {
  const [before, begun] = [acknowledged.length, performance.now()];
  while (acknowledged.length === before) {
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error('The new primary takes no writes.');
    await sleep(LOOK_MS);
  }
}
