import { expectDefined } from '../../src/shared/assert.ts';
import { HubPki } from '../../test/helpers/hub-pki.ts';
import type { Answer, Measure, Question } from '../helpers/answer.ts';
import { openLoad } from '../helpers/executed-payments.ts';
import type { Cost } from '../helpers/load.ts';
import {
  removeDirectory,
  scratchDirectory,
  startProgram,
  startService,
} from '../helpers/program.ts';
import { figure, interleaved, ratio } from '../helpers/statistics.ts';

const HUB = new URL('../programs/hub.ts', import.meta.url);

/** Measures single payments whose messages go to a payment hub. */
export const hubPayments: Question = {
  name: 'hub-payments',
  title: 'What does a single payment through a payment hub cost?',
  about:
    'Domestic payments to another bank, from their POST to the booked answer of the scheme. Each ' +
    'payment is a message of its own. A hub simulator answers at once, through a folder or over ' +
    'HTTPS. Compared with the simulated schemes.',
  takes: { full: 90, quick: 4 },
  async ask({ isQuick, say }) {
    const pki = await HubPki.create();
    const folder = scratchDirectory();
    const files = await pki.bank();
    const { hub: issued, authority } = pki;
    const tls = { ...issued, authorities: authority.certificate };
    const hubs = await Promise.all([
      startProgram(HUB, [], { BENCH_HUB_FOLDER: folder }),
      startProgram(HUB, [], { BENCH_HUB_TLS: JSON.stringify(tls) }),
    ]);
    const services = await Promise.all([
      startService(),
      startService({ PIS_SCHEMES: `folder:${folder}` }),
      startService({
        PIS_SCHEMES: `https://127.0.0.1:${String(hubs[1].ports.port)}`,
        PIS_HUB_CERTIFICATE: files.certificate,
        PIS_HUB_KEY: files.key,
        PIS_HUB_CA: files.authorities,
      }),
    ]);
    const [simulated, byFolder, byHttps] = await Promise.all(
      services.map((service) => openLoad(service, isQuick ? 1 : 20)),
    );
    const costs = await interleaved(
      {
        simulated: () => expectDefined(simulated, 'a service').pay(),
        folder: () => expectDefined(byFolder, 'a service').pay(),
        https: () => expectDefined(byHttps, 'a service').pay(),
      },
      {
        rounds: isQuick ? 1 : 5,
        warmUp: 1,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    for (const load of [simulated, byFolder, byHttps]) load?.close();
    await Promise.all([...services, ...hubs].map((program) => program.stop()));
    removeDirectory(folder);
    pki.remove();
    return answerOf(costs);
  },
};

type Way = 'simulated' | 'folder' | 'https';

function answerOf(costs: Readonly<Record<Way, readonly Cost[]>>): Answer {
  const rates = (way: Way) => costs[way].map(({ perSecond }) => perSecond);
  const micros = (way: Way) => costs[way].map(({ cpuMicros }) => cpuMicros);
  const of = (name: string, label: string, rest: Pick<Measure, 'unit' | 'value' | 'samples'>) => ({
    ...{ name: `hub-payments.${name}`, label, ...rest },
  });
  return {
    measures: (['simulated', 'folder', 'https'] as const).flatMap((way): Measure[] => {
      const rate = of(way, `answered payments, ${way}`, { ...figure(rates(way)), unit: '/s' });
      if (way === 'simulated') return [{ ...rate, better: 'more' }];
      const relative = ratio(micros(way), micros('simulated'));
      const cpu = of(`cpu.${way}`, `CPU of the service for a payment, ${way}`, {
        ...{ ...relative, unit: '× simulated' },
      });
      return [
        { ...rate, better: 'more' },
        { ...cpu, better: 'less' },
      ];
    }),
    charts: [],
    notes: [
      'Payments a second from the first POST to the last booked answer. The service, the hub and the ' +
        'client share the cores. The metrics are read every 100 ms, which costs some CPU of the service.',
    ],
  };
}
