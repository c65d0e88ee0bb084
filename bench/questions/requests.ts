import { BASE } from '../../test-client/tpp.ts';
import {
  DURABLE_POST,
  type Answer,
  type Measure,
  type Question,
  type Target,
} from '../helpers/answer.ts';
import {
  costOf,
  helloRequest,
  loadOf,
  postRequest,
  type Cost,
  type Request,
} from '../helpers/load.ts';
import { PaymentFiles } from '../helpers/payment-file.ts';
import { startFastify, startHello, startService, type Program } from '../helpers/program.ts';
import { figure, interleaved, median, ratio } from '../helpers/statistics.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 64;

/**
 * Target for the CPU: that of hello world must be at least this fraction of the CPU of a durable
 * POST. A minimal hand-written server that is equally durable reaches 0.29.
 */
const BY_CPU: Target = { kind: 'at least', value: 0.2 };

/**
 * Targets for the CPU of the service, as multiples of that of a plain Fastify application: a
 * durable POST with group commit, and a GET of JSON.
 */
const OF_FASTIFY_POST: Target = { kind: 'at most', value: 1.5 };
const OF_FASTIFY_GET: Target = { kind: 'at most', value: 1.6 };

/**
 * Compares a durable POST and a GET with a server that does no work, and with a plain application
 * that stores one row.
 */
export const requests: Question = {
  name: 'requests',
  title: 'What does a durable POST cost?',
  about:
    'POST of a consent with its idempotency key: validated, committed to disk, answered. ' +
    'Compared with a hello world of the same kind of server (Hono on @hono/node-server), ' +
    'and with a plain Fastify application that stores one row, with the same load.',
  takes: { full: 140, quick: 4 },
  async ask({ isQuick, say }) {
    const hello = await startHello();
    const service = await startService();
    const fastify = await startFastify();
    const tpp = await Tpp.signIn(service.origin);
    const consentId = await tpp.consentFor(new PaymentFiles({ payments: 10 }, 'ascii').next());
    const each = isQuick ? 20 : 200;
    const cost = (program: Program, request: () => Request) => () =>
      costOf(program, loadOf(CONNECTIONS, each, request));
    const costs = await interleaved(
      {
        hello: cost(hello, helloRequest),
        helloPost: cost(hello, () => ({ ...consentRequest(tpp.token), path: '/' })),
        post: cost(service, () => consentRequest(tpp.token)),
        get: cost(service, () => getRequest(tpp.token, consentId)),
        json: cost(fastify, helloRequest),
        rowAlone: cost(fastify, () => ({ ...consentRequest(tpp.token), path: '/each' })),
        rowGrouped: cost(fastify, () => ({ ...consentRequest(tpp.token), path: '/grouped' })),
      },
      {
        rounds: isQuick ? 1 : 7,
        warmUp: isQuick ? 1 : 2,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await Promise.all([hello.stop(), service.stop(), fastify.stop()]);
    return answerOf(costs, CONNECTIONS * each);
  },
};

const LABELS = {
  hello: 'hello world, GET',
  helloPost: 'hello world, POST',
  json: 'Fastify, GET of JSON',
  rowAlone: 'Fastify, POST of a row, each in its own transaction',
  rowGrouped: 'Fastify, POST of a row, grouped',
  get: 'GET of a consent, token checked',
  post: 'durable POST of a consent',
} as const;

type Subject = keyof typeof LABELS;
type Costs = Readonly<Record<Subject, readonly Cost[]>>;

type Values = Readonly<Record<Subject, readonly number[]>>;

const SUBJECTS = Object.keys(LABELS) as Subject[];

/** Returns one figure of each cost, by subject. */
function valuesOf(costs: Costs, figureOf: (cost: Cost) => number): Values {
  const all = SUBJECTS.map((name) => [name, costs[name].map(figureOf)] as const);
  return Object.fromEntries(all) as unknown as Values;
}

function rateMeasures(rates: Values): readonly Measure[] {
  const measure = (name: 'post' | 'hello' | 'helloPost', label: string) => ({
    name: `requests.rate.${name}`,
    label,
    ...figure(rates[name]),
    unit: 'requests/s',
  });
  return [
    {
      name: 'requests.post',
      label: 'durable POST, of hello world (GET)',
      ...ratio(rates.post, rates.hello),
      unit: '× hello world',
      target: DURABLE_POST,
    },
    {
      name: 'requests.post.helloPost',
      label: 'durable POST, of hello world that takes the same POST',
      ...ratio(rates.post, rates.helloPost),
      unit: '× hello POST',
      better: 'more',
    },
    { ...measure('post', 'durable POST'), better: 'more' },
    measure('hello', 'hello world'),
    measure('helloPost', 'hello world that takes the same POST'),
  ];
}

function cpuMeasures(cpu: Values): readonly Measure[] {
  return [
    {
      name: 'requests.cpu',
      label: 'durable POST, by CPU of the server, of hello world (GET)',
      ...ratio(cpu.hello, cpu.post),
      unit: '× hello world',
      target: BY_CPU,
    },
    {
      name: 'requests.cpu.post.fastify',
      label: 'durable POST, by CPU, of a grouped row in Fastify',
      ...ratio(cpu.post, cpu.rowGrouped),
      unit: '× Fastify',
      target: OF_FASTIFY_POST,
    },
    {
      name: 'requests.cpu.get.fastify',
      label: 'checked GET, by CPU, of a JSON answer in Fastify',
      ...ratio(cpu.get, cpu.json),
      unit: '× Fastify',
      target: OF_FASTIFY_GET,
    },
    ...SUBJECTS.map((name) => ({
      name: `requests.cpu.${name}`,
      label: `CPU of ${LABELS[name]}`,
      ...figure(cpu[name]),
      unit: 'µs',
      ...(name === 'get' || name === 'post' ? { better: 'less' as const } : {}),
    })),
  ];
}

function answerOf(costs: Costs, requestsEachRound: number): Answer {
  const rates = valuesOf(costs, ({ perSecond }) => perSecond);
  const cpu = valuesOf(costs, ({ cpuMicros }) => cpuMicros);
  return {
    measures: [...rateMeasures(rates), ...cpuMeasures(cpu)],
    charts: [
      {
        kind: 'bars',
        title: 'Requests a second',
        unit: 'requests/s',
        bars: [
          { label: 'hello world, GET', value: median(rates.hello) },
          { label: 'hello world, POST', value: median(rates.helloPost) },
          {
            label: 'durable POST of a consent',
            value: median(rates.post),
            ours: true,
            target: DURABLE_POST.value * median(rates.hello),
          },
        ],
      },
      {
        kind: 'bars',
        title: 'CPU of the server per request',
        unit: 'µs',
        bars: SUBJECTS.map((name) => ({
          label: LABELS[name],
          value: median(cpu[name]),
          ours: name === 'get' || name === 'post',
        })),
      },
    ],
    notes: [
      `${String(CONNECTIONS)} connections. Each sends its next request when the previous one is ` +
        `answered, ${String(requestsEachRound)} requests per round, created before. The load ` +
        'generator shares the machine and may limit the rate of hello world. The ratio by CPU ' +
        'is not affected.',
    ],
  };
}

function getRequest(token: string, consentId: string): Request {
  const headers = { authorization: `Bearer ${token}` };
  return { method: 'GET', path: `${BASE}/file-payment-consents/${consentId}`, headers };
}

/** Returns a request that creates a consent for a file. */
function consentRequest(token: string): Request {
  return postRequest(`${BASE}/file-payment-consents`, token, FILE_CONSENT);
}
