import { expired, lapsed } from '../../domain/lifecycle/consent-moves.ts';
import type { Store } from '../../domain/ports/store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Consent } from '../../domain/records/records.ts';
import type { Family } from '../../families/common/family.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';

/** What looking at a consent needs. */
export interface ConsentParts {
  readonly store: Pick<Store, 'findConsent' | 'lapseConsent'>;
}

/** Who asks for a consent, and when; of any family when none is given. */
export interface Asker {
  readonly clientId: string;
  readonly now: Instant;
  readonly family?: Family;
}

function noConsent(): Refusal {
  return refuse(400, 'notFound', 'There is no consent of this id.', { path: 'ConsentId' });
}

/** 403 for what belongs to another TPP, or to another consent than the token is good for. */
export function notYours(): Refusal {
  const message = 'The token does not give access to this resource.';
  return refuse(403, 'headerInvalid', message, { path: 'Authorization' });
}

/**
 * A TPP's own consent as it stands now: 400 when there is none of that id, 403 when it is
 * another's.
 */
export async function findConsent(
  { store }: ConsentParts,
  id: string,
  { clientId, now, family }: Asker,
): Promise<Consent | Refusal> {
  const consent = await store.findConsent(id);
  const isOfAnother = family !== undefined && consent?.family !== family.name;
  if (consent === undefined || isOfAnother) return noConsent();
  return consent.clientId === clientId ? consentNow({ store }, consent, now) : notYours();
}

/**
 * As `findConsent`, where a consent that its TPP revoked is there no more (rules, 8.13). One that
 * the customer or the bank revoked is: the TPP learns it by that (rules, 8.17).
 */
export async function findLivingConsent(
  parts: ConsentParts,
  id: string,
  asker: Asker,
): Promise<Consent | Refusal> {
  const consent = await findConsent(parts, id, asker);
  if (consent instanceof Refusal) return consent;
  const isDeleted = consent.status === 'Revoked' && consent.refusedBy === null;
  return isDeleted ? noConsent() : consent;
}

/**
 * A consent as it now stands. One whose time is over is Expired from then on, though nobody wrote
 * it down; one that has lapsed is marked so when it is looked at, if nobody did so before.
 */
export async function consentNow(
  { store }: ConsentParts,
  consent: Consent,
  now: Instant,
): Promise<Consent> {
  const ended = lapsed(consent, now);
  if (ended === undefined) return expired(consent, now) ?? consent;
  try {
    await store.lapseConsent(consent.id, now);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // A disk that takes nothing more does not make it good again.
    return { ...ended, statusUpdatedAt: consent.lapsesAt ?? now };
  }
  return expectDefined(await store.findConsent(consent.id), consent.id);
}
