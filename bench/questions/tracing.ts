import { setTimeout as sleep } from 'node:timers/promises';
import { BASE } from '../../test-client/tpp.ts';
import { skipped, type Measure, type Question } from '../helpers/answer.ts';
import { costOf, loadOf, postRequest, type Request } from '../helpers/load.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { startProgram, startService, type Program } from '../helpers/program.ts';
import { figure, interleaved, ratio } from '../helpers/statistics.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';
import { cpuOfUploads } from './upload.ts';

const COLLECTOR = new URL('../programs/collector.ts', import.meta.url);

/** Number of connections. With few, no span is dropped. A dropped span would cost less. */
const CONNECTIONS = 4;
/** Number of requests of a connection, and of uploads, in a round. */
const [REQUESTS, UPLOADS] = [1500, 40];

/** Time after which the service has sent its last spans, in milliseconds. */
const EXPORTED_MS = 2500;

/** Services by the share of requests that they trace. */
const WAYS = ['off', '10 %', '100 %'] as const;
type Way = (typeof WAYS)[number];

const KINDS = ['get', 'post', 'upload'] as const;
type Kind = (typeof KINDS)[number];

const LABELS: Readonly<Record<Kind, string>> = {
  get: 'GET of a consent',
  post: 'durable POST of a consent',
  upload: 'upload of 2 MB',
};

type Cpu = Readonly<Record<`${Kind} ${Way}`, readonly number[]>>;

/** Compares requests and files with tracing on and off. */
export const tracing: Question = {
  name: 'tracing',
  title: 'What do traces cost?',
  about:
    'CPU of the whole service for a GET, a durable POST and an upload of 2 MB, with 10 % and with ' +
    'all of them traced, compared with tracing off in the same round. The export of the spans to a ' +
    'collector on this machine is included.',
  takes: { full: 480, quick: 0 },
  async ask({ isQuick, say }) {
    if (isQuick) return skipped('it starts four programs. Run it without --quick.');
    const collector = await startProgram(COLLECTOR);
    const traced = (percent: string) =>
      Traced.start({ PIS_OTLP_URL: collector.origin, PIS_OTLP_SAMPLE_PERCENT: percent });
    const services: Readonly<Record<Way, Traced>> = {
      off: await Traced.start({}),
      '10 %': await traced('10'),
      '100 %': await traced('100'),
    };
    const subjects = Object.fromEntries(
      KINDS.flatMap((kind) => WAYS.map((way) => [`${kind} ${way}`, () => services[way][kind]()])),
    ) as Record<`${Kind} ${Way}`, () => Promise<number>>;
    const cpu = await interleaved(subjects, {
      rounds: 9,
      warmUp: 1,
      onRound: (round) => {
        say(`round ${String(round)}`);
      },
    });
    const spans = await (await fetch(collector.origin)).text();
    await Promise.all(Object.values(services).map((service) => service.stop()));
    await collector.stop();
    return {
      measures: KINDS.flatMap((kind) => measuresOf(kind, cpu)),
      charts: [
        {
          kind: 'bars',
          title: 'CPU with all requests traced',
          unit: '× off',
          bars: KINDS.map((kind) => ({
            label: LABELS[kind],
            value: ratio(cpu[`${kind} 100 %`], cpu[`${kind} off`]).value,
            ours: true,
          })),
        },
      ],
      notes: [`${String(CONNECTIONS)} connections. The collector received ${spans} spans.`],
    };
  },
};

/** A service whose requests and uploads are measured. */
class Traced {
  readonly program: Program;
  readonly #tpp: Tpp;
  readonly #consentId: string;
  readonly #files = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');

  private constructor(program: Program, tpp: Tpp, consentId: string) {
    this.program = program;
    this.#tpp = tpp;
    this.#consentId = consentId;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<Traced> {
    const program = await startService(settings);
    const tpp = await Tpp.signIn(program.origin);
    const file = new PaymentFiles({ payments: 10 }, 'ascii').next();
    return new Traced(program, tpp, await tpp.consentFor(file));
  }

  /** Returns the CPU time of a GET, in microseconds. */
  get(): Promise<number> {
    const headers = { authorization: `Bearer ${this.#tpp.token}` };
    const path = `${BASE}/file-payment-consents/${this.#consentId}`;
    return this.#cost(() => ({ method: 'GET', path, headers }));
  }

  /** Returns the CPU time of a POST, in microseconds. */
  post(): Promise<number> {
    const path = `${BASE}/file-payment-consents`;
    return this.#cost(() => postRequest(path, this.#tpp.token, FILE_CONSENT));
  }

  /** Returns the CPU time of an upload, in milliseconds. */
  upload(): Promise<number> {
    return cpuOfUploads(this.program, this.#files, UPLOADS, exported);
  }

  async stop(): Promise<void> {
    this.#tpp.close();
    await this.program.stop();
  }

  async #cost(request: () => Request): Promise<number> {
    const load = loadOf(CONNECTIONS, REQUESTS, request);
    return (await costOf(this.program, load, exported)).cpuMicros;
  }
}

/** Waits until the spans are sent. A service without traces waits too, so that both are equal. */
const exported = (): Promise<void> => sleep(EXPORTED_MS);

function measuresOf(kind: Kind, cpu: Cpu): readonly Measure[] {
  const of = (way: Way) => cpu[`${kind} ${way}`];
  const compared = (way: Way): Measure => ({
    name: `tracing.${kind}.${way}`,
    label: `${LABELS[kind]}, ${way} traced`,
    ...ratio(of(way), of('off')),
    ...{ unit: '× off', better: 'less' },
  });
  return [
    compared('10 %'),
    compared('100 %'),
    {
      name: `tracing.${kind}.cpu`,
      label: `${LABELS[kind]}, CPU with tracing off`,
      ...figure(of('off')),
      unit: kind === 'upload' ? 'ms' : 'µs',
    },
  ];
}
