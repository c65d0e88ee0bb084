import { readBankFile } from '../../bank/bank-file.ts';
import { SANDBOX_SEED } from '../../sandbox/seed.ts';
import type { FaultRates } from '../../simulators/core/faults.ts';
import { ReferenceCore } from '../../simulators/core/server.ts';
import { HOUR_MS, type Milliseconds } from '../../shared/time.ts';
import type { CliContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';

interface Options {
  readonly port: number;
  readonly data: string;
  readonly bank?: string;
  readonly fault: FaultRates;
  readonly seed: number;
  readonly latency: Milliseconds;
  readonly holdHours?: number;
  readonly block: readonly string[];
  readonly dailyLimit?: number;
  readonly showOperations: boolean;
}

/** Runs the reference core until SIGTERM or SIGINT. */
export async function runReferenceCore(
  { print, machineClock }: CliContext,
  options: Options,
): Promise<null> {
  const { port, data, bank, fault, seed, latency, showOperations } = options;
  const { block, holdHours, dailyLimit } = options;
  const core = await ReferenceCore.start({
    port,
    dataFolder: data,
    faults: fault,
    seed,
    clock: machineClock,
    latencyMs: latency,
    rules: {
      blocked: block,
      ...(holdHours !== undefined && { holdMs: holdHours * HOUR_MS }),
      ...(dailyLimit !== undefined && { dailyLimitPence: dailyLimit }),
    },
    ...(showOperations && { print }),
    bank: bank === undefined ? SANDBOX_SEED : readBankFile(bank, 'atBank').data,
  });
  const stopped = untilStopped();
  print(`The reference core listens on ${core.url}. Its data is in ${data}.`);
  await stopped;
  await core.close();
  print('The reference core has stopped.');
  return null;
}
