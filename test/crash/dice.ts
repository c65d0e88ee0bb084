/**
 * Choices that look random and are the same for the same seed and purpose (mulberry32). Whoever
 * rolls beside others has dice of his own, so that their order does not matter.
 */
export class Dice {
  #state: number;

  constructor(seed: number, purpose: string) {
    this.#state = [...purpose].reduce(
      (state, character) => Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193),
      seed >>> 0,
    );
  }

  /** A number from 0 up to, but not, 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  /** True in that share of cases, 0 to 1. */
  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.between(0, values.length - 1)] ?? values[0];
  }
}
