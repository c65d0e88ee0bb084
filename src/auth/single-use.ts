import type { AuthorisationStore, SingleUse } from '../domain/ports/authorisation-store.ts';
import type { Instant } from '../shared/time.ts';
import { hashSecret } from './tokens.ts';

/** The kinds of messages that the service accepts only once (docs/decisions, 44). */
type SingleUseKind =
  | 'RegistrationRequest'
  | 'RequestObject'
  | 'ReplayDetection'
  /** A form of the operators' console (docs/decisions, 163). */
  | 'OperatorForm';

/**
 * Returns the record that marks a message as used. Its id is a hash of `parts`. The record is
 * stored until `expiresAt`. After that, the message itself is refused because it has expired.
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
 * Records that a message was used. Returns true for its first use. If it is used several times at
 * the same moment, only one of the calls returns true.
 */
export function isFirstUse(
  store: Pick<AuthorisationStore, 'addItem'>,
  ...use: Parameters<typeof useOf>
): Promise<boolean> {
  const { usedAt, ...item } = useOf(...use);
  return store.addItem(item, usedAt);
}
