import { revoked } from '../../domain/lifecycle/consent-moves.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { User } from '../../domain/records/records.ts';
import type { RestrictionChange } from '../../domain/records/restrictions.ts';
import { Refusal } from '../../shared/errors.ts';
import { wrongStatus } from '../idempotency.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { type Requester, findLivingConsent } from './find-consent.ts';

/** Revokes a consent at the request of its TPP. Refuses if the consent cannot be used any more. */
export async function revokeConsent(
  { store }: Pick<UseCaseParts, 'store'>,
  id: string,
  requester: Omit<Requester, 'now'>,
  act: Act,
): Promise<Refusal | undefined> {
  const consent = await findLivingConsent({ store }, id, { ...requester, now: act.at });
  if (consent instanceof Refusal) return consent;
  if (revoked(consent, act.at) === undefined) return wrongStatus(consent.status);
  if (await store.revokeConsent(consent, act)) return undefined;
  return revokeConsent({ store }, id, requester, act);
}

/**
 * Revokes a consent to recurring payments at the request of the customer who gave it. No payment is
 * accepted under it from then on, and its access tokens become invalid (rules, 8.17).
 *
 * @returns `none` if the customer gave no consent with this id. `over` if it is not in force any
 *   more
 */
export async function withdrawConsent(
  { store }: Pick<UseCaseParts, 'store'>,
  consentId: string,
  { customerId }: Pick<User, 'customerId'>,
  act: Act,
): Promise<'revoked' | 'over' | 'none'> {
  const permission = await store.findPermission(consentId, customerId);
  if (permission === undefined) return 'none';
  return (await store.withdrawConsent(consentId, act)) ? 'revoked' : 'over';
}

/**
 * Pauses or resumes a permission, or changes the customer's own limits, at the request of the
 * customer who gave it (docs/decisions, 150).
 *
 * @returns `none` if the customer gave no consent with this id. `over` if it is not in force any
 *   more
 */
export async function restrictConsent(
  { store }: Pick<UseCaseParts, 'store'>,
  consentId: string,
  change: RestrictionChange,
  { customerId }: Pick<User, 'customerId'>,
  act: Act,
): Promise<'changed' | 'over' | 'none'> {
  const permission = await store.findPermission(consentId, customerId);
  if (permission === undefined) return 'none';
  return (await store.restrictConsent(consentId, change, act)) ? 'changed' : 'over';
}
