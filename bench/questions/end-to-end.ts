import type { Measure, Question } from '../helpers/answer.ts';
import { parseCpuMs } from '../helpers/parse.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { cpuSeconds, startService } from '../helpers/program.ts';
import { interleaved, median, timed } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Files on their way at once. */
const IN_FLIGHT = 8;

/** Bacs processed so many payments on 31 July 2015, its record day. */
const BACS_RECORD_DAY = 103_000_000;

/** How many payments a second go the whole way. */
export const endToEnd: Question = {
  name: 'e2e',
  title: 'How many payments a second go the whole way?',
  about:
    'Files of 2 MB, each from its consent over upload, the customer’s decision, submission and ' +
    'booking to its report, with the client on the same machine.',
  async ask({ isQuick, say }) {
    const files = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin, 2 * IN_FLIGHT);
    const perRound = isQuick ? 40 : 160;
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
        ...measures(median(rate), (files.payments * 1000) / median(parse)),
        { name: 'e2e.cpu.service', label: 'CPU of the service for one file', ...ms(used.service) },
        { name: 'e2e.cpu.client', label: 'CPU of the client for one file', ...ms(used.client) },
      ],
      charts: [
        {
          kind: 'bars',
          title: 'Payments a second, from consent to report, round by round',
          unit: 'payments/s',
          bars: rate.map((value, round) => ({
            label: `round ${String(round + 1)}`,
            value,
            ours: true,
          })),
          target: 170_000,
        },
      ],
      notes: [
        `${String(IN_FLIGHT)} files of ${String(files.payments)} payments are on their way at ` +
          'once; every file differs. The client asks every 10 ms whether a payment is done. The ' +
          'simulated scheme takes 20 ms to answer.',
        'The service, its file worker, the client and whatever else runs share the cores.',
      ],
    };
  },
};

function measures(perSecond: number, parsedPerSecond: number): Measure[] {
  return [
    {
      name: 'e2e.rate',
      label: 'payments a second, from consent to report',
      value: perSecond,
      unit: 'payments/s',
      target: { kind: 'at least', value: 170_000 },
    },
    {
      name: 'e2e.parse',
      label: 'time of a payment, of the CPU of JSON.parse of it',
      value: parsedPerSecond / perSecond,
      unit: '× parse',
    },
    {
      name: 'e2e.record',
      label: 'the record day of Bacs, 103 million payments, would take',
      value: BACS_RECORD_DAY / perSecond / 60,
      unit: 'minutes',
      target: { kind: 'at most', value: 10 },
    },
  ];
}

function ms(values: readonly number[]) {
  return { value: median(values), unit: 'ms' };
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
