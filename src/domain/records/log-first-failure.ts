import type { Observe } from './events.ts';

/** Does something; throws what that throws. */
export type FailureLogger = <Value>(act: () => Promise<Value>) => Promise<Value>;

/**
 * For what is tried again and again, many times a minute: of failures in a row the first is told
 * alone, and after a success the next one. A database that is away would fill the log otherwise.
 *
 * @param what is tried, in the words of a failure event
 * @param isSuccess whether a result shows that the action works; another result ends no failure
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
