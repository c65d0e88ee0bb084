import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Effort } from '../helpers/answer.ts';
import { CertifiedTpp } from '../helpers/certified-tpp.ts';
import { costOver, costsAtListeners } from '../helpers/listener-costs.ts';
import { postRequest, type Cost, type Request } from '../helpers/load.ts';
import type { Program } from '../helpers/program.ts';
import { figure, ratio } from '../helpers/statistics.ts';
import { FILE_CONSENT } from '../helpers/tpp.ts';

const CONNECTIONS = 64;

/** Requests of each connection in a round. */
const EACH = { quick: 4, full: 30 };

const CONSENTS = `${BASE}/file-payment-consents`;

/** A POST through one more layer than the one before it. */
interface Layer {
  readonly label: string;
  /** Name of the listener in `bench/programs/listeners.ts`. */
  readonly listener: string;
  readonly isSecure: boolean;
  /** True if the service creates a consent. False if a server answers with a text of equal size. */
  readonly isService: boolean;
  readonly isSigned: boolean;
}

/** The layers, each with all earlier ones. */
const LAYERS: Readonly<Record<string, Layer>> = {
  http: layer('plain HTTP', 'hello'),
  tls: layer('+ TLS', 'tlsHello', { isSecure: true }),
  mutual: layer('+ certificate of the client', 'mutualHello', { isSecure: true }),
  token: layer('+ token, and the consent itself', 'mutual', { isSecure: true, isService: true }),
  request: layer('+ request signature', 'mutual', {
    ...{ isSecure: true, isService: true, isSigned: true },
  }),
  response: layer('+ response signature', 'mutualSigned', {
    ...{ isSecure: true, isService: true, isSigned: true },
  }),
};

function layer(label: string, listener: string, differs: Partial<Layer> = {}): Layer {
  return { label, listener, isSecure: false, isService: false, isSigned: false, ...differs };
}

/** CPU of the server for one request with a layer and all earlier ones. */
export interface LayerCost {
  readonly label: string;
  /** Median of the rounds, in microseconds. */
  readonly cpuMicros: number;
  /** Median of the ratios to the layer before, and to plain HTTP, each within one round. */
  readonly timesPrevious: number;
  readonly timesPlain: number;
}

/** Measures the layers in turns at one service. */
export async function measureLayers(effort: Effort): Promise<readonly LayerCost[]> {
  const costs = await costsAtListeners(effort, (service) => prepare(service, effort.isQuick));
  const cpu = Object.keys(LAYERS).map((name) =>
    expectDefined(costs[name], name).map(({ cpuMicros }) => cpuMicros),
  );
  const plain = expectDefined(cpu[0], 'the first layer');
  return Object.values(LAYERS).map(({ label }, index) => {
    const own = expectDefined(cpu[index], label);
    return {
      label,
      cpuMicros: figure(own).value,
      timesPrevious: ratio(own, cpu[index - 1] ?? own).value,
      timesPlain: ratio(own, plain).value,
    };
  });
}

async function prepare(service: Program, isQuick: boolean) {
  const tpp = new CertifiedTpp('tpp-one', service);
  const [proof, credentials] = [await tpp.signatureOf(FILE_CONSENT), tpp.credentials()];
  const client = await tpp.signIn();
  client.close();
  const amount = CONNECTIONS * EACH[isQuick ? 'quick' : 'full'];
  const measured = Object.entries(LAYERS).map(([name, { listener, ...of }]) => {
    const port = expectDefined(service.ports[listener], `the listener ${listener}`);
    const place = { port, credentials: of.isSecure ? credentials : null };
    const make = (): Request => {
      const post = postRequest(of.isService ? CONSENTS : '/', client.token, FILE_CONSENT);
      return of.isSigned ? { ...post, headers: { ...post.headers, ...proof } } : post;
    };
    const cost = (): Promise<Cost> =>
      costOver(service, place, { connections: CONNECTIONS, amount, make });
    return [name, cost] as const;
  });
  return Object.fromEntries(measured);
}
