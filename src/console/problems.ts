import type { FormProblem } from '../web/problems.ts';
import { IDLE_MINUTES, SESSION_HOURS } from './session.ts';

/** Problems that the pages of the console report. The query of a page names its problem. */
const PROBLEMS = {
  ended: {
    message:
      `You have been signed out. This happens after ${String(IDLE_MINUTES)} minutes without activity, ` +
      `after ${String(SESSION_HOURS)} hours in total, or if an administrator ended your access. Nothing ` +
      'was done. Sign in again to continue.',
    field: null,
  },
  passkey: {
    message:
      'We could not sign you in. The passkey is not known here, your access has ended, or this page ' +
      'was open for too long. Try again.',
    field: null,
  },
  busy: {
    message: 'There were too many attempts to sign in. Wait a few minutes and try again.',
    field: null,
  },
  notEnrolled: {
    message:
      'No passkey was added. Your browser did not create a usable passkey, or the device has one ' +
      'already. Try again.',
    field: null,
  },
  notParked: {
    message: 'The step is not parked any more. Nothing was done. Check the list.',
    field: null,
  },
} as const satisfies Readonly<Record<string, FormProblem>>;

export type ConsoleProblem = keyof typeof PROBLEMS;

/** Returns the problem that the query of a page names. Undefined for any other name. */
export function problemNamed(name: string | undefined): FormProblem | undefined {
  return Object.entries(PROBLEMS).find(([known]) => known === name)?.[1];
}
