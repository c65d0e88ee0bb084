import { revoked } from '../../domain/lifecycle/consent-moves.ts';
import type { Act } from '../../domain/records/audit.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Asker, findLivingConsent } from './find-consent.ts';
import { wrongStatus } from '../idempotency.ts';
import type { EngineParts } from '../dependencies.ts';

/** Revokes a consent that can still be used; a refusal for any other. */
export async function revokeConsent(
  { store }: Pick<EngineParts, 'store'>,
  id: string,
  asker: Omit<Asker, 'now'>,
  act: Act,
): Promise<Refusal | undefined> {
  const consent = await findLivingConsent({ store }, id, { ...asker, now: act.at });
  if (consent instanceof Refusal) return consent;
  if (revoked(consent, act.at) === undefined) return wrongStatus(consent.status);
  if (await store.revokeConsent(consent, act)) return undefined;
  return revokeConsent({ store }, id, asker, act);
}
