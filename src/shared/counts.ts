/** Counts per key. Keys whose count is zero need no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  /** Returns the count of a key. */
  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds to the count of a key. */
  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
