/** Counts per key. Keys whose count is zero need no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  /** Returns the count for a key, which is 0 if nothing was counted. */
  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds `change` to the count for a key. */
  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
