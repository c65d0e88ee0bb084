import { LOCKOUT } from '../auth/sign-in.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import { IDLE_MINUTES, SESSION_MINUTES } from './session.ts';

export type ProblemName =
  'noUser' | 'noPassword' | 'credentials' | 'code' | 'busy' | 'ended' | 'account' | 'changed';

/** What went wrong with a form: its name stands in the address, so that a page can be reloaded. */
interface FormProblem {
  /** In words for the customer: what happened and what to do. */
  readonly message: string;
  /** What stands at the field, where that is less. */
  readonly atField?: string;
  /** The field to go to; null where it is about none. */
  readonly field: 'user' | 'password' | 'code' | 'account' | null;
}

const lockoutMinutes = String(LOCKOUT.milliseconds / MINUTE_MS);
const failures = String(LOCKOUT.maxFailures);

export const PROBLEMS: Readonly<Record<ProblemName, FormProblem>> = {
  noUser: { message: 'Enter your user name.', field: 'user' },
  noPassword: { message: 'Enter your password.', field: 'password' },
  credentials: {
    message:
      'We could not sign you in with this user name and password. Check both and try again. ' +
      `After ${failures} failures sign-in is locked for ${lockoutMinutes} minutes.`,
    atField: 'Check the user name and the password.',
    field: 'user',
  },
  code: {
    message:
      'This code is wrong, too old or used already. Wait for the next one and enter that. ' +
      `After ${failures} failures sign-in is locked for ${lockoutMinutes} minutes.`,
    atField: 'Enter the code that is shown now.',
    field: 'code',
  },
  busy: {
    message: 'Too many people are signing in just now. Wait a moment and try again.',
    field: null,
  },
  ended: {
    message:
      `You have been signed out. For your safety a visit ends after ${String(IDLE_MINUTES)} ` +
      `minutes without activity, and after ${String(SESSION_MINUTES)} minutes in all. ` +
      'Nothing was approved. Sign in again to go on.',
    field: null,
  },
  account: { message: 'Choose the account to pay from.', field: 'account' },
  changed: {
    message: 'This was changed in another window. Read it again before you decide.',
    field: null,
  },
};

/** The problem that an address names; undefined when it names none. */
export function problemNamed(name: string | undefined): ProblemName | undefined {
  return Object.keys(PROBLEMS).find((known): known is ProblemName => known === name);
}
