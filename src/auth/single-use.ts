import type { AuthorisationStore, SingleUse } from '../domain/ports/authorisation-store.ts';
import type { Instant } from '../shared/time.ts';
import { hashSecret } from './tokens.ts';

/** What is good for one use (docs/decisions, 44). */
type Kind = 'RegistrationRequest' | 'RequestObject' | 'ReplayDetection';

/** The use of something that its parts name, to be remembered for as long as it would be good. */
export function useOf(
  model: Kind,
  parts: readonly string[],
  expiresAt: Instant,
  usedAt: Instant,
): SingleUse {
  const id = hashSecret(JSON.stringify(parts));
  return { model, id, grantId: null, clientId: null, payload: '{}', expiresAt, usedAt };
}

/** Whether something is used for the first time; of those that use it at once, one does. */
export function isFirstUse(
  store: Pick<AuthorisationStore, 'addItem'>,
  ...use: Parameters<typeof useOf>
): Promise<boolean> {
  const { usedAt, ...item } = useOf(...use);
  return store.addItem(item, usedAt);
}
