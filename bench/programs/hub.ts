import { runHub } from '../../src/hub-simulator/hub.ts';
import { SCENARIOS } from '../../src/hub-simulator/scenario.ts';

/**
 * Runs a hub simulator that answers at once. It exchanges files in the folder that BENCH_HUB_FOLDER
 * names.
 */
const { BENCH_HUB_FOLDER: folder = '', BENCH_DATA_DIR: data = '' } = process.env;
const AT_ONCE = { from: 0, to: 0 };
const calm = SCENARIOS.calm;
const answerDelayMs = Object.fromEntries(
  Object.keys(calm.answerDelayMs).map((instrument) => [instrument, AT_ONCE]),
) as typeof calm.answerDelayMs;

const stopping = new AbortController();
process.on('SIGTERM', () => {
  stopping.abort();
});
const running = runHub(
  {
    ...{ folder, data, once: false, clock: Date.now, print: () => undefined },
    scenario: { ...calm, answerDelayMs },
  },
  stopping.signal,
);
// Report port 0, because the bench and this program exchange files.
process.send?.({ port: 0 });
await running;
process.exit(0);
