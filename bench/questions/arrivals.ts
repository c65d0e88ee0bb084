import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { skipped, type Answer, type Measure, type Question } from '../helpers/answer.ts';
import { Connections } from '../helpers/connections.ts';
import { postRequest } from '../helpers/load.ts';
import { startService, type Program } from '../helpers/program.ts';
import { figure, interleaved, percentile } from '../helpers/statistics.ts';
import { cpuBetween, PARTS, threadsOf } from '../helpers/threads.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';

/** Number of POSTs that arrive in a second. */
const RATES = [500, 2000, 4000] as const;

/** Number of connections. A POST waits if a response is outstanding on each of them. */
const CONNECTIONS = 256;

const MICROS_PER_MS = 1000;

/** Measurements of one round at one rate. */
interface Found {
  /** CPU of the event loop and of all threads, per POST, in microseconds. */
  readonly loopMicros: number;
  readonly allMicros: number;
  /** Response times in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Measures durable POSTs that arrive at fixed rates. */
export const arrivals: Question = {
  name: 'arrivals',
  title: 'What does a durable POST cost at a fixed rate?',
  about:
    'POSTs of consents that arrive at equal intervals, whether earlier ones are answered or not. ' +
    'With fewer requests at the same time, fewer share a transaction.',
  takes: { full: 90, quick: 2 },
  async ask({ isQuick, say }) {
    if (process.platform !== 'linux') {
      return skipped('only Linux reports the CPU of a thread.');
    }
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    const seconds = isQuick ? 0.3 : 3;
    const subjects = RATES.map(
      (rate) => [String(rate), () => postAtRate({ service, tpp }, rate, seconds)] as const,
    );
    const found = await interleaved(Object.fromEntries(subjects), {
      rounds: isQuick ? 1 : 5,
      warmUp: 1,
      onRound: (round) => {
        say(`round ${String(round)}`);
      },
    });
    tpp.close();
    await service.stop();
    return answerOf(found, seconds);
  },
};

interface Setting {
  readonly service: Program;
  readonly tpp: Tpp;
}

async function postAtRate(
  { service, tpp }: Setting,
  rate: number,
  seconds: number,
): Promise<Found> {
  const amount = Math.round(rate * seconds);
  const requests = Array.from({ length: amount }, () =>
    postRequest(`${BASE}/file-payment-consents`, tpp.token, FILE_CONSENT),
  );
  // The service has closed the idle connections of the previous measurement.
  const { port } = service.ports;
  const connections = await Connections.open({ port, credentials: null }, CONNECTIONS);
  const threads = () => expectDefined(threadsOf(service.process.pid), 'the threads');
  const before = threads();
  const times = await connections.sendAtRate(requests, rate);
  const used = cpuBetween(before, threads());
  connections.close();
  const all = PARTS.reduce((sum, part) => sum + used[part], 0);
  return {
    loopMicros: (used['event loop'] / amount) * MICROS_PER_MS,
    allMicros: (all / amount) * MICROS_PER_MS,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

function answerOf(found: Readonly<Record<string, readonly Found[]>>, seconds: number): Answer {
  const of = (rate: number, pick: (one: Found) => number) =>
    figure((found[String(rate)] ?? []).map(pick));
  const measures = RATES.flatMap((rate): readonly Measure[] => {
    const measure = (name: keyof Found, label: string, unit: string): Measure => ({
      name: `arrivals.${String(rate)}.${name}`,
      label: `${label}, ${String(rate)} a second`,
      ...of(rate, (one) => one[name]),
      unit,
      better: 'less',
    });
    return [
      measure('allMicros', 'CPU of a durable POST', 'µs'),
      measure('loopMicros', 'of which the event loop', 'µs'),
      measure('p50', 'median response time', 'ms'),
      measure('p99', 'p99 response time', 'ms'),
    ];
  });
  return {
    measures,
    charts: [
      {
        kind: 'lines',
        title: 'CPU of a durable POST by arrival rate',
        unit: 'µs',
        xUnit: 'POSTs a second',
        lines: [
          {
            label: 'all threads',
            points: RATES.map((rate) => [rate, of(rate, (one) => one.allMicros).value] as const),
          },
          {
            label: 'event loop',
            points: RATES.map((rate) => [rate, of(rate, (one) => one.loopMicros).value] as const),
          },
        ],
      },
    ],
    notes: [
      `${String(CONNECTIONS)} connections, ${String(seconds)} s at each rate in each round. ` +
        'Response times count from the scheduled start. The client shares the machine. If it or ' +
        'the service cannot keep up, the response times grow. POSTs that are due in the same ' +
        'millisecond start together.',
    ],
  };
}
