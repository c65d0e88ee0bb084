import { z } from 'zod';
import type { Version } from '../../versions/version.ts';

/** A JSON object in the API description. */
export type Json = Record<string, unknown>;

const OneError = z.strictObject({
  ErrorCode: z.string(),
  Message: z.string().min(1).max(500),
  Path: z.string().min(1).max(500).optional(),
});

export const ErrorAnswer = z.strictObject({
  Code: z.string().min(1).max(40),
  Id: z.string().min(1).max(40),
  Message: z.string().min(1).max(500),
  Errors: z.array(OneError).min(1),
});

const ERRORS = { OBErrorResponse1: ErrorAnswer, OBError1: OneError };

/** The named schemas of the API description. */
export interface Components {
  readonly schemas: Json;
  /**
   * Returns a reference to a schema that has a name. Returns the JSON Schema of any other schema.
   */
  readonly schemaOf: (schema: z.ZodType) => Json;
}

/**
 * Builds the named schemas. They are those of the families, the shared ones, and those in `others`.
 */
export function nameComponents(
  { families, named: shared }: Version,
  others: Readonly<Record<string, z.ZodType>>,
): Components {
  const registry = z.registry<{ id: string }>();
  const ofFamilies = families.flatMap(({ schemas, published }) =>
    (['consent', 'payment'] as const).flatMap((of) =>
      (['request', 'answer'] as const).map((kind): [string, z.ZodType] => [
        published[of][kind],
        schemas[of][kind],
      ]),
    ),
  );
  const named = { ...Object.fromEntries(ofFamilies), ...ERRORS, ...shared, ...others };
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const uri = (id: string): string => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri });
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]),
    ),
    schemaOf: (schema) => {
      const id = registry.get(schema)?.id;
      return id === undefined ? describeSchema(schema) : { $ref: uri(id) };
    },
  };
}

const OPTIONS = { io: 'input', unrepresentable: 'any' } as const;

/** Converts a schema without a name to JSON Schema in the dialect of OpenAPI 3.1. */
function describeSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, OPTIONS));
}

/**
 * Removes `$schema` and `$id` from a JSON Schema. They are not needed, because the whole
 * description uses one dialect and all references are paths.
 */
function withoutDialect(schema: object): Json {
  const described: Json = { ...schema };
  delete described['$schema'];
  delete described['$id'];
  return described;
}
