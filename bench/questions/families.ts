import { DAY_MS, SECOND_MS, type Instant } from '../../src/shared/time.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Answer, Measure, Question, Target } from '../helpers/answer.ts';
import { samplesAt, SAMPLES } from '../helpers/families.ts';
import { FamilyLoad } from '../helpers/family-load.ts';
import { costOf, helloRequest, loadOf, type Cost } from '../helpers/load.ts';
import { DEBTOR_ACCOUNT } from '../helpers/payment-file.ts';
import { startHello, startService } from '../helpers/program.ts';
import { figure, interleaved, median, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 64;

/**
 * Number of days until orders are due, which is a Friday. They are executed by the following
 * Wednesday, even if there is a bank holiday in between.
 */
const DAYS_AHEAD = 2;

/**
 * Target for a domestic payment from consent to execution: the CPU of hello world must be at least
 * this fraction of its CPU.
 */
const LIFE: Target = { kind: 'at least', value: 0.12 };

const WEDNESDAY = 3;
const OPENING_MS = 9 * 3600 * SECOND_MS;

/** Measures the cost of a durable POST for each payment family. */
export const families: Question = {
  name: 'families',
  title: 'What does a durable POST of each family cost?',
  about:
    'POST of a consent, and of its approved payment, for every payment family: validated, ' +
    'committed to disk, answered. Also the complete payment: submitted, booked, sent and ' +
    'answered by the scheme. Compared with the hello world of the question requests, with ' +
    'the same load.',
  takes: { full: 220, quick: 6 },
  async ask({ isQuick, say }) {
    const hello = await startHello();
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    await tpp.moveClock(openingAfter(Date.now()));
    const size = { connections: CONNECTIONS, each: isQuick ? 4 : 40 };
    const measure = (index: number) => async (): Promise<Costs> => {
      const now = await tpp.readClock();
      const sample = expectDefined(samplesAt(now, DAYS_AHEAD)[index], 'a sample');
      const load = new FamilyLoad(service, tpp, sample, size);
      const before = await tpp.balance(DEBTOR_ACCOUNT);
      const ofHello = await costOf(hello, loadOf(CONNECTIONS, size.each, helloRequest));
      const consent = await load.register();
      await load.approve();
      const payment = await load.pay();
      const left = await load.execute({ before }, openingAfter(now));
      return { hello: ofHello, consent, payment, lifeMicros: payment.cpuMicros + left };
    };
    const subjects = SAMPLES.map(({ family }, index) => [family.name, measure(index)] as const);
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
  /** CPU time from the POST of a payment to the end of its execution, in microseconds. */
  readonly lifeMicros: number;
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
      ...found.flatMap(([family, rounds]) => livesOf(family, rounds)),
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

function livesOf(family: string, rounds: readonly Costs[]): readonly Measure[] {
  const lives = rounds.map(({ lifeMicros }) => lifeMicros);
  const hellos = rounds.map(({ hello }) => hello.cpuMicros);
  const label = `${family}, a complete payment`;
  return [
    {
      name: `families.life.${family}`,
      label: `${label}, by CPU of the server`,
      ...ratio(hellos, lives),
      unit: '× hello world',
      better: 'more',
      ...(family === 'domestic-payments' && { target: LIFE }),
    },
    {
      name: `families.life.cpu.${family}`,
      label,
      ...figure(lives),
      unit: 'µs CPU',
      better: 'less',
    },
  ];
}

const NOTES = [
  'The hello world is measured again just before each family. The customer’s approval and the ' +
    'upload of a file happen between consent and payment and are not measured.',
  'Domestic, file, international and variable recurring payments are due at once: while some are ' +
    'still submitted, others are booked, sent and answered. The rate covers the time until the ' +
    'last response to a POST. The CPU includes the whole execution. Scheduled payments and ' +
    'standing orders wait until the sandbox’s clock is moved by a week. The figure of a complete ' +
    'payment includes that too. A standing order has two payments.',
  'A file has 10 payments and is always the same. The sandbox’s clock is set to a time when ' +
    'every scheme is open.',
];

/**
 * Returns 09:00 UTC on the next Wednesday. At that time, international payments are sent at once.
 */
function openingAfter(now: Instant): Instant {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const daysUntil = ((WEDNESDAY - new Date(today).getUTCDay() + 6) % 7) + 1;
  return today + daysUntil * DAY_MS + OPENING_MS;
}
