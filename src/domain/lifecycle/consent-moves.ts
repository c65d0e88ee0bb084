import type { Instant } from '../../shared/time.ts';
import type { Consent, Rejection } from '../records/records.ts';
import { shouldLapse, lapseReason } from './lapse.ts';
import { CONSENT_MOVES, isOver, mayMove, type ConsentStatus } from './lifecycle.ts';

/*
 * Computes status changes of consents. Each function returns the changed consent. It returns
 * undefined if `CONSENT_MOVES` does not allow the change, and then the caller must write nothing.
 */

/** Returns the consent after its file was accepted. */
export function withFile(consent: Consent, now: Instant): Consent | undefined {
  return moved(consent, 'AwaitingAuthorisation', now);
}

/** Returns the consent after the customer approved it, with the account that will be debited. */
export function authorised(
  consent: Consent,
  { debtorAccount, lapsesAt }: Pick<Consent, 'debtorAccount' | 'lapsesAt'>,
  now: Instant,
): Consent | undefined {
  return moved(consent, 'Authorised', now, { debtorAccount, lapsesAt });
}

/**
 * Returns the consent after the customer or the bank rejected it. `from` is the status that the
 * caller saw when it decided. If the consent has another status by now, it is not rejected.
 */
export function rejected(
  consent: Consent,
  from: ConsentStatus,
  { refusedBy, refusal }: Rejection,
  now: Instant,
): Consent | undefined {
  if (consent.status !== from) return undefined;
  return moved(consent, 'Rejected', now, { refusedBy, refusal });
}

/** Returns the consent after the TPP deleted it. */
export function revoked(consent: Consent, now: Instant): Consent | undefined {
  return moved(consent, 'Revoked', now);
}

/** Returns a VRP consent after the customer revoked it at the bank. */
export function withdrawn(consent: Consent, now: Instant): Consent | undefined {
  if (consent.status !== 'Authorised') return undefined;
  return moved(consent, 'Revoked', now, { refusedBy: 'customer' });
}

/**
 * Returns the consent after the bank transferred its account to another customer. A VRP consent
 * becomes Revoked. A consent to a single payment becomes Rejected.
 */
export function endedByTransfer(consent: Consent, now: Instant): Consent | undefined {
  if (consent.status !== 'Authorised') return undefined;
  const refusedBy = 'bank';
  if (consent.family === 'domestic-vrps') return moved(consent, 'Revoked', now, { refusedBy });
  return moved(consent, 'Rejected', now, { refusedBy, refusal: TRANSFERRED });
}

/** The refusal reason that the customer sees after the account was transferred. */
const TRANSFERRED = 'The account to debit belongs to another customer now.';

/** Returns the consent after its only payment was submitted (rules, 5.2). */
export function consumed(consent: Consent, now: Instant): Consent | undefined {
  return moved(consent, 'Consumed', now);
}

/** Returns the consent after the time for its approval or for its use ended (rules, 5.14). */
export function lapsed(consent: Consent, now: Instant): Consent | undefined {
  if (!shouldLapse(consent, now)) return undefined;
  return moved(consent, 'Rejected', now, { refusedBy: 'time', refusal: lapseReason(consent) });
}

/**
 * Returns the consent as Expired if its last day has passed. This status is computed whenever the
 * consent is read, and is never stored.
 */
export function expired(consent: Consent, now: Instant): Consent | undefined {
  const { expiresAt } = consent;
  if (expiresAt === null || !isOver(expiresAt, now)) return undefined;
  return moved(consent, 'Expired', expiresAt);
}

/**
 * Returns true if payments may be submitted under a consent, which means that its status may change
 * to Consumed.
 */
export function takesPayments({ status }: Pick<Consent, 'status'>): boolean {
  return mayMove(CONSENT_MOVES, status, 'Consumed');
}

type Change = Partial<Pick<Consent, 'debtorAccount' | 'lapsesAt' | 'refusedBy' | 'refusal'>>;

function moved(
  consent: Consent,
  to: ConsentStatus,
  at: Instant,
  change: Change = {},
): Consent | undefined {
  if (!mayMove(CONSENT_MOVES, consent.status, to)) return undefined;
  return { ...consent, ...change, status: to, statusUpdatedAt: at };
}
