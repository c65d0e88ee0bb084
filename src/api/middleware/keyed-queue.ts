/**
 * Runs tasks with the same key one after the other, and tasks with different keys concurrently. The
 * caller limits the number of pending tasks.
 */
export class KeyedQueue {
  /** For each key, a promise that resolves when its last task has ended. */
  readonly #last = new Map<string, Promise<undefined>>();

  /** Runs a task after all earlier tasks with the same key have ended, even if they failed. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const done = (): undefined => undefined;
    const end = result.then(done, done);
    this.#last.set(key, end);
    await end;
    if (this.#last.get(key) === end) this.#last.delete(key);
    return result;
  }
}
