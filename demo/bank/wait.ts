import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '../expect.ts';
import type { Screen } from '../terminal.ts';

/** Maximum time to wait, in milliseconds. The second value is the interval between two checks. */
const LONGEST_MS = 60_000;
const PAUSE_MS = 50;

/** Repeats a check until it returns a value, and shows a progress bar meanwhile. */
export async function waitFor<Value>(
  screen: Screen,
  label: string,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const bar = screen.progress(label);
  const started = performance.now();
  try {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      const isLate = performance.now() - started > LONGEST_MS;
      expect(!isLate, `${label}: this took longer than ${String(LONGEST_MS / 1000)} s.`);
      bar.show(null);
      await sleep(PAUSE_MS);
    }
  } finally {
    bar.end();
  }
}
