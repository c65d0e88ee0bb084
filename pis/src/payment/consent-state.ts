import { exitCodes } from '../exit-codes.ts';
import { PisError } from '../rows/model.ts';

/** The states of a consent that the steps of a payment distinguish. */
export type ConsentState = 'awaitingUpload' | 'awaitingApproval' | 'approved' | 'used' | 'ended';

/** Meaning of the statuses of a consent, of v3.1 and of v4.0. */
const CONSENT_STATES: Readonly<Record<string, ConsentState>> = {
  ...{ AwaitingUpload: 'awaitingUpload', AWUP: 'awaitingUpload' },
  ...{ AwaitingAuthorisation: 'awaitingApproval', AWAU: 'awaitingApproval' },
  ...{ Authorised: 'approved', AUTH: 'approved', Consumed: 'used', COND: 'used' },
  ...{ Rejected: 'ended', RJCT: 'ended', CANC: 'ended', EXPD: 'ended' },
};

/** Returns the state for a status. Undefined for a status that pis does not know. */
export function consentStateOf(status: string): ConsentState | undefined {
  return CONSENT_STATES[status];
}

/** Returns the error for a payment that was submitted, but whose id never arrived. */
export function unknownPayment(consentId: string, cause: Error): PisError {
  return new PisError(
    `The consent ${consentId} was used: an earlier run has paid, but its result did not arrive.\n` +
      'The bank no longer returns it. Look for the payment in the account, or ask the bank.',
    exitCodes.failed,
    { cause },
  );
}
