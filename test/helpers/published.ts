import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';

const folder = inject('published');

/** The documents of the published contract, each for some of the paths. */
const DOCUMENTS = {
  payments: 'payment-initiation-openapi-3.1.9r7.json',
  vrp: 'vrp-openapi-3.1.9r7.json',
} as const;

type DocumentName = keyof typeof DOCUMENTS;

/** The available documents: all if their folder is named, else none. */
export const PUBLISHED: readonly DocumentName[] = folder === null ? [] : ['payments', 'vrp'];

/** Reads one of the available documents. */
export function readPublished(name: DocumentName): unknown {
  return JSON.parse(
    readFileSync(join(expectDefined(folder, 'the folder'), DOCUMENTS[name]), 'utf8'),
  );
}
