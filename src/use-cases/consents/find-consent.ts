import { expired, lapsed } from '../../domain/lifecycle/consent-moves.ts';
import type { Store } from '../../domain/ports/store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { isReadableWith } from '../../domain/records/api-version.ts';
import type { Consent } from '../../domain/records/records.ts';
import type { FamilyVersion } from '../../families/common/family-version.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';

/** Dependencies of the functions that read a consent. */
export interface ConsentParts {
  readonly store: Pick<Store, 'findConsent' | 'lapseConsent'>;
}

/**
 * The TPP that asks for a consent, and the time of its request. If `version` is missing, consents
 * of all families and versions are found.
 */
export interface Requester {
  readonly clientId: string;
  readonly now: Instant;
  readonly version?: FamilyVersion;
}

function noConsent(): Refusal {
  return refuse(400, 'notFound', 'No consent has this id.', { path: 'ConsentId' });
}

/**
 * Returns the refusal (403) for a resource that belongs to another TPP, or for a consent that the
 * token was not issued for.
 */
export function notYours(): Refusal {
  const message = 'The token does not give access to this resource.';
  return refuse(403, 'headerInvalid', message, { path: 'Authorization' });
}

/**
 * Returns the TPP's own consent in its current state. Refuses with 400 if no consent has this id,
 * and with 403 if it belongs to another TPP.
 */
export async function findConsent(
  { store }: ConsentParts,
  id: string,
  { clientId, now, version }: Requester,
): Promise<Consent | Refusal> {
  const consent = await store.findConsent(id);
  if (consent === undefined) return noConsent();
  if (version !== undefined && !isResourceOf(consent, version)) return noConsent();
  return consent.clientId === clientId ? consentNow({ store }, consent, now) : notYours();
}

/** Returns true if a family has this resource, and its version of the standard can read it. */
export function isResourceOf(
  resource: Pick<Consent, 'family' | 'apiVersion'>,
  { family, apiVersion }: FamilyVersion,
): boolean {
  return resource.family === family.name && isReadableWith(resource.apiVersion, apiVersion);
}

/**
 * Returns a consent like `findConsent`, except if its TPP has revoked it: then it counts as not
 * found (rules, 8.13). A consent that the customer or the bank revoked is returned, so that the TPP
 * sees its status (rules, 8.17).
 */
export async function findLivingConsent(
  parts: ConsentParts,
  id: string,
  requester: Requester,
): Promise<Consent | Refusal> {
  const consent = await findConsent(parts, id, requester);
  if (consent instanceof Refusal) return consent;
  const isDeleted = consent.status === 'Revoked' && consent.refusedBy === null;
  return isDeleted ? noConsent() : consent;
}

/**
 * Returns a consent in its current state. If its validity has ended, it is returned as Expired, a
 * status that is not stored. If it has lapsed, it is stored as Rejected when it is first read
 * afterwards.
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
    // The store cannot write now, but the consent has lapsed nevertheless.
    return { ...ended, statusUpdatedAt: consent.lapsesAt ?? now };
  }
  return expectDefined(await store.findConsent(consent.id), consent.id);
}
