/** Maximum time in which requests are started per turn of the event loop, in milliseconds. */
const TURN_MS = 10;

/**
 * Starts jobs in order of arrival, for a limited time per turn of the event loop. Node accepts one
 * connection per turn. If one turn started all requests that have arrived, new clients would wait
 * for seconds under load.
 */
export class TurnBudget {
  readonly #waiting: (() => void)[] = [];

  /** Starts a job in this turn of the event loop, or in a later one. */
  run(job: () => void): void {
    if (this.#waiting.push(job) === 1) this.#continue();
  }

  #continue(): void {
    setImmediate(() => {
      const end = performance.now() + TURN_MS;
      let started = 0;
      while (started < this.#waiting.length && (started === 0 || performance.now() < end)) {
        this.#waiting[started]?.();
        started += 1;
      }
      this.#waiting.splice(0, started);
      if (this.#waiting.length > 0) this.#continue();
    });
  }
}
