import { isDeepStrictEqual } from 'node:util';
import type { Bank, Received, Version } from '@payment-initiation/client';
import type { Expectation } from './scenario.ts';
import { schemaFaults } from './schemas.ts';
import { CRITICAL, joseHeaderOf } from './signatures.ts';
import { codeIn, memberAt, resolved, type Variables } from './values.ts';

/** The response to check, and the values that it is compared with. */
export interface Checked {
  readonly received: Received;
  readonly version: Version;
  readonly variables: Variables;
  readonly bank: Pick<Bank<Version>, 'verify'>;
}

/** The differences between a response and the expectations about it. */
export interface Findings {
  readonly problems: string[];
  /** Unexpected error codes. The configuration decides if they count. */
  readonly codes: string[];
}

/** Maximum number of characters of a value in a report. */
const SHOWN_CHARACTERS = 200;

/** Compares a response with the expectations. */
export async function check(expected: Expectation, checked: Checked): Promise<Findings> {
  const { received, version } = checked;
  const body = jsonOf(received);
  const problems = [
    ...statusProblems(expected, received),
    ...headerProblems(expected, checked),
    ...memberProblems(expected, body, checked),
    ...listProblems(expected, body, checked),
    ...bytesProblems(expected, checked),
    ...(expected.signed === true ? await signatureProblems(checked) : []),
  ];
  const isError = expected.optionalError === true && received.bytes.length > 0;
  const schema = isError ? 'error' : expected.schema;
  if (schema !== undefined) problems.push(...schemaFaults(version, schema, body));
  return { problems, codes: codeProblems(expected, body, version) };
}

/** Returns the body as JSON. Undefined if it is not JSON. */
export function jsonOf({ bytes }: Received): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function statusProblems({ status }: Expectation, received: Received): string[] {
  if (status === undefined || [status].flat().includes(received.status)) return [];
  const text = Buffer.from(received.bytes).toString('utf8').slice(0, SHOWN_CHARACTERS);
  const expected = [status].flat().join(' or ');
  return [`The status is ${String(received.status)}, not ${expected}. The body is: ${text}`];
}

function headerProblems({ headers = {} }: Expectation, { received, variables }: Checked) {
  return Object.entries(headers).flatMap(([name, expected]) =>
    compared(`The header ${name}`, received.headers.get(name) ?? undefined, {
      expected: resolved(expected, variables),
    }),
  );
}

function memberProblems(expectation: Expectation, body: unknown, { variables }: Checked) {
  const { body: members = {}, not = {} } = expectation;
  const unequal = Object.entries(members).flatMap(([path, expected]) =>
    compared(path, memberAt(body, path), { expected: resolved(expected, variables) }),
  );
  const equal = Object.entries(not).flatMap(([path, unwanted]) =>
    isDeepStrictEqual(memberAt(body, path), resolved(unwanted, variables))
      ? [`${path} is ${shown(memberAt(body, path))}.`]
      : [],
  );
  return [...unequal, ...equal];
}

/** Compares a value with a value, a pattern `/…/`, a choice `oneOf`, `present` or `absent`. */
function compared(name: string, found: unknown, { expected }: { expected: unknown }): string[] {
  if (expected === 'absent') return found === undefined ? [] : [`${name} is ${shown(found)}.`];
  if (expected === 'present') return found === undefined ? [`${name} is missing.`] : [];
  if (matches(found, expected)) return [];
  return [`${name} is ${shown(found)}, not ${shown(expected)}.`];
}

/** Returns true if a value is the expected one, matches the pattern, or is one of a choice. */
export function matches(found: unknown, expected: unknown): boolean {
  if (typeof expected === 'string' && /^\/.*\/$/.test(expected)) {
    return typeof found === 'string' && new RegExp(expected.slice(1, -1)).test(found);
  }
  const choice = memberAt(expected, 'oneOf');
  if (Array.isArray(choice)) return choice.some((one) => isDeepStrictEqual(found, one));
  return isDeepStrictEqual(found, expected);
}

function listProblems(expectation: Expectation, body: unknown, { variables }: Checked): string[] {
  const { count = {}, unique = {} } = expectation;
  const lists = (path: string): readonly unknown[] => {
    const list = memberAt(body, path);
    return Array.isArray(list) ? list : [];
  };
  const wrong = Object.entries(count).flatMap(([path, expected]) =>
    compared(`The number of entries in ${path}`, lists(path).length, {
      expected: resolved(expected, variables),
    }),
  );
  const repeated = Object.entries(unique).flatMap(([path, name]) => {
    const values = lists(path).map((entry) => memberAt(entry, name));
    return new Set(values).size === values.length ? [] : [`${path} has two equal ${name}.`];
  });
  return [...wrong, ...repeated];
}

function bytesProblems({ bytes, empty }: Expectation, { received, variables }: Checked): string[] {
  const problems: string[] = [];
  if (empty === true && received.bytes.length > 0) problems.push('The body is not empty.');
  if (empty === false && received.bytes.length === 0) problems.push('The body is empty.');
  if (bytes === undefined) return problems;
  const expected = resolved(bytes, variables) as Uint8Array;
  if (!Buffer.from(received.bytes).equals(expected)) problems.push('The bytes are different.');
  return problems;
}

function codeProblems({ code }: Expectation, body: unknown, version: Version): string[] {
  if (code === undefined) return [];
  const expected = [code].flat().map((one) => codeIn(version, one));
  const errors = memberAt(body, 'Errors');
  const found = (Array.isArray(errors) ? errors : []).map((entry) => memberAt(entry, 'ErrorCode'));
  if (found.some((one) => expected.some((wanted) => one === wanted))) return [];
  return [`The error codes are ${shown(found)}, without ${expected.join(' or ')}.`];
}

async function signatureProblems({ received, bank }: Checked): Promise<string[]> {
  const signature = received.headers.get('x-jws-signature');
  if (signature === null) return ['The response has no x-jws-signature.'];
  try {
    await bank.verify(signature, received.bytes);
  } catch (error) {
    return [(error as Error).message];
  }
  const header = joseHeaderOf(signature);
  const crit = header['crit'];
  const isComplete = Array.isArray(crit) && CRITICAL.every((name) => crit.includes(name));
  const missing = CRITICAL.filter((name) => header[name] === undefined);
  return [
    ...(isComplete ? [] : ['crit of the signature does not list the three claims.']),
    ...missing.map((name) => `The signature has no claim ${name}.`),
  ];
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.slice(0, SHOWN_CHARACTERS);
}
