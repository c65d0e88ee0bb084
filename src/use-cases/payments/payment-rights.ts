import type { Payment, User } from '../../domain/records/records.ts';
import { familyNamed } from '../../families/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Returns why a user of the payment's customer may not act on it, for example because the user has
 * no right to files. Returns an empty list if the user may.
 */
export async function missingRights(
  { store }: Pick<UseCaseParts, 'store'>,
  { family, consentId }: Payment,
  user: User,
  now: Instant,
) {
  const { data } = expectDefined(await store.findConsent(consentId), consentId);
  return familyNamed(family)
    .refusals({ user, data, filePence: null, now })
    .filter(({ reason }) => reason === 'AG08');
}
