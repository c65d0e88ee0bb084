import {
  skipped,
  type Answer,
  type Measure,
  type Question,
  type Target,
} from '../helpers/answer.ts';
import { coreCpuMicros, startCoreService, type CoreService } from '../helpers/core-service.ts';
import { openLoad, type ExecutedPayments } from '../helpers/executed-payments.ts';
import { costOfAll, type Cost } from '../helpers/load.ts';
import { parseCpuMs } from '../helpers/parse.ts';
import { PaymentFiles, type PaymentFile } from '../helpers/payment-file.ts';
import { figure, interleaved, ratio, timed } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Latencies of the cores in milliseconds, by name. `own` has no core. */
const LATENCIES = { own: null, '0 ms': 0, '2 ms': 2, '10 ms': 10, '50 ms': 50 } as const;
type Way = keyof typeof LATENCIES;
const WAYS = Object.keys(LATENCIES) as Way[];

/** Target for the rate of single payments with 10 ms, compared with own accounts. */
const TARGET: Target = { kind: 'at least', value: 0.8 };

/** Number of single payments of each of 64 connections, and of payments in a file. */
const EACH = 20;
const CREDITS = 100_000;
/** Size of the largest payment file of the measured services, in bytes. */
const FILE_MAX_BYTES = 128 * 1024 * 1024;

/** Payments a second, and the CPU of the service and of its core for a payment in microseconds. */
interface Spent extends Cost {
  readonly coreMicros: number;
}

/** Measures what accounts in a core banking system cost. */
export const core: Question = {
  name: 'core',
  title: 'What do accounts in a core banking system cost?',
  about:
    'Domestic payments from their POST to the booked answer of the scheme, and BATCH files with ' +
    'one debit for each payment, from consent to report. The reference core delays its answers by ' +
    'a constant time. Compared with accounts of the service.',
  takes: { full: 180, quick: 0 },
  async ask({ isQuick, say }) {
    if (isQuick) return skipped('it starts nine programs. Run it without --quick.');
    const files = new PaymentFiles({ payments: CREDITS }, 'some outside', 'BATCH');
    const of = await Promise.all(
      WAYS.map(async (way) => [way, await Paying.start(LATENCIES[way], EACH)] as const),
    );
    const paying = Object.fromEntries(of) as Record<Way, Paying>;
    const rounds = {
      rounds: 5,
      warmUp: 1,
      onRound: (round: number) => {
        say(`round ${String(round)}`);
      },
    };
    const single = await interleaved(
      {
        own: () => paying.own.single(),
        '2 ms': () => paying['2 ms'].single(),
        '10 ms': () => paying['10 ms'].single(),
        '50 ms': () => paying['50 ms'].single(),
      },
      rounds,
    );
    const file = await interleaved(
      {
        own: () => paying.own.file(files.next()),
        '0 ms': () => paying['0 ms'].file(files.next()),
        '10 ms': () => paying['10 ms'].file(files.next()),
        parse: () => parsed(files.next()),
      },
      rounds,
    );
    await Promise.all(WAYS.map((way) => paying[way].stop()));
    return answerOf(single, file);
  },
};

/** A service whose single payments and files are measured. */
class Paying {
  readonly #measured: CoreService;
  readonly #tpp: Tpp;
  readonly #load: ExecutedPayments;

  private constructor(measured: CoreService, tpp: Tpp, load: ExecutedPayments) {
    this.#measured = measured;
    this.#tpp = tpp;
    this.#load = load;
  }

  static async start(latencyMs: number | null, each: number): Promise<Paying> {
    const measured = await startCoreService(latencyMs, {
      PIS_FILE_MAX_BYTES: String(FILE_MAX_BYTES),
    });
    const { origin } = measured.service;
    return new Paying(measured, await Tpp.signIn(origin), await openLoad(measured.service, each));
  }

  /** Pays single payments. Their approval is not measured. */
  single(): Promise<Spent> {
    return this.#spent(this.#load.payments, () => this.#load.pay());
  }

  file(file: PaymentFile): Promise<Spent> {
    const { service } = this.#measured;
    return this.#spent(file.payments, () =>
      costOfAll(service, file.payments, () => timed(() => this.#tpp.pay(file))),
    );
  }

  async stop(): Promise<void> {
    this.#tpp.close();
    this.#load.close();
    await this.#measured.stop();
  }

  async #spent(payments: number, act: () => Promise<Cost>): Promise<Spent> {
    const before = await coreCpuMicros(this.#measured);
    const cost = await act();
    const used = (await coreCpuMicros(this.#measured)) - before;
    return { ...cost, coreMicros: used / payments };
  }
}

/** Returns the cost of a payment of a file for `JSON.parse`. */
function parsed(file: PaymentFile): Spent {
  const cpuMicros = (parseCpuMs(file) * 1000) / file.payments;
  return { perSecond: 1e6 / cpuMicros, cpuMicros, coreMicros: 0 };
}

type Costs<Name extends string> = Readonly<Record<Name, readonly Spent[]>>;

function answerOf(
  single: Costs<'own' | '2 ms' | '10 ms' | '50 ms'>,
  file: Costs<'own' | '0 ms' | '10 ms' | 'parse'>,
): Answer {
  const size = `BATCH file of ${String(CREDITS)}`;
  return {
    measures: [
      ...(['own', '2 ms', '10 ms', '50 ms'] as const).flatMap((way) => [
        rate(`core.${way}`, `single payments, ${nameOf(way)}`, single[way]),
        ...(way === 'own' ? [] : costs(`core.${way}`, 'a single payment', way, single)),
      ]),
      ...(['own', '0 ms', '10 ms'] as const).flatMap((way) => [
        rate(`core.file.${way}`, `payments of a ${size}, ${nameOf(way)}`, file[way]),
        {
          name: `core.file.${way}.parse`,
          label: 'CPU of the service for it',
          ...ratio(micros(file[way]), micros(file.parse)),
          ...{ unit: '× parse', better: 'less' as const },
        },
        ...(way === 'own' ? [] : costs(`core.file.${way}`, 'a payment of it', way, file)),
      ]),
    ],
    charts: [],
    notes: [
      'Payments a second from the first POST to the last booked answer, or from consent to ' +
        'report. The service, the core and the client share the cores of the machine.',
    ],
  };
}

const micros = (spent: readonly Spent[]) => spent.map(({ cpuMicros }) => cpuMicros);
const nameOf = (way: Way) => (way === 'own' ? 'own accounts' : `core with ${way}`);

function rate(name: string, label: string, spent: readonly Spent[]): Measure {
  const perSecond = figure(spent.map((one) => one.perSecond));
  return { name: `${name}.rate`, label, ...perSecond, unit: '/s', better: 'more' };
}

/** Returns the rate and the CPU compared with own accounts, and the CPU of the core. */
function costs<Name extends string>(
  name: string,
  what: string,
  way: Name,
  all: Costs<Name | 'own'>,
): readonly Measure[] {
  const rates = (spent: readonly Spent[]) => spent.map(({ perSecond }) => perSecond);
  return [
    {
      ...{ name, label: 'the same rate, compared with own accounts' },
      ...ratio(rates(all[way]), rates(all.own)),
      ...{ unit: '× own', better: 'more' },
      ...(name === 'core.10 ms' && { target: TARGET }),
    },
    {
      ...{ name: `${name}.cpu`, label: `CPU of the service for ${what}` },
      ...ratio(micros(all[way]), micros(all.own)),
      ...{ unit: '× own', better: 'less' },
    },
    {
      ...{ name: `${name}.core`, label: `CPU of the reference core for ${what}` },
      ...figure(all[way].map(({ coreMicros }) => coreMicros)),
      unit: 'µs',
    },
  ];
}
