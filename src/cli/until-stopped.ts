import { once } from 'node:events';

/** Waits for SIGTERM or SIGINT. */
export async function untilStopped(): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const signals = ['SIGTERM', 'SIGINT'].map((name) => once(process, name, { signal }));
  await Promise.race(signals);
  stop.abort();
  await Promise.allSettled(signals);
}
