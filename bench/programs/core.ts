import { SANDBOX_SEED } from '../../src/sandbox/seed.ts';
import { ReferenceCore } from '../../src/simulators/core/server.ts';

/**
 * Runs the reference core on loopback. BENCH_CORE_LATENCY is the time in milliseconds by which it
 * delays every answer. It reports its CPU time, in microseconds, after each message of the bench.
 */
const { BENCH_DATA_DIR: dataFolder = '', BENCH_CORE_LATENCY: latency = '0' } = process.env;
const core = await ReferenceCore.start({
  ...{ port: 0, dataFolder, bank: SANDBOX_SEED, latencyMs: Number(latency), clock: Date.now },
});
process.on('SIGTERM', () => {
  void core.close().then(() => process.exit(0));
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.({ port: Number(new URL(core.url).port) });
