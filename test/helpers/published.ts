import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';

const folder = inject('published');

/** The contract as it was published: documents by name, each with a part of the addresses. */
const DOCUMENTS = {
  payments: 'payment-initiation-openapi-3.1.9r7.json',
  vrp: 'vrp-openapi-3.1.9r7.json',
} as const;

type DocumentName = keyof typeof DOCUMENTS;

/** Those that there are: all, where their folder is named. */
export const PUBLISHED: readonly DocumentName[] = folder === null ? [] : ['payments', 'vrp'];

/** One of those that there are. */
export function readPublished(name: DocumentName): unknown {
  return JSON.parse(
    readFileSync(join(expectDefined(folder, 'the folder'), DOCUMENTS[name]), 'utf8'),
  );
}
