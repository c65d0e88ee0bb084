import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../../src/config/data-folder.ts';
import { SECOND_MS } from '../../src/shared/time.ts';
import { temporaryDirectory } from '../../src/store/files/content.ts';
import { Dice } from '../crash/random.ts';
import { isUnderWay } from '../crash/statuses.ts';
import { seedOption } from '../helpers/command-line.ts';
import { dataOf, Tpp, type Reply } from '../helpers/tpp.ts';
import { auditImage, type Fact } from '../power/facts.ts';
import { LOAD_SETTINGS } from '../power/load.ts';
import { bringPayments } from './acknowledging.ts';
import { defineCampaign, type Checks, type CliContext } from './campaign.ts';
import { auditLeft } from './shutdown.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { Supervised } from './supervised.ts';

const CLIENTS = 4;

/** Minimum and maximum time for which the disk stays full or has space, in milliseconds. */
const STATE_MS = [1000, 4000] as const;

/** Maximum time until all payments are finished after the disk has space again, in milliseconds. */
const FINISHED_WITHIN_MS = 120_000;

/** Internal error codes that must not appear in any response. */
const INSIDE = /SQLITE|ENOSPC|EROFS|EIO|EFBIG|EDQUOT/;

/** Fills a disk and frees it again at random times, while the service on it accepts payments. */
export const disk = defineCampaign({
  about: 'a small disk that is filled and emptied at random moments under load',
  options: {
    seconds: { kind: 'number', default: 60, least: 5, about: 'duration' },
    seed: seedOption(),
  },
  seconds: ({ seconds }) => seconds + 30,
  run: async ({ seconds, seed }, surroundings) => {
    const { folder, tell } = surroundings;
    const small = openSmallDisk(folder);
    tell(`the disk is ${small.kind}`);
    try {
      await torment(small, { seconds, dice: new Dice(seed, 'disk') }, surroundings);
    } finally {
      small.close();
    }
  },
});

async function torment(
  small: SmallDisk,
  { seconds, dice }: { readonly seconds: number; readonly dice: Dice },
  { checks, tell }: CliContext,
): Promise<void> {
  const data = `${small.folder}/data`;
  const settings = { ...LOAD_SETTINGS, ...small.settings };
  const supervised = await Supervised.start({ dataDirectory: data, settings });
  const tpp = await Tpp.signIn(supervised.service.origin);
  const watched = new Watched();
  let isOver = false;
  const load = bringPayments({
    ...{ tpp, count: CLIENTS, facts: watched.facts, retried: [503, 0] },
    isOver: () => isOver,
    onSurprise: (what) => watched.surprises.push(what),
    onAnswer: (reply) => {
      watched.hear(reply);
    },
  });
  const until = performance.now() + seconds * SECOND_MS;
  while (performance.now() < until) {
    await wait(dice.between(...STATE_MS));
    small.fill(supervised.service.pid);
    watched.isFull = true;
    await wait(dice.between(...STATE_MS));
    await watched.look(tpp);
    small.empty(supervised.service.pid);
    watched.isFull = false;
    tell(`filled and emptied; ${String(watched.facts.length)} facts so far`);
  }
  await wait(STATE_MS[1]);
  isOver = true;
  await load;
  watched.tell(checks);
  await untilFinished(tpp, watched.facts, checks);
  const service = await supervised.release();
  tell(`a failed sync has ended it ${String(supervised.restarts)} times`);
  const { code } = await service.stop();
  checks.holds('it stops with exit code 0', code === 0, code);
  const left = readdirSync(temporaryDirectory(dataFolder(data).files)).length;
  checks.holds('no temporary file is left', left === 0, left);
  const { lost, broken } = await auditImage(data, watched.facts);
  const [finding = `${String(watched.facts.length)} facts`] = [...lost, ...broken];
  checks.holds('it has what was acknowledged', lost.length + broken.length === 0, finding);
  await auditLeft(data, checks);
}

/** Observes the service while its disk is full and while it has space. */
class Watched {
  readonly facts: Fact[] = [];
  readonly surprises: string[] = [];
  isFull = false;
  /** Number of 503 responses while the disk was full. */
  #turnedAway = 0;
  /** Number of reads while the disk was full, keyed by response status. */
  readonly #reads = new Map<number, number>();

  hear({ status, headers, text }: Reply): void {
    if (status !== 503) return;
    if (this.isFull) this.#turnedAway += 1;
    if (headers.get('retry-after') === null) this.surprises.push('503 without Retry-After');
    if (INSIDE.test(text)) this.surprises.push(`tells the inside: ${text}`);
  }

  /**
   * Reads a consent while the disk is full. There may be no response, because a failed sync can end
   * the service.
   */
  async look(tpp: Tpp): Promise<void> {
    const consent = this.facts.find(({ kind }) => kind === 'consent');
    if (consent === undefined) return;
    const path = `/${consent.resource}/${consent.id}`;
    const status = await tpp.get(path).then(
      (reply) => reply.status,
      () => 0,
    );
    this.#reads.set(status, (this.#reads.get(status) ?? 0) + 1);
  }

  tell(checks: Checks): void {
    const [surprise = ''] = this.surprises;
    checks.holds('every answer is as expected, or 503', surprise === '', surprise);
    checks.holds('a full disk makes writes fail with 503', this.#turnedAway > 0, this.#turnedAway);
    const areRead = [...this.#reads.keys()].every((status) => status === 200 || status === 0);
    checks.holds('reads go on', areRead && this.#reads.has(200), [...this.#reads]);
  }
}

/** Checks that all accepted payments finish after the disk has space again. */
async function untilFinished(tpp: Tpp, facts: readonly Fact[], checks: Checks): Promise<void> {
  const payments = facts.filter(({ kind }) => kind === 'payment');
  const deadline = performance.now() + FINISHED_WITHIN_MS;
  const waiting = new Set(payments);
  while (waiting.size > 0 && performance.now() < deadline) {
    for (const fact of waiting) {
      const seen = await tpp.get(`/${fact.resource}/${fact.id}`);
      if (seen.status === 200 && !isUnderWay(dataOf(seen)['Status'])) waiting.delete(fact);
    }
    if (waiting.size > 0) await wait(STATE_MS[0]);
  }
  const found = `${String(payments.length)} payments, ${String(waiting.size)} unfinished`;
  checks.holds('with free space, every payment ends', waiting.size === 0, found);
}
