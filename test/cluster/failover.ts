import { setTimeout as sleep } from 'node:timers/promises';
import { areThree, type Member, type ReplicatedDatabase } from './database.ts';
import { longestSilenceMs, readAll, startWriting, type Told } from './writes.ts';

/** What came of the loss of a primary. */
export interface Failover {
  readonly from: string;
  readonly to: string;
  /** Writes that were acknowledged, before the loss and after it. */
  readonly acknowledged: readonly [number, number];
  readonly unanswered: number;
  /** Numbers that were acknowledged and are not there. */
  readonly lost: readonly number[];
  readonly unavailableMs: number;
  /** Until the lost machine was a standby again, after it was started. */
  readonly rejoinedMs: number;
}

/** How long is written before the loss and after it, in milliseconds. */
const WRITING_MS = 3000;

/** How long a new primary may take to acknowledge something, and how often is looked. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** What else happens, and which standing of the members is the one to start and to end with. */
export interface Circumstances {
  readonly isReady: (members: readonly Member[]) => boolean;
  /** Done while it is written, before the loss; and after it. */
  readonly before: (primary: string) => void | Promise<void>;
  readonly after: () => void;
}

const USUALLY: Circumstances = {
  isReady: areThree,
  before: () => undefined,
  after: () => undefined,
};

/** Ends the primary's machine under load; counts once another one serves and the first is back. */
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
