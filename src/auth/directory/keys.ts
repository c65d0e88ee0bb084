import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readAs } from '../../contract/problems.ts';
import type { PublicJwk } from '../../domain/records/access.ts';
import { Key } from './document.ts';

const KeySet = z.object({ keys: z.array(Key).min(1) });

/**
 * Reads the keys that verify the directory's software statements from a JWKS file. Throws if the
 * file is invalid. The file is read again for each registration, so a new key takes effect at once.
 */
export function readDirectoryKeys(file: string): readonly PublicJwk[] {
  return readAs(KeySet, readFileSync(file, 'utf8'), file).keys;
}
