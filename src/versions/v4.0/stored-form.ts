import { valueAt } from '../../contract/faults.ts';
import type { FamilyVersion } from '../../families/common/family-version.ts';

/*
 * Conversions between requests of v4.0 and the stored form (docs/decisions, 145). They change only
 * the fields whose place or values differ. They keep all others, also unknown and invalid ones.
 */

type Json = Readonly<Record<string, unknown>>;

const REFERENCE = ['Structured', 0, 'CreditorReferenceInformation', 'Reference'] as const;

/** Returns a request in the stored form. */
export function toStored(body: unknown): unknown {
  return changed(body, 'Data', (data) =>
    changed(data, 'Initiation', (initiation) =>
      changed(initiation, 'RemittanceInformation', storedRemittance),
    ),
  );
}

/**
 * Returns remittance information with one reference and one text. The other fields of v4.0 have no
 * place in payment messages. The service returns them to the TPP from the request.
 */
function storedRemittance(remittance: Json): Json {
  const Reference = valueAt(remittance, REFERENCE);
  const { Unstructured: lines } = remittance;
  return {
    ...(Array.isArray(lines) && lines.length > 0 ? { Unstructured: lines.join(' ') } : {}),
    ...(Reference === undefined ? {} : { Reference }),
  };
}

/** Fields of requests whose place differs in the stored form. */
const MOVED: ReadonlyMap<string, string> = new Map([
  [
    'Data.Initiation.RemittanceInformation.Reference',
    'Data.Initiation.RemittanceInformation.Structured[0].CreditorReferenceInformation.Reference',
  ],
]);

export const pathOf: FamilyVersion['pathOf'] = (path) => MOVED.get(path) ?? path;

/** Returns the `Data` of a request of v3.1 in the form of v4.0. */
export function fromStored(data: unknown): unknown {
  return changed(data, 'Initiation', (initiation) => {
    const remitted = changed(
      initiation,
      'RemittanceInformation',
      ({ Unstructured, Reference }) => ({
        ...(Unstructured === undefined ? {} : { Unstructured: [Unstructured] }),
        ...(Reference === undefined
          ? {}
          : { Structured: [{ CreditorReferenceInformation: { Reference } }] }),
      }),
    );
    return changed(remitted, 'CreditorPostalAddress', withAddressType);
  });
}

/** Address types of v4.0 by those of v3.1. */
const ADDRESS_TYPES: Readonly<Record<string, string>> = {
  Business: 'BIZZ',
  Correspondence: 'CORR',
  DeliveryTo: 'DLVY',
  MailTo: 'MLTO',
  POBox: 'PBOX',
  Postal: 'ADDR',
  Residential: 'HOME',
  Statement: 'STAT',
};

function withAddressType(address: Json): Json {
  const { AddressType } = address;
  const code = typeof AddressType === 'string' ? ADDRESS_TYPES[AddressType] : undefined;
  return code === undefined ? address : { ...address, AddressType: code };
}

/** Returns an object with one member changed. Returns any other value as it is. */
function changed(value: unknown, member: string, change: (object: Json) => unknown): unknown {
  if (!isObject(value)) return value;
  const found = value[member];
  return isObject(found) ? { ...value, [member]: change(found) } : value;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
