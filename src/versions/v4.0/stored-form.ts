import { storedRemittance } from '../../contract/v4/initiation.ts';
import { parseExactly } from '../../shared/json/exact.ts';

/*
 * Conversions between requests of v4.0 and the stored form (docs/decisions, 145). They change only
 * the fields whose place or values differ. They keep all others, also unknown and invalid ones.
 */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The request of a consent or a payment. `Risk` is absent if the family has none. */
export interface Request {
  readonly Data?: unknown;
  readonly Risk?: unknown;
}

/** The conversions of a family. */
export interface Form {
  /** Returns a request of v4.0 in the stored form. */
  readonly toStored: (body: unknown) => unknown;
  /** Returns a valid request of v3.1 in the form of v4.0. */
  readonly fromStored: (request: Request) => Request;
  /** Returns the path of a field of the stored form in a request of v4.0. */
  readonly pathOf: (storedPath: string, body: unknown) => string;
}

/** The reference in the remittance information of v4.0. */
const REFERENCE_FIELD = 'Structured[0].CreditorReferenceInformation.Reference';

/** The path of the reference in requests of v4.0. */
export const REFERENCE_PATH = `Data.Initiation.RemittanceInformation.${REFERENCE_FIELD}`;

/** The conversions of domestic payments. Other families extend them. */
export const DOMESTIC_FORM: Form = {
  toStored: (body) => withInitiation(body, storedParty),
  fromStored: (request) => withInitiation(request, partyOf) as Request,
  pathOf: (path) => path.replace(/(?<=\.RemittanceInformation\.)Reference$/, REFERENCE_FIELD),
};

/** Returns an object with a creditor and remittance information in the stored form. */
export function storedParty(party: Json): Json {
  return changed(party, 'RemittanceInformation', storedRemittance);
}

/** Returns an object of v3.1 with a creditor and remittance information in the form of v4.0. */
export function partyOf(party: Json): Json {
  const remitted = changed(party, 'RemittanceInformation', remittanceOf);
  return changed(remitted, 'CreditorPostalAddress', addressOf);
}

/** Parses the texts of an accepted request. Its numbers keep all their digits. */
export function requestOf({ data, risk }: { data: string; risk: string | null }): Request {
  const Risk = risk === null ? {} : { Risk: parseExactly(risk) };
  return { Data: parseExactly(data), ...Risk };
}

function remittanceOf({ Unstructured, Reference, ...others }: Json): Json {
  return {
    ...others,
    ...(Unstructured === undefined ? {} : { Unstructured: [Unstructured] }),
    ...(Reference === undefined
      ? {}
      : { Structured: [{ CreditorReferenceInformation: { Reference } }] }),
  };
}

/** Maps address types of v3.1 to those of v4.0. */
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

/** Returns an address of v3.1 in the form of v4.0. */
export function addressOf(address: Json): Json {
  const { AddressType } = address;
  const code = typeof AddressType === 'string' ? ADDRESS_TYPES[AddressType] : undefined;
  return code === undefined ? address : { ...address, AddressType: code };
}

/** Returns a request with its Initiation changed. */
export function withInitiation(body: unknown, change: (initiation: Json) => unknown): unknown {
  return changed(body, 'Data', (data) => changed(data, 'Initiation', change));
}

/** Returns an object with one member changed. Returns any other value as it is. */
export function changed<Value>(
  value: Value,
  member: string,
  change: (object: Json) => unknown,
): Value {
  if (!isObject(value)) return value;
  const found = value[member];
  return isObject(found) ? { ...value, [member]: change(found) } : value;
}

/** Returns true for a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
