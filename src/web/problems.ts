import { LOCKOUT } from '../auth/sign-in/lockout.ts';
import { MAX_PASSKEY_NAME } from '../domain/ports/sign-in-store.ts';
import { MAX_RECALL_NOTE_CHARACTERS } from '../domain/schemes/recalls.ts';
import { MINUTE_MS } from '../shared/time.ts';
import { IDLE_MINUTES, PORTAL_MINUTES, SESSION_MINUTES } from './session.ts';

/**
 * A problem with a submitted form. The name of the problem is in the query of the page, so a reload
 * shows the same problem.
 */
export interface FormProblem {
  /** Message to the customer: what happened and what to do. */
  readonly message: string;
  /** Shorter message next to the field. By default, `message`. */
  readonly atField?: string;
  /** Field to which the message links. Absent if the problem does not concern a single field. */
  readonly field?:
    | 'user'
    | 'password'
    | 'code'
    | 'account'
    | 'name'
    | 'reason'
    | 'note'
    | 'limits'
    | 'text'
    | 'first'
    | 'last';
}

const lockoutMinutes = String(LOCKOUT.milliseconds / MINUTE_MS);
const failures = String(LOCKOUT.maxFailures);

const TEXTS = {
  limitAmount: {
    message:
      'We changed nothing. Enter each limit in pounds, for example 50.00. ' +
      'It must be more than zero and not more than you agreed to.',
    field: 'limits',
  },
  noUser: { message: 'Enter your user name.', field: 'user' },
  noPassword: { message: 'Enter your password.', field: 'password' },
  noCode: { message: 'Enter the 6 digits that your authenticator app shows.', field: 'code' },
  // The message must not reveal which of the two was wrong (SCA-RTS, article 4(3)(a)).
  password: {
    message:
      'We could not sign you in. The user name or the password is wrong. Check both. ' +
      `After ${failures} failures, sign-in is locked for ${lockoutMinutes} minutes or longer.`,
    atField: 'Check the user name and the password.',
    field: 'user',
  },
  // The message must not reveal which of the three was wrong (SCA-RTS, article 4(3)(a)).
  credentials: {
    message:
      'We could not sign you in. The user name, the password, or the code or passkey is wrong, or ' +
      'the code is too old or was used before. Check all of them, and wait for a new code. ' +
      `After ${failures} failures, sign-in is locked for ${lockoutMinutes} minutes or longer.`,
    atField: 'Check the user name, the password and the code.',
    field: 'user',
  },
  factor: {
    message:
      'We could not accept that code. It is wrong or too old, or you used it before, perhaps to ' +
      `sign in. Wait for a new one. After ${failures} failures, you are signed out and locked out ` +
      `for ${lockoutMinutes} minutes or longer.`,
    atField: 'Wait for a new code and enter it.',
    field: 'code',
  },
  busy: {
    message: 'There were too many attempts to sign in. Wait a few minutes and try again.',
  },
  ended: {
    message:
      'You have been signed out. For your safety, this happens after ' +
      `${String(IDLE_MINUTES)} minutes without activity, and after ` +
      `${String(SESSION_MINUTES)} minutes in total. Nothing was approved. Sign in again to continue.`,
  },
  portalEnded: {
    message:
      'You have been signed out. For your safety, this happens after ' +
      `${String(IDLE_MINUTES)} minutes without activity, and after ` +
      `${String(PORTAL_MINUTES)} minutes in total. Sign in again to continue.`,
  },
  account: { message: 'Choose the account to pay from.', field: 'account' },
  changed: {
    message: 'The details changed in another window. Read it again before you decide.',
  },
  checkChanged: {
    message: 'The details or the name check changed. Read it again before you decide.',
  },
  noName: {
    message: `Enter a name of up to ${String(MAX_PASSKEY_NAME)} visible characters.`,
    field: 'name',
  },
  passkey: {
    message:
      'We could not use that passkey. It may belong to another account, or this page expired. ' +
      `Try again, or enter a code. After ${failures} failures, you are signed out and ` +
      `locked out for ${lockoutMinutes} minutes or longer.`,
    field: 'code',
  },
  noPasskey: {
    message:
      'No passkey was added. Your browser did not create a usable passkey, or this page expired. ' +
      'Try again. Your codes still work.',
  },
  noReason: { message: 'Choose why you want the money back.', field: 'reason' },
  bankAway: {
    message:
      'We could not reach the sign-in of your bank. Nothing was approved. Wait a few minutes and try again.',
  },
  bankDeclined: {
    message: 'You did not complete the sign-in or the approval. Nothing was approved.',
  },
  bankExpired: {
    message: 'You did not answer in your bank’s app in time. Nothing was approved. Start again.',
  },
  bankNoApp: {
    message:
      'Your bank could not ask you in its app. Nothing was approved. Approve on your bank’s page ' +
      'instead.',
  },
  bankTooMany: {
    message:
      'Your bank has asked you in its app too often. Refuse requests that you did not make. Wait 5 ' +
      'minutes, or approve on your bank’s page instead.',
  },
  bankUnproven: {
    message:
      'The sign-in of your bank did not confirm exactly this. For your safety, nothing was approved. ' +
      'Read it again and start again.',
  },
  bankVisitOver: {
    message:
      'You came back from the sign-in too late or twice, or it began in another window. Nothing was ' +
      'approved by this. Start again.',
  },
  bankUnknown: {
    message:
      'You are signed in at your bank, but that user has no access here. Sign in as another user, or ' +
      'ask your bank for access. Nothing was approved.',
  },
  recallNote: {
    message: `Enter a text of up to ${String(MAX_RECALL_NOTE_CHARACTERS)} visible characters, or none.`,
    field: 'note',
  },
} as const satisfies Readonly<Record<string, FormProblem>>;

export type ProblemName = keyof typeof TEXTS;

export const PROBLEMS: Readonly<Record<ProblemName, FormProblem>> = TEXTS;

/** Returns the name in the query `problem`. Undefined if no problem has this name. */
export function problemNamed(name: string | undefined): ProblemName | undefined {
  return Object.keys(PROBLEMS).find((known): known is ProblemName => known === name);
}
