import { once } from 'node:events';

/**
 * Waits for SIGTERM or SIGINT. Call it before you print that the program is ready, because a signal
 * would otherwise end the process at once.
 */
export async function untilStopped(): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const signals = ['SIGTERM', 'SIGINT'].map((name) => once(process, name, { signal }));
  await Promise.race(signals);
  stop.abort();
  await Promise.allSettled(signals);
}
