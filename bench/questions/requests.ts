import { randomUUID } from 'node:crypto';
import type { Question } from '../helpers/answer.ts';
import { requestsPerSecond, type Request } from '../helpers/load.ts';
import { cpuSeconds, startProgram, startService, type Program } from '../helpers/program.ts';
import { interleaved, median, medianRatio } from '../helpers/statistics.ts';
import { BASE, consentBody, Tpp } from '../helpers/tpp.ts';

const HELLO = new URL('../programs/hello.ts', import.meta.url);

const CONNECTIONS = 64;

/** What a durable POST costs against a server that does nothing. */
export const requests: Question = {
  name: 'requests',
  title: 'What does a durable POST cost?',
  about:
    'POST of a consent with its idempotency key: checked, committed to disk, answered. Against ' +
    'a hello world of the same kind of server (Hono on @hono/node-server), with the same load.',
  async ask({ isQuick, say }) {
    const hello = await startProgram(HELLO);
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin);
    const each = isQuick ? 40 : 200;
    const cpu = { hello: [] as number[], helloPost: [] as number[], post: [] as number[] };
    const rates = await interleaved(
      {
        hello: () => rate(hello, each, () => ({ method: 'GET', path: '/' }), cpu.hello),
        helloPost: () =>
          rate(hello, each, () => ({ ...consentRequest(tpp.token), path: '/' }), cpu.helloPost),
        post: () => rate(service, each, () => consentRequest(tpp.token), cpu.post),
      },
      {
        rounds: isQuick ? 3 : 7,
        warmUp: 2,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await Promise.all([hello.stop(), service.stop()]);
    return {
      measures: [
        {
          name: 'requests.post',
          label: 'durable POST, of hello world (GET)',
          value: medianRatio(rates.post, rates.hello),
          unit: '× hello world',
          target: { kind: 'at least', value: 0.4 },
        },
        {
          name: 'requests.post.helloPost',
          label: 'durable POST, of hello world that takes the same POST',
          value: medianRatio(rates.post, rates.helloPost),
          unit: '× hello POST',
        },
        {
          name: 'requests.cpu',
          label: 'durable POST, by CPU of the server, of hello world (GET)',
          value: medianRatio(cpu.hello, cpu.post),
          unit: '× hello world',
        },
        rateMeasure('post', 'durable POST', rates.post),
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
            { label: 'durable POST of a consent', value: median(rates.post), ours: true },
          ],
          target: 0.4 * median(rates.hello),
        },
      ],
      notes: [
        `${String(CONNECTIONS)} connections, each sends its next request when the last is ` +
          `answered; ${String(CONNECTIONS * each)} requests a round, built beforehand. The load ` +
          'comes from the same machine: where it is the slower side, hello world looks slower ' +
          'than it is; the ratio by CPU does not have this fault.',
      ],
    };
  },
};

function rateMeasure(name: string, label: string, rates: readonly number[]) {
  return { name: `requests.rate.${name}`, label, value: median(rates), unit: 'requests/s' };
}

/** Registers the consent for some file, under a key of its own. */
export function consentRequest(token: string): Request {
  return {
    method: 'POST',
    path: `${BASE}/file-payment-consents`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-idempotency-key': randomUUID(),
    },
    body: JSON.stringify(consentBody({ hash: `${'A'.repeat(43)}=`, payments: 4000 })),
  };
}

/** Requests a second; the server's CPU per request, in microseconds, is added to `cpu`. */
async function rate(
  program: Program,
  each: number,
  request: () => Request,
  cpu: number[],
): Promise<number> {
  const before = await cpuSeconds(program);
  const perSecond = await requestsPerSecond({
    origin: program.origin,
    connections: CONNECTIONS,
    requestsOf: () => Array.from({ length: each }, request),
  });
  const used = (await cpuSeconds(program)) - before;
  cpu.push((used / (CONNECTIONS * each)) * 1e6);
  return perSecond;
}
