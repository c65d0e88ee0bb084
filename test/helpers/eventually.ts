import { vi } from 'vitest';

/** Maximum time to wait for a condition, in milliseconds. It is long enough for a busy machine. */
const SOON_MS = 60_000;

/** Repeats a check until it succeeds, and returns its result. Fails after `SOON_MS`. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: SOON_MS });
}
