import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Version } from '../../client/src/index.ts';

/** Maximum number of faults that a report lists for one response. */
const MAX_FAULTS = 5;

const validators = new Map<string, ValidateFunction>();

/** Returns the differences between a body and a schema of a version. */
export function schemaFaults(version: Version, name: string, body: unknown): string[] {
  const validate = validatorOf(version, name);
  if (validate(body)) return [];
  const faults = (validate.errors ?? []).slice(0, MAX_FAULTS);
  return faults.map(({ instancePath, message, params }) => {
    const path = instancePath.slice(1).replaceAll('/', '.');
    return `${path === '' ? 'The body' : path} ${message ?? ''} ${JSON.stringify(params)}`;
  });
}

function validatorOf(version: Version, name: string): ValidateFunction {
  const key = `${version}#/$defs/${name}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const file = join(import.meta.dirname, `../schemas/${version}.yaml`);
  ajv.addSchema(parse(readFileSync(file, 'utf8')) as object, version);
  const validate = ajv.getSchema(key);
  if (validate === undefined) throw new Error(`${file} has no schema ${name}.`);
  validators.set(key, validate);
  return validate;
}
