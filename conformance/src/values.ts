/** The variables of a scenario. */
export type Variables = Map<string, unknown>;

/** Statuses of v3.1 with their codes of v4.0. */
const STATUSES = {
  AwaitingUpload: 'AWUP',
  AwaitingAuthorisation: 'AWAU',
  Authorised: 'AUTH',
  Consumed: 'COND',
  Rejected: 'RJCT',
  InitiationPending: 'PDNG',
  InitiationCompleted: 'INCO',
  InitiationFailed: 'INFA',
  AwaitingFurtherAuthorisation: 'AWAF',
} as const;

/** Error codes of v4.0 by the code of v3.1, without the prefix `UK.OBIE.`. */
const CODES: Readonly<Record<string, string>> = {
  'Field.Expected': 'U001',
  'Field.Invalid': 'U002',
  'Field.InvalidDate': 'U003',
  'Field.Missing': 'U004',
  'Field.Unexpected': 'U005',
  'Header.Invalid': 'U006',
  'Header.Missing': 'U007',
  'Resource.ConsentMismatch': 'U008',
  'Resource.InvalidConsentStatus': 'U009',
  'Resource.InvalidFormat': 'U010',
  'Resource.NotFound': 'U011',
  'Signature.Invalid': 'U015',
  'Signature.InvalidClaim': 'U016',
  'Signature.MissingClaim': 'U017',
  'Signature.Malformed': 'U018',
  'Signature.Missing': 'U019',
  'Unsupported.AccountIdentifier': 'U021',
  'Unsupported.LocalInstrument': 'U026',
  'Unsupported.Scheme': 'U027',
};

/** Returns an error code in a version. Throws TypeError if the standard has no such code. */
export function codeIn(version: string, code: string): string {
  const next = CODES[code];
  if (next === undefined) throw new TypeError(`The standard has no error code ${code}.`);
  return version === 'v3.1' ? `UK.OBIE.${code}` : next;
}

/** Returns the names of the statuses in a version as variables. */
export function statusVariables(version: string): [string, string][] {
  return Object.entries(STATUSES).map(([name, code]) => [name, version === 'v3.1' ? name : code]);
}

/**
 * Replaces `$name` by a variable, and `${name}` within a text, in each part of a value.
 *
 * @throws TypeError if there is no such variable
 */
export function resolved(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return resolvedText(value, variables);
  if (Array.isArray(value)) return value.map((item) => resolved(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolved(item, variables)]),
  );
}

function resolvedText(text: string, variables: Variables): unknown {
  const whole = /^\$(\w+)$/.exec(text)?.[1];
  if (whole !== undefined) return variableOf(whole, variables);
  return textOf(text, variables);
}

/** Replaces `${name}` in a text. */
export function textOf(text: string, variables: Variables): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => String(variableOf(name, variables)));
}

function variableOf(name: string, variables: Variables): unknown {
  if (!variables.has(name)) throw new TypeError(`There is no variable ${name}.`);
  return variables.get(name);
}

/** Returns the member at a path, for example `Errors.0.Path`. Undefined if there is none. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    return (at as Readonly<Record<string, unknown>>)[name];
  }, value);
}

/** Returns a copy of a JSON value with changed members. `null` removes a member. */
export function changed(value: unknown, changes: Readonly<Record<string, unknown>>): unknown {
  const copy = structuredClone(value);
  for (const [path, member] of Object.entries(changes)) setMember(copy, path, member);
  return copy;
}

function setMember(value: unknown, path: string, member: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = value as Record<string, unknown>;
  for (const name of names) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  if (member === null) Reflect.deleteProperty(at, last);
  else at[last] = member;
}
