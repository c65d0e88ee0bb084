import { once } from 'node:events';
import { startProgram, startService, type Program } from './program.ts';

const CORE = new URL('../programs/core.ts', import.meta.url);

/** A service with its reference core. `core` is null if the service keeps the accounts itself. */
export interface CoreService {
  readonly service: Program;
  readonly core: Program | null;
  stop(): Promise<void>;
}

/**
 * Starts a service whose accounts are in a reference core.
 *
 * @param latencyMs time by which the core delays every answer. Null for a service without a core.
 */
export async function startCoreService(
  latencyMs: number | null,
  settings: Readonly<Record<string, string>> = {},
): Promise<CoreService> {
  const core =
    latencyMs === null
      ? null
      : await startProgram(CORE, [], { BENCH_CORE_LATENCY: String(latencyMs) });
  const withCore = core === null ? {} : { PIS_CORE: core.origin };
  const service = await startService({ ...settings, ...withCore });
  return {
    service,
    core,
    stop: async () => {
      await service.stop();
      await core?.stop();
    },
  };
}

/** Returns the CPU time of the core in microseconds. 0 without a core. */
export async function coreCpuMicros({ core }: CoreService): Promise<number> {
  if (core === null) return 0;
  const answer = once(core.process, 'message') as Promise<[micros: number]>;
  core.process.send('cpu');
  return (await answer)[0];
}
