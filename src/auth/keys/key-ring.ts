import type { KeyObject } from 'node:crypto';
import { followFile, type FollowedOptions } from './followed-file.ts';
import { parseKeys, thumbprintOf, type PrivateJwk } from './key-file.ts';

/** The bank's keys. One signs; all are published, so that a change of keys invalidates nothing. */
export interface KeyRing {
  /** The private keys, the signing one first. */
  jwks(): { readonly keys: readonly PrivateJwk[] };
  signing(): { readonly kid: string; readonly key: KeyObject };
  /** The thumbprints of all (RFC 7638), that of the signing one first. */
  thumbprints(): readonly string[];
  /** Is told after every change of the keys, by whoever changed the file. */
  onChange(listener: () => void): void;
  /** Looks at the file no longer. */
  stop(): void;
}

/**
 * The keys of a private JWKS file, of which the first one signs (docs/decisions, 48). Throws with
 * what is wrong when the file is not fit to begin with. It is read again when it has changed; one
 * that is not fit then changes nothing and is observed as a failure.
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
