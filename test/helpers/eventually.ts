import { vi } from 'vitest';

/** Maximum waiting time on a busy machine, in milliseconds. */
const SOON_MS = 60_000;

/** Repeats a check until it neither throws nor rejects. Returns its result. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: SOON_MS });
}
