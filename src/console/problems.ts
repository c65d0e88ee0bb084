import type { FormProblem } from '../web/problems.ts';
import { MAX_REASON_CHARACTERS } from '../domain/records/operators.ts';
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
  providerAway: {
    message: 'The sign-in of the bank cannot be reached. Try again in a minute.',
    field: null,
  },
  providerDeclined: {
    message: 'You did not complete the sign-in of the bank. Try again.',
    field: null,
  },
  providerUnproven: {
    message:
      'The sign-in of the bank did not confirm who you are, or you came back too late or twice. Try ' +
      'again.',
    field: null,
  },
  noRole: {
    message:
      'You were not signed in, because none of your groups has a role in this console. Ask an ' +
      'administrator to add you to a group.',
    field: null,
  },
  notAdmitted: {
    message:
      'You were not signed in. Your access has ended, or your user name belongs to another operator ' +
      'or cannot be used here. Ask an administrator.',
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
  noReason: {
    message: `Nothing was done. Give a reason of 1 to ${String(MAX_REASON_CHARACTERS)} characters.`,
    field: null,
  },
  notOpen: {
    message:
      'Nothing was done. Another operator ended or changed this meanwhile, or its time has passed. ' +
      'Check the list.',
    field: null,
  },
  changed: {
    message:
      'Nothing was done. The facts have changed. Check them again, withdraw the proposal if there is ' +
      'one, and propose the action again.',
    field: null,
  },
  heldBefore: {
    message:
      'Nothing was done. The payment is held already, or two persons have decided about it. See the ' +
      'page Decisions.',
    field: null,
  },
  booked: {
    message:
      'Nothing was done. The payment cannot be held: its booking has begun or is done, it has ended, ' +
      'or it waits for approvals. A user of the customer can reject it while it waits.',
    field: null,
  },
  parked: {
    message:
      'Nothing was done. A booking step of the payment is parked, so it cannot be held. Abandon or ' +
      'retry it on the page Work.',
    field: null,
  },
  cameBack: {
    message: 'Nothing was done. The money of the credit came back already.',
    field: null,
  },
  own: {
    message:
      'Nothing was done. The payee has an account at this bank. Ask its holder to pay the money back.',
    field: null,
  },
  noRecalls: {
    message:
      'Nothing was done. Bacs has no recalls. Ask the bank of the payee by its manual procedure.',
    field: null,
  },
  indexMissing: {
    message: 'Nothing was done. The payment has several credits. Open the page of one of its rows.',
    field: null,
  },
  recalled: {
    message: 'Nothing was done. The credit has a recall that is not refused.',
    field: null,
  },
  notAccepted: {
    message: 'Nothing was done. The scheme has not accepted the credit, so it cannot come back.',
    field: null,
  },
  unknownCredit: {
    message: 'Nothing was done. This service handed over no credit with this id.',
    field: null,
  },
  notHandedOver: {
    message:
      'Nothing was done. The hub has not confirmed the message with this credit, so it may still be ' +
      'sent.',
    field: null,
  },
  outcomeKnown: {
    message:
      'Nothing was done. The scheme has accepted or rejected the credit. If the money of an accepted ' +
      'credit came back, propose "returned".',
    field: null,
  },
  outcomeCode: {
    message:
      'Nothing was done. Choose a reason code for a rejected or returned credit, and none for an ' +
      'accepted one.',
    field: null,
  },
  alreadyProposed: {
    message: 'Nothing was done. This is proposed already. Confirm or withdraw that proposal.',
    field: null,
  },
  sameOperator: {
    message: 'Nothing was done. Another operator than the one who proposed it must confirm it.',
    field: null,
  },
  notPossible: {
    message:
      'Nothing was done. The state of the payment does not allow this any more. Check the payment, ' +
      'and withdraw the proposal if it is no longer needed.',
    field: null,
  },
} as const satisfies Readonly<Record<string, FormProblem>>;

export type ConsoleProblem = keyof typeof PROBLEMS;

/** Returns the problem that the query of a page names. Undefined for any other name. */
export function problemNamed(name: string | undefined): FormProblem | undefined {
  return Object.entries(PROBLEMS).find(([known]) => known === name)?.[1];
}
