import type { Act } from '../../domain/records/audit.ts';
import type { User } from '../../domain/records/records.ts';
import type { EngineParts } from '../dependencies.ts';

/**
 * Revokes at the bank, at the customer's word, what a user of the customer had permitted: no
 * payment is taken under it from then on, and its tokens are good for nothing (rules, 8.17).
 *
 * @returns `none`: there is nothing of that id that this customer permitted; `over`: it is not in
 *   force any more
 */
export async function withdrawConsent(
  { store }: Pick<EngineParts, 'store'>,
  consentId: string,
  { customerId }: Pick<User, 'customerId'>,
  act: Act,
): Promise<'revoked' | 'over' | 'none'> {
  const permission = await store.findPermission(consentId, customerId);
  if (permission === undefined) return 'none';
  return (await store.withdrawConsent(consentId, act)) ? 'revoked' : 'over';
}
