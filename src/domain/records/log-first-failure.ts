import type { Observe } from './events.ts';

/** Runs an action and rethrows its error, if there is one. */
export type FailureLogger = <Value>(act: () => Promise<Value>) => Promise<Value>;

/**
 * Returns a function that runs an action and reports only the first of consecutive failures. Use it
 * for an action that is retried many times a minute. After a success, the next failure is reported
 * again. Without this, an unavailable database would fill the log.
 *
 * @param what name of the action in the `failure` event
 * @param isSuccess decides if a result counts as a success, which ends the series of failures
 */
export function logFirstFailure(
  observe: Observe,
  what: string,
  isSuccess: (value: unknown) => boolean = () => true,
): FailureLogger {
  let isFailing = false;
  return async (act) => {
    try {
      const value = await act();
      if (isSuccess(value)) isFailing = false;
      return value;
    } catch (error) {
      if (!isFailing) observe({ kind: 'failure', what, error });
      isFailing = true;
      throw error;
    }
  };
}
