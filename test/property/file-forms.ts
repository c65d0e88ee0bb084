import fc from 'fast-check';
import { PAYMENT_FILE_3_1, PAYMENT_FILE_4_0 } from '../../src/domain/records/file-types.ts';
import type { FileType } from '../../src/domain/records/file-types.ts';

/** The file types in JSON. */
export const JSON_TYPES: readonly FileType[] = [PAYMENT_FILE_3_1, PAYMENT_FILE_4_0];

type Members = Readonly<Record<string, unknown>>;

/** Returns a payment of 3.1 as a file of this type writes it. */
export function writtenAs(type: FileType, payment: object): object {
  const { RemittanceInformation: remitted, ...others } = payment as Members;
  if (type === PAYMENT_FILE_3_1 || remitted === undefined) return payment;
  const { Reference, Unstructured, ...further } = remitted as Members;
  const information = {
    ...further,
    ...(Unstructured === undefined ? {} : { Unstructured: [Unstructured].flat() }),
    ...(Reference === undefined
      ? {}
      : { Structured: [{ CreditorReferenceInformation: { Reference } }] }),
  };
  return { ...others, RemittanceInformation: information };
}

/** Returns the reference of a payment as a file of this type writes it. */
export function referenceIn(type: FileType, payment: unknown): string {
  const { RemittanceInformation: remitted } = payment as {
    readonly RemittanceInformation?: {
      readonly Reference?: string;
      readonly Structured?: readonly {
        readonly CreditorReferenceInformation?: { readonly Reference?: string };
      }[];
    };
  };
  if (type === PAYMENT_FILE_3_1) return remitted?.Reference ?? '';
  return remitted?.Structured?.[0]?.CreditorReferenceInformation?.Reference ?? '';
}

/** Generates members that only some file types have. They are mostly valid. */
export function membersOf(type: FileType, names: fc.Arbitrary<string>): fc.Arbitrary<object> {
  if (type === PAYMENT_FILE_3_1) return fc.constant({});
  const party = fc.record({
    Name: names,
    LEI: fc.constantFrom('5493001KJTIIGC8Y1R12', 'none', undefined),
    PostalAddress: fc.constantFrom({ AddressType: 'BIZZ', AddressLine: ['1 Street'] }, undefined),
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.record(
      {
        UltimateDebtor: party,
        UltimateCreditor: party,
        CreditorAgent: fc.record({
          SchemeName: fc.constantFrom('UK.OBIE.BICFI', 'BICFI', 'BIC'),
          Identification: fc.constantFrom('BARCGB22', 'x'),
          Name: names,
        }),
        RegulatoryReporting: fc.array(
          fc.record({ Details: fc.constantFrom([{ Information: ['a', 'b'] }], []) }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
  );
}
