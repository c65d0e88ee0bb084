/*
 * Generates the types in src/contracts from the published OpenAPI documents of the UK standard:
 *
 *   npm run contracts -w client -- <folder of the documents>
 *
 * It keeps the paths, the bodies and the successful responses. The client sets the headers itself,
 * and reads all errors alike. The texts of the documents are not copied, because of their licence.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';

const DOCUMENTS = {
  'v3.1-payments': 'payment-initiation-openapi-3.1.9r7.json',
  'v3.1-vrp': 'vrp-openapi-3.1.9r7.json',
  'v3.1-events': 'events-openapi-3.1.9r7.json',
  'v4.0-payments': 'v4/openapi/payment-initiation-openapi.yaml',
  'v4.0-vrp': 'v4/openapi/vrp-openapi.yaml',
  'v4.0-events': 'v4/openapi/events-openapi.yaml',
} as const;

const NOTICE = `/*
 * Generated from {document} by client/generate-contracts.ts. Do not edit.
 * The document is published by Open Banking Limited (https://www.openbanking.org.uk/open-licence).
 */
`;

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const JSON_TYPES = /^application\/(json|json-patch\+json)(;|$)/;

/** Keeps one JSON media type of a body. Leaves a body that has no JSON as it is. */
function onlyJson(content: Json): Json {
  const found = Object.entries(content).filter(([type]) => JSON_TYPES.test(type));
  return found.length === 0
    ? content
    : Object.fromEntries(found.map(([type, body]) => [type.replace(/;.*/, ''), body]));
}

const DROPPED = new Set(['headers', 'security', 'securitySchemes', 'tags']);
const TEXTS = new Set(['title', 'summary', 'description']);

/** Returns the parts of a document that the types need. */
function reduced(value: unknown, key = ''): unknown {
  if (!isJson(value)) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (key !== 'parameters') return items.map((item) => reduced(item));
    return items.filter((item) => isJson(item) && !isHeader(item)).map((item) => reduced(item));
  }
  const entries = Object.entries(key === 'content' ? onlyJson(value) : value);
  const kept = entries.filter(([name]) => !(key === 'responses' && /^[345]/.test(name)));
  return Object.fromEntries(
    kept
      .filter(([name]) => !DROPPED.has(name))
      .filter(([name, item]) => !TEXTS.has(name) || typeof item !== 'string')
      .map(([name, item]) => [name, reduced(item, name)]),
  );
}

function isHeader(parameter: Json): boolean {
  const name = ((parameter['$ref'] as string | undefined) ?? '').split('/').at(-1) ?? '';
  return parameter['in'] === 'header' || /^(x-|authorization$)/i.test(name);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the published documents.');
const target = join(import.meta.dirname, 'src/contracts');
mkdirSync(target, { recursive: true });
for (const [name, document] of Object.entries(DOCUMENTS)) {
  const read: unknown = parse(readFileSync(join(folder, document), 'utf8'));
  const syntax = await openapiTS(reduced(read) as OpenAPI3, {
    ...{ immutable: true, defaultNonNullable: false, alphabetize: true },
    excludeDeprecated: false,
  });
  const notice = NOTICE.replace('{document}', document);
  writeFileSync(join(target, `${name}.ts`), notice + astToString(syntax));
}
