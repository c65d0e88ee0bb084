import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readAs } from '../../contract/problems.ts';
import type { PublicJwk } from '../../domain/records/access.ts';
import { Key } from './document.ts';

const KeySet = z.object({ keys: z.array(Key).min(1) });

/**
 * The keys that the directory signs software statements with, from a JWKS file. Throws when it is
 * not fit. Read again for each registration, of which there are few: a new key counts at once.
 */
export function readDirectoryKeys(file: string): readonly PublicJwk[] {
  return readAs(KeySet, readFileSync(file, 'utf8'), file).keys;
}
