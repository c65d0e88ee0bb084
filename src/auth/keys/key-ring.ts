import type { KeyObject } from 'node:crypto';
import { followFile, type FollowedOptions } from './followed-file.ts';
import { parseKeys, thumbprintOf, type PrivateJwk } from './key-file.ts';

/**
 * The bank's keys. One signs, and all are published, so that a change of the signing key
 * invalidates no signature.
 */
export interface KeyRing {
  /** Returns the private keys, with the signing key first. */
  jwks(): { readonly keys: readonly PrivateJwk[] };
  signing(): { readonly kid: string; readonly key: KeyObject };
  /** Returns the thumbprints of all keys (RFC 7638), with the signing key first. */
  thumbprints(): readonly string[];
  /** Registers a listener that is called after every change of the keys by any process. */
  onChange(listener: () => void): void;
  /** Stops watching the file. */
  stop(): void;
}

/**
 * Opens the keys of a private JWKS file. The first one signs (docs/decisions, 48). Throws if the
 * file is invalid. The file is reloaded when it changes. If a later version is invalid, keeps the
 * previous keys and reports a failure.
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
