import { openReferenceScreening } from '../../simulators/screening/server.ts';
import type { CliContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';

interface Options {
  readonly port: number;
  readonly delay: number;
  readonly errorEvery: number;
}

/** Runs the reference screening until SIGTERM or SIGINT. */
export async function runReferenceScreening(
  { print }: CliContext,
  { port, delay: delayMs, errorEvery }: Options,
): Promise<null> {
  const service = await openReferenceScreening({ port, delayMs, errorEvery });
  print(`The reference screening listens on ${service.url}.`);
  print(`Start the service with PIS_SCREENING=${service.url}. Stop this with Ctrl+C.`);
  await untilStopped();
  await service.close();
  return null;
}
