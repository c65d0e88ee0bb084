import { present } from '../../src/kernel/assert.ts';
import type { Answer, Question } from '../helpers/answer.ts';
import { CertifiedTpp, type TppName } from '../helpers/certified-tpp.ts';
import { Connections } from '../helpers/connections.ts';
import { costOfAll, type Cost, type Request } from '../helpers/load.ts';
import { startDoors, type Program } from '../helpers/program.ts';
import { interleaved, median, medianRatio } from '../helpers/statistics.ts';

const CONNECTIONS = 16;

/** How many quick answers are measured for each token: too few would tell little. */
const HELLO_TIMES = 8;

const LABELS = {
  hello: 'GET of some JSON',
  certificate: 'token, by certificate (tls_client_auth)',
  assertion: 'token, by signed assertion (private_key_jwt)',
};

type Name = keyof typeof LABELS;
type ForEach<Value> = Readonly<Record<Name, Value>>;
const NAMES = Object.keys(LABELS) as Name[];

/** What it costs to give a TPP a token of its own. */
export const tokens: Question = {
  name: 'tokens',
  title: 'What does an access token cost?',
  about:
    'POST of client_credentials to the authorisation server over mutual TLS: who it is proven, ' +
    'a token bound to the certificate kept on disk and entered in the audit log. Against an ' +
    'answer over the same TLS that nobody is checked for.',
  async ask({ isQuick, say }) {
    const service = await startDoors();
    const amount = CONNECTIONS * (isQuick ? 20 : 60);
    const costs = await interleaved(prepare(service, amount), {
      rounds: isQuick ? 3 : 7,
      warmUp: 2,
      onRound: (round) => {
        say(`round ${String(round)}`);
      },
    });
    await service.stop();
    return answerOf(costs, amount);
  },
};

function prepare(service: Program, amount: number): ForEach<() => Promise<Cost>> {
  const audience = `https://localhost:${String(service.ports['pages'])}`;
  const costAt =
    (door: string, name: TppName, count: number, make: (tpp: CertifiedTpp) => Promise<Request>) =>
    async (): Promise<Cost> => {
      const tpp = new CertifiedTpp(name, service);
      const port = present(service.ports[door], `the door ${door}`);
      const place = { port, credentials: tpp.credentials() };
      const connections = await Connections.open(place, CONNECTIONS);
      const requests = (length: number) => Promise.all(Array.from({ length }, () => make(tpp)));
      // After an answer no handshake has anything left to do.
      await connections.send(await requests(CONNECTIONS));
      const sent = await requests(count);
      const found = await costOfAll(service, count, () => connections.send(sent));
      connections.close();
      return found;
    };
  const hello = (): Promise<Request> => Promise.resolve({ path: '/' });
  return {
    hello: costAt('mutualHello', 'tpp-one', amount * HELLO_TIMES, hello),
    certificate: costAt('mutualSigned', 'tpp-one', amount, (tpp) =>
      Promise.resolve(tpp.tokenRequest()),
    ),
    assertion: costAt('mutualSigned', 'tpp-two', amount, (tpp) => tpp.assertingRequest(audience)),
  };
}

function answerOf(costs: ForEach<readonly Cost[]>, amount: number): Answer {
  const cpu = (name: Name) => costs[name].map(({ cpuMicros }) => cpuMicros);
  const rate = (name: Name) => median(costs[name].map(({ perSecond }) => perSecond));
  return {
    measures: NAMES.flatMap((name) => [
      {
        name: `tokens.${name}`,
        label: `${LABELS[name]}, by CPU`,
        value: medianRatio(cpu('hello'), cpu(name)),
        unit: `× ${LABELS.hello}`,
      },
      { name: `tokens.rate.${name}`, label: LABELS[name], value: rate(name), unit: 'requests/s' },
      {
        name: `tokens.cpu.${name}`,
        label: LABELS[name],
        value: median(cpu(name)),
        unit: 'µs CPU',
      },
    ]).filter(({ name }) => name !== 'tokens.hello'),
    charts: [
      {
        kind: 'bars',
        title: 'Requests a second',
        unit: 'requests/s',
        bars: NAMES.map((name) => ({
          label: LABELS[name],
          value: rate(name),
          ours: name !== 'hello',
        })),
      },
    ],
    notes: [
      `${String(CONNECTIONS)} connections, ${String(amount)} tokens a round, made and signed ` +
        'beforehand; each assertion is good for one request.',
    ],
  };
}
