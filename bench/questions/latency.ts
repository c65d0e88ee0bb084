import type { Question } from '../helpers/answer.ts';
import { besideUploads, EVERY_MS, timesOfGets } from '../helpers/gets.ts';
import { PaymentFiles } from '../helpers/payment-file.ts';
import { startService } from '../helpers/program.ts';
import { figure, interleaved, median, percentile, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 16;

/** Measures whether uploads slow down the responses to other requests. */
export const latency: Question = {
  name: 'latency',
  title: 'Do uploads delay other requests?',
  about:
    'The 99th percentile of the response time of a GET of a consent, without other load and ' +
    'while another client uploads 2 MB files without pauses.',
  takes: { full: 70, quick: 6 },
  async ask({ isQuick, say }) {
    const service = await startService();
    const tpp = await Tpp.signIn(service.origin, { connections: CONNECTIONS });
    const consentId = await tpp.consentFor(new PaymentFiles({ payments: 10 }, 'ascii').next());
    const requests = isQuick ? 200 : 1000;
    const medians = { idle: [] as number[], loaded: [] as number[] };
    let uploads = 0;
    const p99 = await interleaved(
      {
        idle: async () => {
          const times = await timesOfGets(tpp, consentId, requests);
          medians.idle.push(median(times));
          return percentile(times, 0.99);
        },
        loaded: async () => {
          const gets = () => timesOfGets(tpp, consentId, requests);
          const { found: times, uploads: made } = await besideUploads(service.origin, gets);
          uploads += made;
          medians.loaded.push(median(times));
          return percentile(times, 0.99);
        },
      },
      {
        rounds: isQuick ? 2 : 5,
        warmUp: 1,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await service.stop();

    const bars = [
      { label: 'p99, idle', ...figure(p99.idle) },
      { label: 'p99, uploads', ...figure(p99.loaded), ours: true },
      { label: 'median, idle', ...figure(medians.idle) },
      { label: 'median, uploads', ...figure(medians.loaded), ours: true },
    ];
    return {
      measures: [
        {
          name: 'latency.p99',
          label: 'GET p99 while files are uploaded',
          ...ratio(p99.loaded, p99.idle),
          unit: '× idle',
          target: { kind: 'at most', value: 2.5 },
        },
        ...bars.map(({ label, value, samples }) => ({
          name: `latency.${label}`,
          label: `GET, ${label}`,
          value,
          samples,
          unit: 'ms',
          better: 'less' as const,
        })),
      ],
      charts: [{ kind: 'bars', title: 'Time to answer GET of a consent', unit: 'ms', bars }],
      notes: [
        `A GET every ${String(EVERY_MS)} ms, sent without waiting for the previous response, ` +
          `over at most ${String(CONNECTIONS)} connections, ${String(requests)} per round. The ` +
          `uploading client is a separate process and made ${String(uploads)} uploads in total.`,
        'Three busy threads (the event loop, the file worker, the uploading client) and the ' +
          'measuring client share the cores. With two cores, a part of the time is spent waiting ' +
          'for a core, not for the service.',
      ],
    };
  },
};
