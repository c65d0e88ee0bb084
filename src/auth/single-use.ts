import type { AuthorisationStore, SingleUse } from '../domain/ports/authorisation-store.ts';
import type { Instant } from '../shared/time.ts';
import { hashSecret } from './tokens.ts';

/** Kinds of messages that the service accepts only once (docs/decisions, 44). */
type SingleUseKind = 'RegistrationRequest' | 'RequestObject' | 'ReplayDetection';

/**
 * Returns the record that marks a message as used. Its id is a hash of `parts`. It is stored until
 * `expiresAt`, when the message itself would be refused as expired.
 */
export function useOf(
  model: SingleUseKind,
  parts: readonly string[],
  expiresAt: Instant,
  usedAt: Instant,
): SingleUse {
  const id = hashSecret(JSON.stringify(parts));
  return { model, id, grantId: null, clientId: null, payload: '{}', expiresAt, usedAt };
}

/**
 * Records the use of a message. Returns true for its first use, and for only one of several
 * simultaneous uses.
 */
export function isFirstUse(
  store: Pick<AuthorisationStore, 'addItem'>,
  ...use: Parameters<typeof useOf>
): Promise<boolean> {
  const { usedAt, ...item } = useOf(...use);
  return store.addItem(item, usedAt);
}
