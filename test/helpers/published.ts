import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { parse } from 'yaml';
import { expectDefined } from '../../src/shared/assert.ts';

const folder = inject('published');

/** The OpenAPI documents of the published contract. Each describes some of the API's paths. */
const DOCUMENTS = {
  payments: 'payment-initiation-openapi-3.1.9r7.json',
  vrp: 'vrp-openapi-3.1.9r7.json',
} as const;

type DocumentName = keyof typeof DOCUMENTS;

/** The names of the available documents. Empty if the environment names no folder. */
export const PUBLISHED: readonly DocumentName[] = folder === null ? [] : ['payments', 'vrp'];

/** Reads and parses one of the available documents. */
export function readPublished(name: DocumentName): unknown {
  return JSON.parse(
    readFileSync(join(expectDefined(folder, 'the folder'), DOCUMENTS[name]), 'utf8'),
  );
}

/** The published contract of payments, version 4.0.1. Null if the environment names no folder. */
export const PUBLISHED_V4: unknown = readYaml('v4/openapi/payment-initiation-openapi.yaml');

/** The published contract of VRPs, version 4.0.1. Null if the environment names no folder. */
export const PUBLISHED_V4_VRP: unknown = readYaml('v4/openapi/vrp-openapi.yaml');

/** The published contract of commercial VRPs. Null if the environment names no folder. */
export const PUBLISHED_CVRP: unknown = readYaml('cvrp/cvrp-openapi.yaml');

function readYaml(path: string): unknown {
  return folder === null ? null : parse(readFileSync(join(folder, path), 'utf8'));
}
