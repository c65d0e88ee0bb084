import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tpp } from './tpp.ts';

const UPLOADER = new URL('../programs/uploader.ts', import.meta.url);

/**
 * Interval between two GETs in milliseconds. A GET is sent even if the previous one is not answered
 * yet.
 */
export const EVERY_MS = 4;

/**
 * Returns the duration of each GET in milliseconds, from sending the request to the end of the
 * response.
 */
export async function timesOfGets(
  tpp: Tpp,
  consentId: string,
  requests: number,
): Promise<readonly number[]> {
  const started = performance.now();
  const answers: Promise<number>[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    await sleep(Math.max(0, started + sent * EVERY_MS - performance.now()));
    const sentAt = performance.now();
    answers.push(tpp.readConsent(consentId).then(() => performance.now() - sentAt));
  }
  return Promise.all(answers);
}

/**
 * Runs a function while another client uploads 2 MB files without pauses. The client is a separate
 * process, so that it does not slow down the function.
 *
 * @returns the result of the function, and the number of uploaded files
 */
export async function besideUploads<Found>(
  origin: string,
  act: () => Promise<Found>,
): Promise<{ readonly found: Found; readonly uploads: number }> {
  const uploader = fork(UPLOADER, [], {
    env: { ...process.env, BENCH_ORIGIN: origin },
  });
  const kill = (): void => void uploader.kill('SIGKILL');
  process.once('exit', kill);
  await once(uploader, 'message');
  const found = await act();
  uploader.send('stop');
  const [{ uploads }] = (await once(uploader, 'message')) as [{ uploads: number }];
  await once(uploader, 'exit');
  process.off('exit', kill);
  return { found, uploads };
}
