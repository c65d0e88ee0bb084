import { quoted } from '../../../shared/json/json-fault.ts';

/** Maximum number of member names that a message lists. */
const MAX_NAMES = 5;

/** Describes a JSON value that is not a payment file. The result completes "The file seems …". */
export function describeJson(value: unknown): string {
  if (Array.isArray(value)) {
    return isPayment(value[0]) ? 'to be a bare list of payments' : 'to be a bare JSON list';
  }
  if (!isObject(value)) return `to be JSON, but only ${quoted(JSON.stringify(value))}`;
  const data = value['Data'];
  if (!isObject(data)) return `to be JSON of another layout, with ${namesOf(value)}`;
  if (isPayment(data['Initiation'])) return 'to be the request of a single payment';
  if (Object.hasOwn(data, 'DomesticPayments')) {
    return 'to have no list at Data.DomesticPayments';
  }
  return `to be JSON of another layout: Data has ${namesOf(data)}`;
}

function isPayment(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, 'InstructedAmount');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function namesOf(object: object): string {
  const names = Object.keys(object);
  if (names.length === 0) return 'no members';
  const more = names.length > MAX_NAMES ? ' and more' : '';
  return `the members ${names.slice(0, MAX_NAMES).map(quoted).join(', ')}${more}`;
}
