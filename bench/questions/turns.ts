import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  skipped,
  thousands,
  written,
  type Answer,
  type Measure,
  type Question,
} from '../helpers/answer.ts';
import { besideUploads, EVERY_MS, timesOfGets } from '../helpers/gets.ts';
import { PaymentFiles } from '../helpers/payment-file.ts';
import { scratchDirectory, startService, type Program } from '../helpers/program.ts';
import { interleaved } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';
import { CAUSES, LATE_MS, lateTurns, LOOK_EVERY_MS, type LateTurns } from '../helpers/turns.ts';
import type { Seen } from '../helpers/turns.ts';

const WATCH = fileURLToPath(new URL('../programs/watch-turns.ts', import.meta.url));

const CONNECTIONS = 16;

const PER = 1000;

/** Measures what delays the event loop, and therefore the responses. */
export const turns: Question = {
  name: 'turns',
  title: 'What delays the event loop?',
  about:
    `Turns of the event loop that are more than ${String(LATE_MS)} ms late, per 1,000 GETs ` +
    'of a consent, by their main cause. Measured without other load and while another client ' +
    'uploads 2 MB files without pauses.',
  takes: { full: 65, quick: 4 },
  async ask({ isQuick, say }) {
    if (process.platform !== 'linux') {
      return skipped('only Linux reports the waiting time of a thread.');
    }
    const service = await startService({}, scratchDirectory(), ['--import', WATCH]);
    const tpp = await Tpp.signIn(service.origin, { connections: CONNECTIONS });
    const consentId = await tpp.consentFor(new PaymentFiles({ payments: 10 }, 'ascii').next());
    const requests = isQuick ? 120 : 1000;
    const watched = async (): Promise<LateTurns> => {
      await seen(service);
      await timesOfGets(tpp, consentId, requests);
      return lateTurns(await seen(service));
    };
    const found = await interleaved(
      {
        idle: watched,
        uploads: async () => (await besideUploads(service.origin, watched)).found,
      },
      {
        rounds: isQuick ? 1 : 5,
        warmUp: 1,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await service.stop();
    return lateAnswer(found, requests);
  },
};

/** Returns what was recorded about the event loop since the last call. */
async function seen(service: Program): Promise<Seen> {
  service.process.send('turns');
  const [message] = (await once(service.process, 'message')) as [Seen];
  return message;
}

type Found = Readonly<Record<'idle' | 'uploads', readonly LateTurns[]>>;

const WHILE = { idle: 'idle', uploads: 'during uploads' } as const;

/** Converts the number of late turns in each round to late turns per 1,000 GETs. */
export function lateAnswer(found: Found, requests: number): Answer {
  const figureOf = (rounds: readonly LateTurns[], count: (late: LateTurns) => number) => {
    const samples = rounds.map((late) => (count(late) * PER) / requests);
    // Use the mean, because late turns are so rare that their median would be zero.
    return { value: samples.reduce((sum, one) => sum + one, 0) / samples.length, samples };
  };
  const less = { unit: 'turns', better: 'less' } as const;
  const measures = (['idle', 'uploads'] as const).flatMap((which): Measure[] => [
    {
      name: `turns.${which}.own`,
      label: `${WHILE[which]}: the event loop itself ran for more than ${String(LATE_MS)} ms`,
      ...figureOf(found[which], ({ own }) => own),
      ...less,
      ...(which === 'uploads' && { target: { kind: 'at most', value: 2 } as const }),
    },
    {
      name: `turns.${which}`,
      label: `${WHILE[which]}: late turns`,
      ...figureOf(found[which], ({ all }) => all),
      ...less,
    },
    ...CAUSES.map((cause) => ({
      name: `turns.${which}.${cause}`,
      label: `${WHILE[which]}: late, mostly ${cause}`,
      ...figureOf(found[which], ({ by }) => by[cause]),
      ...less,
    })),
  ]);
  const bars = measures
    .filter(({ label }) => label.includes('mostly'))
    .map(({ name, label, value }) => ({ label, value, ours: name.startsWith('turns.uploads') }));
  const asked = requests * found.idle.length;
  const title = `Late turns by cause, in ${thousands(PER)} GETs`;
  return {
    measures,
    charts: [{ kind: 'bars', title, unit: less.unit, bars }],
    notes: [
      `A GET every ${String(EVERY_MS)} ms, ${thousands(asked)} while idle and as many during ` +
        `uploads, so that a single late turn counts ${written(PER / asked)}. A module that only ` +
        `this question loads into the service checks the event loop every ` +
        `${String(LOOK_EVERY_MS)} ms. The waiting time for a core comes from the scheduler, the ` +
        'time of a COMMIT from a clock, and garbage collection from the engine. The running time ' +
        'of the thread includes all of them as far as they used a core.',
    ],
  };
}
