import {
  ApiError,
  AuthenticationError,
  AuthorisationError,
  BankError,
  ConnectionError,
  PaymentClientError,
  RateLimitError,
  WaitTimeoutError,
} from '@payment-initiation/client';

/** The exit codes of pis. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  refused: 3,
  notAuthenticated: 4,
  waiting: 5,
  partlyPaid: 6,
  unreachable: 7,
  interrupted: 130,
} as const;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName];

/** Their meanings, in the order of the codes. */
export const EXIT_CODE_MEANINGS: Readonly<Record<ExitName, string>> = {
  done: 'done',
  failed: 'failed: the file has faults, or nothing was paid',
  wrongUse: 'wrong use',
  refused: 'refused by the bank, or declined by the customer',
  notAuthenticated: 'not authenticated',
  waiting: 'waits for a person, or for the execution date',
  partlyPaid: 'partly paid',
  unreachable: 'the bank is not reachable',
  interrupted: 'interrupted',
};

/** Returns the exit code for an error of the client library. */
export function exitCodeOf(error: PaymentClientError): ExitCode {
  if (error instanceof ConnectionError) return exitCodes.unreachable;
  if (error instanceof BankError || error instanceof RateLimitError) return exitCodes.unreachable;
  if (error instanceof AuthenticationError) return exitCodes.notAuthenticated;
  if (error instanceof AuthorisationError) {
    return error.error === 'access_denied' ? exitCodes.refused : exitCodes.notAuthenticated;
  }
  if (error instanceof ApiError) return exitCodes.refused;
  return error instanceof WaitTimeoutError ? exitCodes.waiting : exitCodes.failed;
}
