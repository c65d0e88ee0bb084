import type { FormProblem } from '../web/problems.ts';
import { MAX_REASON_CHARACTERS } from '../domain/records/operators.ts';
import { IDLE_MINUTES, SESSION_HOURS } from './session.ts';

/**
 * Messages about the problems that the pages of the console report. The query of a page names its
 * problem.
 */
const MESSAGES = {
  ended:
    `You have been signed out. This happens after ${String(IDLE_MINUTES)} minutes without activity, ` +
    `after ${String(SESSION_HOURS)} hours in total, or if an administrator ended your access. Nothing ` +
    'was done. Sign in again to continue.',
  passkey:
    'We could not sign you in. The passkey is not known here, your access has ended, or this page ' +
    'was open for too long. Try again.',
  busy: 'There were too many attempts to sign in. Wait a few minutes and try again.',
  providerAway: 'The sign-in of the bank cannot be reached. Try again in a minute.',
  providerDeclined: 'You did not complete the sign-in of the bank. Try again.',
  providerUnproven:
    'The sign-in of the bank did not confirm who you are, or you came back too late or twice. Try ' +
    'again.',
  noRole:
    'You were not signed in, because none of your groups has a role in this console. Ask an ' +
    'administrator to add you to a group.',
  notAdmitted:
    'You were not signed in. Your access has ended, or your user name belongs to another operator ' +
    'or cannot be used here. Ask an administrator.',
  notEnrolled:
    'No passkey was added. Your browser did not create a usable passkey, or the device has one ' +
    'already. Try again.',
  notParked: 'The step is not parked any more. Nothing was done. Check the list.',
  noReason: `Nothing was done. Give a reason of 1 to ${String(MAX_REASON_CHARACTERS)} characters.`,
  notOpen:
    'Nothing was done. Another operator ended or changed this meanwhile, or its time has passed. ' +
    'Check the list.',
  changed:
    'Nothing was done. The facts have changed. Check them again, withdraw the proposal if there is ' +
    'one, and propose the action again.',
  heldBefore:
    'Nothing was done. The payment is held already, or two persons have decided about it. See the ' +
    'page Decisions.',
  booked:
    'Nothing was done. The payment cannot be held: its booking has begun or is done, it has ended, ' +
    'or it waits for approvals. A user of the customer can reject it while it waits.',
  parked:
    'Nothing was done. A booking step of the payment is parked, so it cannot be held. Abandon or ' +
    'retry it on the page Work.',
  cameBack: 'Nothing was done. The money of the credit came back already.',
  own: 'Nothing was done. The payee has an account at this bank. Ask its holder to pay the money back.',
  noRecalls:
    'Nothing was done. Bacs has no recalls. Ask the bank of the payee by its manual procedure.',
  indexMissing:
    'Nothing was done. The payment has several credits. Open the page of one of its rows.',
  recalled: 'Nothing was done. The credit has a recall that is not refused.',
  notAccepted: 'Nothing was done. The scheme has not accepted the credit, so it cannot come back.',
  unknownCredit: 'Nothing was done. This service handed over no credit with this id.',
  notHandedOver:
    'Nothing was done. The hub has not confirmed the message with this credit, so it may still be ' +
    'sent.',
  outcomeKnown:
    'Nothing was done. The scheme has accepted or rejected the credit. If the money of an accepted ' +
    'credit came back, propose "returned".',
  outcomeCode:
    'Nothing was done. Choose a reason code for a rejected or returned credit, and none for an ' +
    'accepted one.',
  alreadyProposed: 'Nothing was done. This is proposed already. Confirm or withdraw that proposal.',
  sameOperator: 'Nothing was done. Another operator than the one who proposed it must confirm it.',
  notPossible:
    'Nothing was done. The state of the payment does not allow this any more. Check the payment, ' +
    'and withdraw the proposal if it is no longer needed.',
} as const;

export type ConsoleProblem = keyof typeof MESSAGES;

/** Returns the problem that the query of a page names. Undefined for any other name. */
export function problemNamed(name: string | undefined): FormProblem | undefined {
  const message = Object.entries(MESSAGES).find(([known]) => known === name)?.[1];
  return message === undefined ? undefined : { message };
}
