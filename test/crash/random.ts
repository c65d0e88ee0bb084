/**
 * Makes pseudo-random choices that depend only on the seed and the purpose (algorithm mulberry32).
 * Each concurrent task has its own instance, so that the order of tasks does not change the
 * choices.
 */
export class Dice {
  #state: number;

  constructor(seed: number, purpose: string) {
    this.#state = [...purpose].reduce(
      (state, character) => Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193),
      seed >>> 0,
    );
  }

  /** Returns a random number from 0 to 1, but never 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a random whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  /** Returns true with this probability, which is between 0 and 1. */
  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.between(0, values.length - 1)] ?? values[0];
  }
}
