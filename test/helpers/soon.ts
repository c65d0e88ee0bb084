import { vi } from 'vitest';

/** How long a busy machine may take to come to something, in milliseconds. */
const SOON_MS = 60_000;

/** Looks again and again until a look neither throws nor rejects; what it gave. */
export function soon<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: SOON_MS });
}
