import type { KeyObject } from 'node:crypto';
import { followFile, type FollowedOptions } from './follow-files.ts';
import { parseKeys, thumbprintOf, type PrivateJwk } from './key-file.ts';

/**
 * The bank's private keys. One of them signs, and the public parts of all are published. Earlier
 * signatures therefore stay valid when the signing key changes.
 */
export interface KeyRing {
  /** Returns all private keys, starting with the one that signs. */
  jwks(): { readonly keys: readonly PrivateJwk[] };
  signing(): { readonly kid: string; readonly key: KeyObject };
  /** Returns the thumbprints of all keys (RFC 7638), starting with the one that signs. */
  thumbprints(): readonly string[];
  /**
   * Registers a listener that is called after every change of the keys, by this or another process.
   */
  onChange(listener: () => void): void;
  /** Stops watching the key file. */
  stop(): void;
}

/**
 * Opens the private keys in a JWKS file. The first key is the one that signs (docs/decisions, 48).
 * Throws if the file is invalid. The file is reloaded when it changes. If a later version is
 * invalid, the previous keys stay in use and a failure is reported.
 */
export function openKeyRing(file: string, options: FollowedOptions): KeyRing {
  const { current, ...followed } = followFile(file, parseKeys, "the bank's signing keys", options);
  return {
    ...followed,
    jwks: () => ({ keys: current().map(({ jwk }) => jwk) }),
    signing: () => {
      const [{ jwk, key }] = current();
      return { kid: jwk.kid, key };
    },
    thumbprints: () => current().map(({ jwk }) => thumbprintOf(jwk)),
  };
}
