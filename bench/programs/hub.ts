import { runHub } from '../../src/simulators/hub/hub.ts';
import type { HttpsOptions } from '../../src/simulators/hub/https/server.ts';
import { SCENARIOS } from '../../src/simulators/hub/scenario.ts';

/**
 * Runs a hub simulator that answers at once. It exchanges files in the folder that BENCH_HUB_FOLDER
 * names. If BENCH_HUB_TLS contains certificates as JSON, it listens on loopback instead.
 */
const {
  BENCH_HUB_FOLDER: folder = null,
  BENCH_HUB_TLS: tls,
  BENCH_DATA_DIR: data = '',
} = process.env;
const AT_ONCE = { from: 0, to: 0 };
const calm = SCENARIOS.calm;
const answerDelayMs = Object.fromEntries(
  Object.keys(calm.answerDelayMs).map((instrument) => [instrument, AT_ONCE]),
) as typeof calm.answerDelayMs;

const stopping = new AbortController();
process.on('SIGTERM', () => {
  stopping.abort();
});
const ready = (url: string): void => {
  process.send?.({ port: Number(new URL(url).port) });
};
const https = tls === undefined ? {} : { https: httpsOptions(JSON.parse(tls) as Certificates) };
const running = runHub(
  {
    ...{ folder, data, once: false, clock: Date.now, print: () => undefined, ...https },
    scenario: { ...calm, answerDelayMs },
  },
  stopping.signal,
);
// The bench and a hub without a port exchange files.
if (tls === undefined) process.send?.({ port: 0 });
await running;
process.exit(0);

type Certificates = Pick<HttpsOptions, 'certificate' | 'key' | 'authorities'>;

function httpsOptions(certificates: Certificates): HttpsOptions {
  return { ...certificates, host: '127.0.0.1', port: 0, listening: ready };
}
