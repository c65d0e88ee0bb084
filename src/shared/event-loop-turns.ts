/**
 * Runs the tasks of one key one after the other, and those of different keys beside each other. The
 * caller bounds how many wait.
 */
export class Turns {
  /** The end of the last task of each key that has one. */
  readonly #last = new Map<string, Promise<undefined>>();

  /** Runs a task when those before it under the same key have ended, well or not. */
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
