import { setTimeout as sleep } from 'node:timers/promises';
import { areThree, type Member, type ReplicatedDatabase } from './database.ts';
import { longestSilenceMs, readAll, startWriting, type Told } from './writes.ts';

/** The measurements of a failover, in which the primary's machine was lost. */
export interface Failover {
  readonly from: string;
  readonly to: string;
  /** Number of acknowledged writes before the loss, and after it. */
  readonly acknowledged: readonly [number, number];
  readonly unanswered: number;
  /** Ids of writes that were acknowledged but are missing in the database. */
  readonly lost: readonly number[];
  readonly unavailableMs: number;
  /** Time from the start of the lost machine until it was a standby, in milliseconds. */
  readonly rejoinedMs: number;
}

/** Time for which rows are written before the loss and after it, in milliseconds. */
const WRITING_MS = 3000;

/**
 * Maximum time until the new primary acknowledges a write, and the interval of the checks for it,
 * in milliseconds.
 */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/**
 * Variations of a failover: actions during it, and the state that the members must have before and
 * after it.
 */
export interface Circumstances {
  readonly isReady: (members: readonly Member[]) => boolean;
  /** Called while rows are written: `before` the loss of the primary, and `after` it. */
  readonly before: (primary: string) => void | Promise<void>;
  readonly after: () => void;
}

const USUALLY: Circumstances = {
  isReady: areThree,
  before: () => undefined,
  after: () => undefined,
};

/**
 * Kills the primary's machine while rows are written. Waits until another primary serves and the
 * lost machine is a standby. Returns the measurements.
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
