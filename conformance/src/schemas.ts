import type { Version } from '@payment-initiation/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Maximum number of faults that a report lists for one response. */
const MAX_FAULTS = 5;

const schemas = new Map<string, z.ZodType>();

/** Returns the differences between a body and a schema of a version. */
export function schemaFaults(version: Version, name: string, body: unknown): string[] {
  const faults = schemaOf(version, name).safeParse(body).error?.issues ?? [];
  return faults.slice(0, MAX_FAULTS).map(({ path, message }) => {
    return `${path.length === 0 ? 'The body' : path.join('.')}: ${message}`;
  });
}

/** Returns a schema. Throws Error if the version does not have it. */
function schemaOf(version: Version, name: string): z.ZodType {
  const key = `${version} ${name}`;
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const file = join(import.meta.dirname, `../schemas/${version}.yaml`);
  const document = parse(readFileSync(file, 'utf8')) as object;
  const schema = z.fromJSONSchema({ ...document, $ref: `#/$defs/${name}` });
  schemas.set(key, schema);
  return schema;
}
