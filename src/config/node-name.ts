import { hostname } from 'node:os';
import { z } from 'zod';

/** Longest name of a node, in characters: that of a host's first label. */
const MAX_CHARACTERS = 63;

/** What a machine is called whose name has no letter or digit. */
const DEFAULT_NAME = 'node';

/** What a node may be called: it stands in logs, figures and rows of the store. */
export const NodeName = z
  .string()
  .max(MAX_CHARACTERS, `Expected at most ${String(MAX_CHARACTERS)} characters`)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'Expected letters, digits, dots, dashes and underscores, a letter or digit first',
  );

/** A node's name made of its machine's. */
export function nameOfHost(host: string): string {
  const safe = host.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[._-]+/, '');
  return safe === '' ? DEFAULT_NAME : safe.slice(0, MAX_CHARACTERS);
}

/** What this node is called. */
export function nodeNameOf({ node }: { readonly node?: string | undefined }): string {
  return node ?? nameOfHost(hostname());
}
