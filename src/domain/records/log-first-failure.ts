import type { Observe } from './events.ts';

/** Runs an action and rethrows its error. */
export type FailureLogger = <Value>(act: () => Promise<Value>) => Promise<Value>;

/**
 * Reports only the first of consecutive failures of an action that is retried many times a minute.
 * The next failure after a success is reported again. Otherwise an unavailable database would fill
 * the log.
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
