import { DAY_MS, SECOND_MS, type Instant } from '../../src/kernel/time.ts';
import type { Answer, Question } from '../helpers/answer.ts';
import { SAMPLES, type Sample } from '../helpers/families.ts';
import { FamilyLoad } from '../helpers/family-load.ts';
import { costOf, helloRequest, loadOf, type Cost } from '../helpers/load.ts';
import { startHello, startService } from '../helpers/program.ts';
import { interleaved, median, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 64;

const WEDNESDAY = 3;
const OPENING_MS = 9 * 3600 * SECOND_MS;

/** What a durable POST of each family costs. */
export const families: Question = {
  name: 'families',
  title: 'What does a durable POST of each family cost?',
  about:
    'POST of a consent, and of the payment that the customer approved, for every family of ' +
    'payments: checked, committed to disk, answered. Against the hello world of the question ' +
    'requests, with the same load.',
  takes: { full: 200, quick: 6 },
  async ask({ isQuick, say }) {
    const hello = await startHello();
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    await tpp.moveClock(openingTime());
    const size = { connections: CONNECTIONS, each: isQuick ? 4 : 40 };
    const measure = (sample: Sample) => {
      const load = new FamilyLoad(service, tpp, sample, size);
      return async () => ({
        hello: await costOf(hello, loadOf(CONNECTIONS, size.each, helloRequest)),
        consent: await load.register(),
        payment: await load.pay(),
      });
    };
    const subjects = SAMPLES.map((sample) => [sample.family.name, measure(sample)] as const);
    const costs = await interleaved(Object.fromEntries(subjects), {
      rounds: isQuick ? 1 : 5,
      warmUp: 1,
      onRound: (round) => {
        say(`${String(CONNECTIONS * size.each)} of each, round ${String(round)}`);
      },
    });
    tpp.close();
    await Promise.all([hello.stop(), service.stop()]);
    return answerOf(Object.entries(costs));
  },
};

interface Costs {
  readonly hello: Cost;
  readonly consent: Cost;
  readonly payment: Cost;
}

type Found = readonly (readonly [family: string, rounds: readonly Costs[]])[];

const POSTS = ['consent', 'payment'] as const;

function answerOf(found: Found): Answer {
  const hellos = found.flatMap(([, rounds]) => rounds.map(({ hello }) => hello.perSecond));
  const posts = found.flatMap(([family, rounds]) =>
    POSTS.map((post) => ({ family, post, rounds })),
  );
  return {
    measures: [
      ...posts.map(({ family, post, rounds }) => ({
        name: `families.${family}.${post}`,
        label: `${family}, ${post}`,
        ...ratio(
          rounds.map((costs) => costs[post].perSecond),
          rounds.map(({ hello }) => hello.perSecond),
        ),
        unit: '× hello world',
        better: 'more' as const,
      })),
      ...posts.map(({ family, post, rounds }) => ({
        name: `families.cpu.${family}.${post}`,
        label: `${family}, ${post}, by CPU of the server`,
        ...ratio(
          rounds.map(({ hello }) => hello.cpuMicros),
          rounds.map((costs) => costs[post].cpuMicros),
        ),
        unit: '× hello world',
        better: 'more' as const,
      })),
    ],
    charts: [
      {
        kind: 'bars',
        title: 'Requests a second',
        unit: 'requests/s',
        bars: [
          { label: 'hello world, GET', value: median(hellos) },
          ...posts.map(({ family, post, rounds }) => ({
            label: `${family}, ${post}`,
            value: median(rounds.map((costs) => costs[post].perSecond)),
            ours: true,
          })),
        ],
      },
    ],
    notes: NOTES,
  };
}

const NOTES = [
  'Each family has its own hello world just before it. The customer’s approval, and the upload of ' +
    'a file, lie between consent and payment and are not measured.',
  'Domestic payments, payments of files, payments abroad and variable recurring ones are due at ' +
    'once: while some are still submitted, others are booked, sent and answered. The rate ends ' +
    'with the last answer to a POST; the CPU holds all of it, to the end. Scheduled payments and ' +
    'standing orders only wait.',
  'A file has 10 payments, and it is always the same. The sandbox’s clock stands at an hour when ' +
    'every scheme is open.',
];

/** Nine o'clock (UTC) on the next Wednesday: payments abroad go out at once. */
function openingTime(): Instant {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const daysUntil = ((WEDNESDAY - new Date(today).getUTCDay() + 6) % 7) + 1;
  return today + daysUntil * DAY_MS + OPENING_MS;
}
