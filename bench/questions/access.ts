import { expectSuccess, idIn } from '../../test-client/answer.ts';
import { FamilyClient } from '../../test-client/families.ts';
import { RESOURCES } from '../../test-client/requests.ts';
import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Answer, Measure, Question, Target } from '../helpers/answer.ts';
import { CertifiedTpp } from '../helpers/certified-tpp.ts';
import { costOver, costsAtListeners } from '../helpers/listener-costs.ts';
import { postRequest, type Cost, type Request } from '../helpers/load.ts';
import type { Program } from '../helpers/program.ts';
import { rsaAlone } from '../helpers/rsa.ts';
import { figure, median, ratio, type Figure } from '../helpers/statistics.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 64;

const CONSENTS = `${BASE}/file-payment-consents`;

/**
 * Target for the rate, in requests per second. A prototype with the same checks reached this rate.
 */
const CHECKED: Target = { kind: 'at least', value: 6600 };
const SIGNED: Target = { kind: 'at least', value: 2070 };

/**
 * Target for a response after a token check. Its rate must be at least this share of the rate of an
 * unchecked response of the same size.
 */
const PLAIN_SHARE: Target = { kind: 'at least', value: 0.45 };
const MUTUAL_SHARE: Target = { kind: 'at least', value: 0.5 };

/**
 * Target for the CPU of a signed POST over mutual TLS without its two RSA operations, in
 * microseconds.
 */
const BEYOND_RSA: Target = { kind: 'at most', value: 200 };

type Plain = 'hello' | 'get' | 'signedGet' | 'post' | 'verifiedPost' | 'signedPost';
type Secure = 'tlsHello' | 'tlsGet' | 'tlsSignedGet' | 'tlsPost' | 'tlsSignedPost';
type Name = Plain | Secure;
type ForEach<Value> = Readonly<Record<Name, Value>>;

/**
 * A measured request to a listener. `of` names another subject that differs from it in one feature.
 */
interface Subject {
  readonly listener: string;
  readonly request: 'hello' | 'get' | 'post' | 'signedPost';
  readonly label: string;
  readonly of?: Name;
  readonly target?: Target;
  /** Target for the CPU, as a share of the other subject's CPU. */
  readonly shareTarget?: Target;
}

const SUBJECTS: ForEach<Subject> = {
  hello: { listener: 'hello', request: 'hello', label: 'GET of some JSON' },
  get: {
    ...{ listener: 'port', request: 'get', of: 'hello', shareTarget: PLAIN_SHARE },
    label: 'GET, token checked',
  },
  signedGet: { listener: 'signed', request: 'get', label: 'GET, answer signed', of: 'get' },
  post: { listener: 'port', request: 'post', label: 'POST, token checked', of: 'hello' },
  verifiedPost: { listener: 'port', request: 'signedPost', label: 'POST, verified', of: 'post' },
  signedPost: {
    ...{ listener: 'signed', request: 'signedPost', of: 'post' },
    label: 'POST, verified, answer signed',
  },
  tlsHello: {
    ...{ listener: 'mutualHello', request: 'hello', of: 'hello' },
    label: 'mutual TLS: GET of some JSON',
  },
  tlsGet: {
    ...{ listener: 'mutual', request: 'get', of: 'tlsHello' },
    ...{ target: CHECKED, shareTarget: MUTUAL_SHARE },
    label: 'mutual TLS: GET, token and certificate checked',
  },
  tlsSignedGet: {
    ...{ listener: 'mutualSigned', request: 'get', of: 'tlsGet', target: SIGNED },
    label: 'mutual TLS: GET, answer signed',
  },
  tlsPost: {
    ...{ listener: 'mutual', request: 'post', of: 'tlsHello' },
    label: 'mutual TLS: POST, token and certificate checked',
  },
  tlsSignedPost: {
    ...{ listener: 'mutualSigned', request: 'signedPost', of: 'tlsPost' },
    label: 'mutual TLS: POST, verified, answer signed',
  },
};

const NAMES = Object.keys(SUBJECTS) as Name[];

/** Measures the cost of authenticating the client and of signing responses. */
export const access: Question = {
  name: 'access',
  title: 'What do TLS, tokens, certificates and signatures cost?',
  about:
    'GET and POST of a consent over HTTP and over mutual TLS, with and without message ' +
    'signing (PS256, 2048 bits). Compared with a response of the same size without ' +
    'authentication.',
  takes: { full: 180, quick: 8 },
  async ask(effort) {
    const amount = CONNECTIONS * (effort.isQuick ? 8 : 80);
    const rsa = rsaAlone(Buffer.from(FILE_CONSENT), effort.isQuick ? 50 : 500);
    const costs = await costsAtListeners(effort, async (service) => ({
      ...(await prepare(service, amount)),
      rsa: () => Promise.resolve(rsa()),
    }));
    return answerOf(costs, amount);
  },
};

/** For each subject, returns a function that measures the subject once. */
async function prepare(service: Program, amount: number): Promise<ForEach<() => Promise<Cost>>> {
  const requests = await requestsFor(service);
  const credentials = new CertifiedTpp('tpp-one', service).credentials();
  const prepared = NAMES.map((name) => {
    const { listener, request } = SUBJECTS[name];
    const isSecure = listener.startsWith('mutual');
    const port = expectDefined(service.ports[listener], `the port of ${listener}`);
    const make = requests(isSecure)[request];
    const place = { port, credentials: isSecure ? credentials : null };
    const cost = () => costOver(service, place, { connections: CONNECTIONS, amount, make });
    return [name, cost] as const;
  });
  return Object.fromEntries(prepared) as ForEach<() => Promise<Cost>>;
}

/**
 * Returns the requests for each subject. At TLS listeners, the token is bound to the certificate.
 */
async function requestsFor(service: Program) {
  const tpp = new CertifiedTpp('tpp-one', service);
  const proof = await tpp.signatureOf(FILE_CONSENT);
  const plain = await Tpp.signIn(service.origin);
  plain.close();
  const certified = await tpp.signIn();
  const files = new FamilyClient(certified, RESOURCES['file-payments']);
  const consent = idIn(expectSuccess(await files.createConsent(FILE_CONSENT)), 'ConsentId');
  certified.close();
  return (isSecure: boolean): Readonly<Record<Subject['request'], () => Request>> => {
    const { token } = isSecure ? certified : plain;
    const post = (): Request => postRequest(CONSENTS, token, FILE_CONSENT);
    const headers = { authorization: `Bearer ${token}` };
    return {
      hello: () => ({ method: 'GET', path: '/' }),
      get: () => ({ method: 'GET', path: `${CONSENTS}/${consent}`, headers }),
      post,
      signedPost: () => {
        const request = post();
        return { ...request, headers: { ...request.headers, ...proof } };
      },
    };
  };
}

type Costs = ForEach<readonly Cost[]> & { readonly rsa: readonly Cost[] };

function answerOf(costs: Costs, amount: number): Answer {
  const rates = (name: Name) => costs[name].map(({ perSecond }) => perSecond);
  const cpu = (name: Name) => costs[name].map(({ cpuMicros }) => cpuMicros);
  return {
    measures: [
      ...NAMES.flatMap((name): Measure[] => {
        const { label, of, target } = SUBJECTS[name];
        const rate = { name: `access.rate.${name}`, label, ...figure(rates(name)) };
        return [
          ...(of === undefined ? [] : [share(name, of, ratio(cpu(of), cpu(name)))]),
          { ...rate, unit: 'requests/s', ...better(name, 'more'), ...(target && { target }) },
          {
            name: `access.cpu.${name}`,
            label,
            ...figure(cpu(name)),
            unit: 'µs CPU',
            ...better(name, 'less'),
          },
        ];
      }),
      ...beyondRsa(costs),
    ],
    charts: [
      {
        kind: 'bars',
        title: 'CPU of the server for each request',
        unit: 'µs',
        bars: NAMES.map((name) => ({
          label: SUBJECTS[name].label,
          value: median(cpu(name)),
          ours: isChecked(name),
        })),
      },
    ],
    notes: [
      `${String(CONNECTIONS)} connections stay open. Each sends its next request when the ` +
        `previous one is answered, ${String(amount)} requests per round. Ratios use the CPU of the whole ` +
        'server, because the load generator shares the machine and may limit the rates. Every ' +
        'token and certificate is looked up for every request.',
    ],
  };
}

function share(name: Name, of: Name, found: Figure): Measure {
  const { label, shareTarget: target } = SUBJECTS[name];
  const unit = `× ${SUBJECTS[of].label}`;
  const measure = { name: `access.${name}`, label: `${label}, by CPU`, ...found, unit };
  return { ...measure, ...better(name, 'more'), ...(target && { target }) };
}

/**
 * Returns the cost of the most expensive request without its RSA operations. The rest is the cost
 * of the API itself.
 */
function beyondRsa({ rsa, tlsSignedPost }: Costs): readonly Measure[] {
  const alone = rsa.map(({ cpuMicros }) => cpuMicros);
  const left = tlsSignedPost.map(
    ({ cpuMicros }, round) => cpuMicros - expectDefined(alone[round], 'the same round'),
  );
  return [
    {
      name: 'access.cpu.rsa',
      label: 'a signature verified and one made (PS256, 2048 bits), alone',
      ...figure(alone),
      unit: 'µs CPU',
    },
    {
      name: 'access.cpu.beyondRsa',
      label: `${SUBJECTS.tlsSignedPost.label}, without its RSA operations`,
      ...figure(left),
      unit: 'µs CPU',
      target: BEYOND_RSA,
      better: 'less',
    },
  ];
}

/**
 * Returns true if the service itself answers this subject. False if a comparison server answers it.
 */
function isChecked(name: Name): boolean {
  return SUBJECTS[name].request !== 'hello';
}

function better(name: Name, which: 'less' | 'more'): Pick<Measure, 'better'> {
  return isChecked(name) ? { better: which } : {};
}
