import type { Observe } from './events.ts';

/** Does something; throws what that throws. */
export type Attempt = <Value>(act: () => Promise<Value>) => Promise<Value>;

/**
 * For what is tried again and again, many times a minute: of failures in a row the first is told
 * alone, and after a success the next one. A database that is away would fill the log otherwise.
 *
 * @param what is tried, in the words of a failure event
 */
export function tellingOnce(observe: Observe, what: string): Attempt {
  let isFailing = false;
  return async (act) => {
    try {
      const value = await act();
      isFailing = false;
      return value;
    } catch (error) {
      if (!isFailing) observe({ kind: 'failure', what, error });
      isFailing = true;
      throw error;
    }
  };
}
