import type { Measure, Question, Target } from '../helpers/answer.ts';
import { parseCpuMs } from '../helpers/parse.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { cpuSeconds, startService } from '../helpers/program.ts';
import { figure, interleaved, ratio, timed } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Number of files that are in progress at the same time. */
const IN_FLIGHT = 8;

/** Number of payments that Bacs processed on its record day, 31 July 2015. */
const BACS_RECORD_DAY = 103_000_000;

/** Target in payments per second. */
const TARGET: Target = { kind: 'at least', value: 170_000 };

/**
 * Target for the CPU of a payment, as a multiple of the CPU that JSON.parse needs for it.
 * JSON.parse is faster since Node.js 24.
 */
const OF_PARSE: Target = { kind: 'at most', value: 1.2 };

/** Measures how many payments per second the service processes from consent to report. */
export const endToEnd: Question = {
  name: 'e2e',
  title: 'How many payments per second are processed completely?',
  about:
    'Files of 2 MB, each from its consent to its report: upload, the customer’s decision, ' +
    'submission and booking. The client runs on the same machine.',
  takes: { full: 60, quick: 4 },
  async ask({ isQuick, say }) {
    const files = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin, { connections: 2 * IN_FLIGHT });
    const perRound = isQuick ? 20 : 160;
    const used = { service: [] as number[], client: [] as number[] };
    const { rate, parse } = await interleaved(
      {
        rate: async () => {
          const client = process.cpuUsage();
          const before = await cpuSeconds(service);
          const ms = await timed(() => payAll(tpp, files, perRound));
          used.service.push((((await cpuSeconds(service)) - before) * 1000) / perRound);
          const { user, system } = process.cpuUsage(client);
          used.client.push((user + system) / 1000 / perRound);
          return (perRound * files.payments * 1000) / ms;
        },
        parse: () => parseCpuMs(files.next()),
      },
      {
        rounds: isQuick ? 1 : 5,
        warmUp: 1,
        onRound: (round) => {
          say(`${String(perRound)} files, round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await service.stop();
    return {
      measures: [
        ...measures(
          rate,
          parse.map((milliseconds) => (files.payments * 1000) / milliseconds),
        ),
        {
          name: 'e2e.cpu.service',
          label: 'CPU of the service for one file',
          ...figure(used.service),
          unit: 'ms',
          better: 'less',
        },
        {
          name: 'e2e.cpu.client',
          label: 'CPU of the client for one file',
          ...figure(used.client),
          unit: 'ms',
        },
      ],
      charts: [
        {
          kind: 'bars',
          title: 'Payments per second, from consent to report, round by round',
          unit: 'payments/s',
          bars: rate.map((value, round) => ({
            label: `round ${String(round + 1)}`,
            value,
            ours: true,
            target: TARGET.value,
          })),
        },
      ],
      notes: [
        `${String(IN_FLIGHT)} files of ${String(files.payments)} payments are processed at ` +
          'once. Every file is different. The client polls the status of a payment every 10 ms. ' +
          'The simulated scheme takes 20 ms to answer.',
        'The service, its file worker, the client and all other programs share the cores.',
      ],
    };
  },
};

/** Returns the measures. `rate` contains the payments per second of each round. */
function measures(rate: readonly number[], parsed: readonly number[]): Measure[] {
  return [
    {
      name: 'e2e.rate',
      label: 'payments per second, from consent to report',
      ...figure(rate),
      unit: 'payments/s',
      target: TARGET,
    },
    {
      name: 'e2e.parse',
      label: 'time of a payment, as a multiple of the CPU of JSON.parse',
      ...ratio(parsed, rate),
      unit: '× parse',
      target: OF_PARSE,
      better: 'less',
    },
    {
      name: 'e2e.record',
      label: 'the record day of Bacs, 103 million payments, would take',
      ...figure(rate.map((perSecond) => BACS_RECORD_DAY / perSecond / 60)),
      unit: 'minutes',
      target: { kind: 'at most', value: 10 },
    },
  ];
}

async function payAll(tpp: Tpp, files: PaymentFiles, count: number): Promise<void> {
  let left = count;
  const lanes = Array.from({ length: IN_FLIGHT }, async () => {
    while (left > 0) {
      left -= 1;
      await tpp.pay(files.next());
    }
  });
  await Promise.all(lanes);
}
