import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Observe } from '../../domain/records/events.ts';
import { SECOND_MS } from '../../kernel/time.ts';
import { followFiles } from './follow-files.ts';
import { parseKeys, type PrivateJwk } from './key-file.ts';

/** How often the file is read again, in milliseconds; a change counts after two looks. */
const POLL_MS = 2 * SECOND_MS;

/** The bank's keys. One signs; all are published, so that a change of keys invalidates nothing. */
export interface KeyRing {
  /** The private keys, the signing one first. */
  jwks(): { readonly keys: readonly PrivateJwk[] };
  signing(): { readonly kid: string; readonly key: KeyObject };
  /** Is told after every change of the keys, by whoever changed the file. */
  onChange(listener: () => void): void;
  /** Looks at the file no longer. */
  stop(): void;
}

export interface KeyRingOptions {
  readonly observe: Observe;
  readonly pollMs?: number;
}

/**
 * The keys of a private JWKS file, of which the first one signs (docs/decisions, 48). Throws with
 * what is wrong when the file is not fit to begin with. It is read again when it has changed; one
 * that is not fit then changes nothing and is observed as a failure.
 */
export function openKeyRing(file: string, { observe, pollMs = POLL_MS }: KeyRingOptions): KeyRing {
  let keys = parseKeys(readFileSync(file, 'utf8'), file);
  const listeners: (() => void)[] = [];
  const stop = followFiles([file], {
    everyMs: pollMs,
    take: () => {
      keys = parseKeys(readFileSync(file, 'utf8'), file);
      for (const listener of listeners) listener();
    },
    tell: (error) => {
      observe({ kind: 'failure', what: "reading the bank's signing keys again", error });
    },
  });

  return {
    jwks: () => ({ keys: keys.map(({ jwk }) => jwk) }),
    signing: () => ({ kid: keys[0].jwk.kid, key: keys[0].key }),
    onChange: (listener) => {
      listeners.push(listener);
    },
    stop,
  };
}
