import { z } from 'zod';
import { PostalAddress, SupplementaryData } from '../../contract/fields.ts';
import { PaymentFile } from '../../contract/initiation.ts';
import { FILE_TYPE } from '../../domain/records/payment.ts';
import type { Family } from '../../families/common/family.ts';
import { AmountAnswer, AmountRequest, FundsAnswer } from '../../families/common/funds.ts';
import { Links, Meta, PaymentDetails, Risk, ScaSupportData } from '../../families/common/shared.ts';

/** A part of a description. */
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

/** What several addresses have, by the names of the contract (OpenAPI 3.1.9, components). */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  OBErrorResponse1: ErrorAnswer,
  OBError1: OneError,
  OBRisk1: Risk,
  OBPostalAddress6: PostalAddress,
  OBSCASupportData1: ScaSupportData,
  OBSupplementaryData1: SupplementaryData,
  OBWriteFundsConfirmationResponse1: FundsAnswer,
  OBVRPFundsConfirmationRequest: AmountRequest,
  OBVRPFundsConfirmationResponse: AmountAnswer,
  OBWritePaymentDetailsResponse1: PaymentDetails,
  [FILE_TYPE]: PaymentFile,
  Links,
  Meta,
};

/** The schemas of a description that have names. */
export interface Components {
  readonly schemas: Json;
  /** A reference to a schema, or the schema itself where it has no name. */
  readonly schemaOf: (schema: z.ZodType) => Json;
}

/** Names the schemas of the families, what they share, and `others`. */
export function nameComponents(
  families: readonly Family[],
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
  const named = { ...Object.fromEntries(ofFamilies), ...SHARED, ...others };
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

/** A schema on its own as JSON Schema, in the dialect of OpenAPI 3.1. */
function describeSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, OPTIONS));
}

/** The whole description is in one dialect, and a reference leads to a schema by its place. */
function withoutDialect(schema: object): Json {
  const described: Json = { ...schema };
  delete described['$schema'];
  delete described['$id'];
  return described;
}
