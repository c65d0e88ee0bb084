import { expectDefined } from '../../src/shared/assert.ts';
import type { Answer, Question } from '../helpers/answer.ts';
import { CertifiedTpp, type TppName } from '../helpers/certified-tpp.ts';
import { costOver, costsAtListeners, type Exchange } from '../helpers/listener-costs.ts';
import type { Cost } from '../helpers/load.ts';
import type { Program } from '../helpers/program.ts';
import { figure, median, ratio } from '../helpers/statistics.ts';

const CONNECTIONS = 16;

/**
 * Number of hello-world responses that are measured for each token. One response is too fast to be
 * measured reliably.
 */
const HELLO_TIMES = 8;

const LABELS = {
  hello: 'GET of some JSON',
  certificate: 'token, by certificate (tls_client_auth)',
  assertion: 'token, by signed assertion (private_key_jwt)',
};

type Name = keyof typeof LABELS;
type ForEach<Value> = Readonly<Record<Name, Value>>;
const NAMES = Object.keys(LABELS) as Name[];

/** Measures the cost of issuing an access token to a TPP. */
export const tokens: Question = {
  name: 'tokens',
  title: 'What does an access token cost?',
  about:
    'POST of client_credentials to the authorisation server over mutual TLS. The client is ' +
    'authenticated, the token is bound to the certificate, stored on disk and recorded in ' +
    'the audit log. Compared with a response over the same TLS without authentication.',
  takes: { full: 30, quick: 4 },
  async ask(effort) {
    const amount = CONNECTIONS * (effort.isQuick ? 10 : 60);
    const costs = await costsAtListeners(effort, (service) => prepare(service, amount));
    return answerOf(costs, amount);
  },
};

function prepare(service: Program, amount: number): ForEach<() => Promise<Cost>> {
  const costAt = (
    listener: string,
    name: TppName,
    amountSent: number,
    make: (tpp: CertifiedTpp) => ReturnType<Exchange['make']>,
  ) => {
    const port = expectDefined(service.ports[listener], `the port of ${listener}`);
    return (): Promise<Cost> => {
      const tpp = new CertifiedTpp(name, service);
      const place = { port, credentials: tpp.credentials() };
      const exchange = { connections: CONNECTIONS, amount: amountSent, make: () => make(tpp) };
      return costOver(service, place, exchange);
    };
  };
  return {
    hello: costAt('mutualHello', 'tpp-one', amount * HELLO_TIMES, () => ({ path: '/' })),
    certificate: costAt('mutualSigned', 'tpp-one', amount, (tpp) => tpp.tokenRequest()),
    assertion: costAt('mutualSigned', 'tpp-two', amount, (tpp) => tpp.assertingRequest()),
  };
}

function answerOf(costs: ForEach<readonly Cost[]>, amount: number): Answer {
  const cpu = (name: Name) => costs[name].map(({ cpuMicros }) => cpuMicros);
  const rates = (name: Name) => costs[name].map(({ perSecond }) => perSecond);
  return {
    measures: NAMES.flatMap((name) => [
      {
        name: `tokens.${name}`,
        label: `${LABELS[name]}, by CPU`,
        ...ratio(cpu('hello'), cpu(name)),
        unit: `× ${LABELS.hello}`,
        better: 'more' as const,
      },
      {
        name: `tokens.rate.${name}`,
        label: LABELS[name],
        ...figure(rates(name)),
        unit: 'requests/s',
        ...(name === 'hello' ? {} : { better: 'more' as const }),
      },
      {
        name: `tokens.cpu.${name}`,
        label: LABELS[name],
        ...figure(cpu(name)),
        unit: 'µs CPU',
        ...(name === 'hello' ? {} : { better: 'less' as const }),
      },
    ]).filter(({ name }) => name !== 'tokens.hello'),
    charts: [
      {
        kind: 'bars',
        title: 'Requests a second',
        unit: 'requests/s',
        bars: NAMES.map((name) => ({
          label: LABELS[name],
          value: median(rates(name)),
          ours: name !== 'hello',
        })),
      },
    ],
    notes: [
      `${String(CONNECTIONS)} connections, ${String(amount)} tokens a round, made and signed ` +
        'before the measurement. Each assertion is valid for one request.',
    ],
  };
}
