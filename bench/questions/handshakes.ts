import { once } from 'node:events';
import { connect, type SecureContext } from 'node:tls';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Answer, Question } from '../helpers/answer.ts';
import { CertifiedTpp } from '../helpers/certified-tpp.ts';
import { costsAtListeners } from '../helpers/listener-costs.ts';
import { costOfAll, type Cost } from '../helpers/load.ts';
import type { Program } from '../helpers/program.ts';
import { figure, median, ratio } from '../helpers/statistics.ts';

const HOST = '127.0.0.1';

/** Number of clients that perform handshakes at the same time, one after another. */
const CLIENTS = 8;

const LABELS = {
  full: 'TLS 1.3',
  withoutLists: 'TLS 1.3, nobody looks at what was revoked',
  resumed: 'TLS 1.3, resumed',
  older: 'TLS 1.2',
};

type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];

/** Measures the cost of a TLS handshake with a TPP. */
export const handshakes: Question = {
  name: 'handshakes',
  title: 'What does a TLS handshake cost?',
  about:
    'Connections to the TPPs’ listener with certificates on both sides (P-256), each with an ' +
    'intermediate authority and checked against the revocation lists. Each connection is ' +
    'opened and closed.',
  takes: { full: 95, quick: 4 },
  async ask(effort) {
    const amount = effort.isQuick ? 100 : 1000;
    const costs = await costsAtListeners(effort, (service) => prepare(service, amount));
    return answerOf(costs, amount);
  },
};

type ForEach<Value> = Readonly<Record<Name, Value>>;

async function prepare(service: Program, amount: number): Promise<ForEach<() => Promise<Cost>>> {
  const tpp = new CertifiedTpp('tpp-one', service);
  const port = expectDefined(service.ports['mutualSigned'], 'the port of the TPP listener');
  const withoutLists = expectDefined(
    service.ports['mutualWithoutLists'],
    'the port without revocation lists',
  );
  const secureContext = tpp.credentials();
  const older = tpp.credentials({ maxVersion: 'TLSv1.2' });
  const session = await sessionOf({ port, secureContext });
  const cost = (ends: Ends) => () => costOfAll(service, amount, () => shakeAll(ends, amount));
  return {
    full: cost({ port, secureContext }),
    withoutLists: cost({ port: withoutLists, secureContext }),
    resumed: cost({ port, secureContext, session }),
    older: cost({ port, secureContext: older }),
  };
}

/**
 * The server's port and the client's credentials. If there is a session, the handshake resumes it.
 */
interface Ends {
  readonly port: number;
  readonly secureContext: SecureContext;
  readonly session?: Buffer;
}

/** Performs `amount` handshakes. Returns their total duration in milliseconds. */
async function shakeAll(ends: Ends, amount: number): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let done = 0; done < amount; done += CLIENTS) await shakeHands(ends);
    }),
  );
  return performance.now() - started;
}

/** Opens a connection and closes it again. Rejects if the server refuses the client. */
async function shakeHands(ends: Ends): Promise<void> {
  const socket = connect({ host: HOST, ...ends });
  await once(socket, 'secureConnect');
  const wasResumed = socket.isSessionReused();
  // A TLS 1.3 client finishes the handshake before the server has checked the client's certificate.
  // After the check, the server closes its side.
  socket.resume().end();
  await once(socket, 'close');
  if (wasResumed !== (ends.session !== undefined)) throw new Error('It was not that handshake.');
}

/** Returns a TLS session that can be resumed. */
async function sessionOf(ends: Ends): Promise<Buffer> {
  const socket = connect({ host: HOST, ...ends });
  const [session] = (await once(socket, 'session')) as [Buffer];
  socket.destroy();
  return session;
}

/**
 * Returns true for a listener of the service. Returns false for the server that it is compared
 * with.
 */
function isServed(name: Name): boolean {
  return name !== 'withoutLists';
}

function answerOf(costs: ForEach<readonly Cost[]>, amount: number): Answer {
  const cpu = (name: Name) => costs[name].map(({ cpuMicros }) => cpuMicros);
  const rates = (name: Name) => costs[name].map(({ perSecond }) => perSecond);
  return {
    measures: NAMES.flatMap((name) => [
      {
        name: `handshakes.${name}`,
        label: `${LABELS[name]}, by CPU`,
        ...ratio(cpu(name), cpu('full')),
        unit: `× ${LABELS.full}`,
      },
      {
        name: `handshakes.cpu.${name}`,
        label: LABELS[name],
        ...figure(cpu(name)),
        unit: 'µs CPU',
        ...(isServed(name) && { better: 'less' as const }),
      },
      {
        name: `handshakes.rate.${name}`,
        label: LABELS[name],
        ...figure(rates(name)),
        unit: 'handshakes/s',
        ...(isServed(name) && { better: 'more' as const }),
      },
    ]).filter(({ name }) => name !== 'handshakes.full'),
    charts: [
      {
        kind: 'bars',
        title: 'CPU of the server for each handshake',
        unit: 'µs',
        bars: NAMES.map((name) => ({
          label: LABELS[name],
          value: median(cpu(name)),
          ours: isServed(name),
        })),
      },
    ],
    notes: [
      `${String(CLIENTS)} clients, ${String(amount)} handshakes a round. The clients' own ` +
        'signatures are made on the same machine.',
    ],
  };
}
