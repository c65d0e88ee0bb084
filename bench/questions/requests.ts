import { BASE } from '../../client/tpp.ts';
import { DURABLE_POST, type Answer, type Question, type Target } from '../helpers/answer.ts';
import {
  costOf,
  helloRequest,
  loadOf,
  postRequest,
  type Cost,
  type Request,
} from '../helpers/load.ts';
import { startHello, startService, type Program } from '../helpers/program.ts';
import { figure, interleaved, median, ratio } from '../helpers/statistics.ts';
import { consentBody, Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 64;

/**
 * Target for the CPU: that of hello world must be at least this fraction of the CPU of a durable
 * POST. A minimal hand-written server that is equally durable reaches 0.29.
 */
const BY_CPU: Target = { kind: 'at least', value: 0.2 };

/** Compares a durable POST with the response of a server that does no work. */
export const requests: Question = {
  name: 'requests',
  title: 'What does a durable POST cost?',
  about:
    'POST of a consent with its idempotency key: validated, committed to disk, answered. ' +
    'Compared with a hello world of the same kind of server (Hono on @hono/node-server), ' +
    'with the same load.',
  takes: { full: 100, quick: 4 },
  async ask({ isQuick, say }) {
    const hello = await startHello();
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    const each = isQuick ? 20 : 200;
    const cost = (program: Program, request: () => Request) => () =>
      costOf(program, loadOf(CONNECTIONS, each, request));
    const costs = await interleaved(
      {
        hello: cost(hello, helloRequest),
        helloPost: cost(hello, () => ({ ...consentRequest(tpp.token), path: '/' })),
        post: cost(service, () => consentRequest(tpp.token)),
      },
      {
        rounds: isQuick ? 2 : 7,
        warmUp: isQuick ? 1 : 2,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await Promise.all([hello.stop(), service.stop()]);
    return answerOf(costs, CONNECTIONS * each);
  },
};

type Costs = Readonly<Record<'hello' | 'helloPost' | 'post', readonly Cost[]>>;

function answerOf(costs: Costs, requestsEachRound: number): Answer {
  const rates = {
    hello: costs.hello.map(rateOf),
    helloPost: costs.helloPost.map(rateOf),
    post: costs.post.map(rateOf),
  };
  const cpu = { hello: costs.hello.map(cpuOf), post: costs.post.map(cpuOf) };
  return {
    measures: [
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
      {
        name: 'requests.cpu',
        label: 'durable POST, by CPU of the server, of hello world (GET)',
        ...ratio(cpu.hello, cpu.post),
        unit: '× hello world',
        target: BY_CPU,
      },
      { ...rateMeasure('post', 'durable POST', rates.post), better: 'more' },
      rateMeasure('hello', 'hello world', rates.hello),
      rateMeasure('helloPost', 'hello world that takes the same POST', rates.helloPost),
    ],
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
    ],
    notes: [
      `${String(CONNECTIONS)} connections. Each sends its next request when the previous one is ` +
        `answered, ${String(requestsEachRound)} requests per round, created before. The load ` +
        'generator shares the machine and may limit the rate of hello world. The ratio by CPU ' +
        'is not affected.',
    ],
  };
}

const rateOf = ({ perSecond }: Cost): number => perSecond;
const cpuOf = ({ cpuMicros }: Cost): number => cpuMicros;

function rateMeasure(name: string, label: string, rates: readonly number[]) {
  return { name: `requests.rate.${name}`, label, ...figure(rates), unit: 'requests/s' };
}

/** Returns a request that creates a consent for a file. */
function consentRequest(token: string): Request {
  const body = consentBody({ hash: `${'A'.repeat(43)}=`, payments: 4000 });
  return postRequest(`${BASE}/file-payment-consents`, token, JSON.stringify(body));
}
