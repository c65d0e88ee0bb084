import { hostname } from 'node:os';
import { z } from 'zod';

/** Maximum number of characters of a node's name. It equals the maximum of a DNS label. */
const MAX_CHARACTERS = 63;

/** The name of a node whose host name contains no letter or digit. */
const DEFAULT_NAME = 'node';

/** The schema of a node's name. The name appears in logs, in metrics and in rows of the store. */
export const NodeName = z
  .string()
  .max(MAX_CHARACTERS, `Expected at most ${String(MAX_CHARACTERS)} characters`)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'Expected letters, digits, dots, dashes and underscores, a letter or digit first',
  );

/** Derives a node's name from a host name. */
export function nameOfHost(host: string): string {
  const safe = host.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[._-]+/, '');
  return safe === '' ? DEFAULT_NAME : safe.slice(0, MAX_CHARACTERS);
}

/**
 * Returns the name of this node. It is the setting if there is one, otherwise it is derived from
 * the host name.
 */
export function nodeNameOf({ node }: { readonly node?: string | undefined }): string {
  return node ?? nameOfHost(hostname());
}
