import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { FLAT, thousands, type Measure, type Question } from '../helpers/answer.ts';
import { SAMPLES } from '../helpers/families.ts';
import { fillStore, filledConsent } from '../helpers/full-store.ts';
import { costOf, loadOf, postRequest, type Request } from '../helpers/load.ts';
import { PaymentFiles } from '../helpers/payment-file.ts';
import { cpuSeconds, startService, type Program } from '../helpers/program.ts';
import { figure, interleaved, median, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

interface Extent {
  /** Numbers of payments in a file. */
  readonly sizes: readonly number[];
  /**
   * Number of payments per round for each size. At least one file is sent, even if it has more
   * payments.
   */
  readonly paymentsPerFigure: number;
  /** Number of consents in the full store. */
  readonly consents: number;
  readonly requestsEach: number;
  readonly rounds: number;
}

const FULL: Extent = {
  sizes: [1000, 10_000, 100_000, 1_000_000],
  paymentsPerFigure: 200_000,
  consents: 1_000_000,
  requestsEach: 150,
  rounds: 5,
};

const QUICK: Extent = {
  sizes: [1000, 10_000],
  paymentsPerFigure: 10_000,
  consents: 10_000,
  requestsEach: 15,
  rounds: 2,
};

const CONNECTIONS = 32;

/**
 * Measures whether a payment costs more in a large file, and whether a request costs more with a
 * full store.
 */
export const growth: Question = {
  name: 'growth',
  title: 'Does the cost per payment grow?',
  about:
    'CPU of the service per payment, from consent to report, for files of 1,000 to 1,000,000 ' +
    'payments. Also CPU per request with an empty store and with a million consents.',
  takes: { full: 185, quick: 8 },
  async ask({ isQuick, say }) {
    const extent = isQuick ? QUICK : FULL;
    const { consents } = extent;
    const perPayment = await costPerPayment(extent, say);
    const perRequest = await costPerRequest(extent, say);
    const figures = perPayment.map(([payments, values]) => [payments, figure(values)] as const);
    const [first] = perPayment;
    const last = perPayment.at(-1);
    if (first === undefined || last === undefined) throw new Error('No sizes were measured.');
    return {
      measures: [
        {
          name: 'growth.payment',
          label: `a payment of ${thousands(last[0])} against one of ${thousands(first[0])}`,
          ...ratio(last[1], first[1]),
          unit: '× small file',
          target: FLAT,
        },
        ...figures.map(([payments, micros]) => ({
          name: `growth.payment.${String(payments)}`,
          label: `CPU per payment, ${thousands(payments)} in the file`,
          ...micros,
          unit: 'µs',
          better: 'less' as const,
        })),
        ...requestMeasures(perRequest),
      ],
      charts: [
        {
          kind: 'lines',
          title: 'CPU of the service per payment, from consent to report',
          unit: 'µs',
          xUnit: 'payments in the file',
          lines: [
            {
              label: 'CPU per payment',
              points: figures.map(([payments, { value }]) => [payments, value] as const),
            },
          ],
        },
        {
          kind: 'bars',
          title: 'CPU of the service per request',
          unit: 'µs',
          bars: Object.entries(perRequest).map(([label, values]) => ({
            label: LABELS[label as Subject],
            value: median(values),
            ours: label.endsWith('Full'),
          })),
        },
      ],
      notes: [
        `The full store has ${thousands(consents)} consents, equally many of each family, and as ` +
          'many valid idempotency keys. Consents are read from the whole store. “Flat” allows up to a ' +
          'quarter more.',
        'A small file has fewer payments to share the cost of its five requests. A large file is ' +
          'spooled to disk and read twice from there, for its hash and its payments, and again ' +
          'when the scheme answers.',
      ],
    };
  },
};

type Say = (progress: string) => void;

/** Returns the CPU time of the service per payment in microseconds, for each size and round. */
async function costPerPayment(
  { sizes, paymentsPerFigure }: Extent,
  say: Say,
): Promise<(readonly [payments: number, values: readonly number[]])[]> {
  const service = await startService({ PIS_FILE_MAX_BYTES: String(2 ** 30) });
  const tpp = await Tpp.signIn(service.origin, { connections: 1 });
  const subjects = sizes.map((payments) => {
    const files = new PaymentFiles({ payments }, 'ascii');
    const count = Math.max(1, Math.round(paymentsPerFigure / payments));
    const cost = async (): Promise<number> => {
      const before = await cpuSeconds(service);
      for (let paid = 0; paid < count; paid += 1) await tpp.pay(files.next());
      return (((await cpuSeconds(service)) - before) / (count * payments)) * 1e6;
    };
    return [String(payments), cost] as const;
  });
  const costs = await interleaved(Object.fromEntries(subjects), {
    rounds: 2,
    warmUp: 1,
    onRound: (round) => {
      say(`size of the file, round ${String(round)}`);
    },
  });
  tpp.close();
  await service.stop();
  return sizes.map((payments) => [payments, costs[String(payments)] ?? []]);
}

const LABELS = {
  getEmpty: 'GET, empty store',
  getFull: 'GET, full store',
  postEmpty: 'POST, empty store',
  postFull: 'POST, full store',
} as const;

type Subject = keyof typeof LABELS;
type Costs = Readonly<Record<Subject, readonly number[]>>;

/**
 * Returns the CPU time of the service per request in microseconds, with an empty and with a full
 * store.
 */
async function costPerRequest(extent: Extent, say: Say): Promise<Costs> {
  const { consents, requestsEach, rounds } = extent;
  say(`filling a store with ${thousands(consents)} consents`);
  const seeded = await startService();
  await seeded.stop({ keep: true });
  await fillStore(seeded.directory, consents);
  const full = await startService({}, seeded.directory);
  const empty = await startService();
  const tpps = { full: await Tpp.signIn(full.origin), empty: await Tpp.signIn(empty.origin) };
  const few = await Promise.all(
    SAMPLES.map(async ({ family, consent }) => {
      const consentId = await tpps.empty.register(family, JSON.stringify(consent));
      return `${family.consents}/${consentId}`;
    }),
  );
  const cost = (service: Program, request: () => Request) => async () =>
    (await costOf(service, loadOf(CONNECTIONS, requestsEach, request))).cpuMicros;
  const costs = await interleaved(
    {
      getEmpty: cost(empty, () => get(oneOf(few), tpps.empty)),
      getFull: cost(full, () =>
        get(filledConsent(Math.floor(Math.random() * consents)), tpps.full),
      ),
      postEmpty: cost(empty, () => post(tpps.empty)),
      postFull: cost(full, () => post(tpps.full)),
    },
    {
      rounds,
      warmUp: 2,
      onRound: (round) => {
        say(`size of the store, round ${String(round)}`);
      },
    },
  );
  for (const tpp of Object.values(tpps)) tpp.close();
  await Promise.all([full.stop(), empty.stop()]);
  return costs;
}

function get(consent: string, { token }: Tpp): Request {
  const headers = { authorization: `Bearer ${token}` };
  return { method: 'GET', path: `${BASE}/${consent}`, headers };
}

/** Returns a request that creates a consent of a random family. */
function post({ token }: Tpp): Request {
  const { family, consent } = oneOf(SAMPLES);
  return postRequest(`${BASE}/${family.consents}`, token, JSON.stringify(consent));
}

function oneOf<Value>(values: readonly Value[]): Value {
  return expectDefined(values[Math.floor(Math.random() * values.length)], 'a value');
}

function requestMeasures(costs: Costs): Measure[] {
  const share = (name: 'get' | 'post'): Measure => ({
    name: `growth.${name}`,
    label: `${name.toUpperCase()} of a consent, full store against empty store`,
    ...ratio(costs[`${name}Full`], costs[`${name}Empty`]),
    unit: '× empty store',
    target: FLAT,
  });
  const absolute = (Object.keys(LABELS) as Subject[]).map((name) => ({
    name: `growth.${name}`,
    label: `CPU of a ${LABELS[name]}`,
    ...figure(costs[name]),
    unit: 'µs',
    better: 'less' as const,
  }));
  return [share('get'), share('post'), ...absolute];
}
