import { createHash } from 'node:crypto';

/** Random decisions that depend only on a seed and a text. */
export interface Dice {
  /** Returns true with a probability from 0 to 1. */
  readonly chance: (probability: number) => boolean;
  /** Returns an integer from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number;
}

/**
 * Creates the random decisions about a subject, for example a message id. The same seed and
 * subject always give the same sequence of decisions, also after a restart.
 */
export function createDice(seed: number, subject: string): Dice {
  const next = randomNumbers(
    createHash('sha256')
      .update(`${String(seed)}:${subject}`)
      .digest(),
  );
  return {
    chance: (probability) => next() < probability,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
  };
}

/** Returns a generator of numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: Buffer): () => number {
  let state = seed.readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns an id of 24 capital letters and digits that depends only on the parts. */
export function idFrom(seed: number, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update([seed, ...parts].join(':'));
  return `H${digest.digest('hex').slice(0, 23).toUpperCase()}`;
}
