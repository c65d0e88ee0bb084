import type { Instant } from '../../shared/time.ts';
import type { Consent, Rejection } from '../records/records.ts';
import { shouldLapse, lapseReason } from './lapse.ts';
import { CONSENT_MOVES, isOver, mayMove, type ConsentStatus } from './lifecycle.ts';

/*
 * What moves a consent. Each answers the consent as it is after the move, and undefined where the
 * table lists none from where it stands: then nothing is to be written.
 */

/** Its file was accepted. */
export function withFile(consent: Consent, now: Instant): Consent | undefined {
  return moved(consent, 'AwaitingAuthorisation', now);
}

/** The customer approved it, with the account that will be debited. */
export function authorised(
  consent: Consent,
  { debtorAccount, lapsesAt }: Pick<Consent, 'debtorAccount' | 'lapsesAt'>,
  now: Instant,
): Consent | undefined {
  return moved(consent, 'Authorised', now, { debtorAccount, lapsesAt });
}

/** Customer or bank rejected it. `from`: the status that was judged, and no other is rejected. */
export function rejected(
  consent: Consent,
  from: ConsentStatus,
  { refusedBy, refusal }: Rejection,
  now: Instant,
): Consent | undefined {
  if (consent.status !== from) return undefined;
  return moved(consent, 'Rejected', now, { refusedBy, refusal });
}

/** The TPP gave it back. */
export function revoked(consent: Consent, now: Instant): Consent | undefined {
  return moved(consent, 'Revoked', now);
}

/** The customer took it back at the bank: one under which payments were still to come. */
export function withdrawn(consent: Consent, now: Instant): Consent | undefined {
  if (consent.status !== 'Authorised') return undefined;
  return moved(consent, 'Revoked', now, { refusedBy: 'customer' });
}

/**
 * The bank transferred its account to another customer. Variable recurring payments end as if the
 * customer had revoked them; a consent to one payment is rejected.
 */
export function endedByTransfer(consent: Consent, now: Instant): Consent | undefined {
  if (consent.status !== 'Authorised') return undefined;
  const refusedBy = 'bank';
  if (consent.family === 'domestic-vrps') return moved(consent, 'Revoked', now, { refusedBy });
  return moved(consent, 'Rejected', now, { refusedBy, refusal: TRANSFERRED });
}

/** Why a consent ends when its account is transferred, for the customer. */
const TRANSFERRED = 'The account to debit belongs to another customer now.';

/** Its one payment was submitted (rules, 5.2). */
export function consumed(consent: Consent, now: Instant): Consent | undefined {
  return moved(consent, 'Consumed', now);
}

/** It was not approved, or not used, by `now` (rules, 5.14). */
export function lapsed(consent: Consent, now: Instant): Consent | undefined {
  if (!shouldLapse(consent, now)) return undefined;
  return moved(consent, 'Rejected', now, { refusedBy: 'time', refusal: lapseReason(consent) });
}

/** Its last day is over by `now`. That is so from then on, and nobody writes it down. */
export function expired(consent: Consent, now: Instant): Consent | undefined {
  const { expiresAt } = consent;
  if (expiresAt === null || !isOver(expiresAt, now)) return undefined;
  return moved(consent, 'Expired', expiresAt);
}

/** Whether payments are taken under it: whether one could use it up. */
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
