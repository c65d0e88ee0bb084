/**
 * Pseudo-random choices that depend only on seed and purpose (mulberry32). Concurrent tasks have
 * separate instances, so that their order does not matter.
 */
export class Dice {
  #state: number;

  constructor(seed: number, purpose: string) {
    this.#state = [...purpose].reduce(
      (state, character) => Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193),
      seed >>> 0,
    );
  }

  /** Returns a number from 0 to 1, excluding 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number in a range that includes both ends. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  /** Returns true with this probability, 0 to 1. */
  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.between(0, values.length - 1)] ?? values[0];
  }
}
