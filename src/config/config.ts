import type { z } from 'zod';
import type { SettingInForce } from '../domain/records/service-report.ts';
import { plainMessage } from '../contract/problems.ts';
import { reveal, hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { closestMatch } from '../shared/suggest.ts';
import { shorten } from '../shared/text.ts';
import { bankSystemProblems } from './bank-systems.ts';
import { consoleProblems } from './console-settings.ts';
import { filesProblems } from './files.ts';
import { monitoringProblems } from './monitoring-settings.ts';
import { schemesProblems } from './schemes.ts';
import { storeProblems } from './store.ts';
import { SECURE_SETTINGS } from './secure-settings.ts';
import type { Setting, Values } from './setting.ts';
import { SETTINGS } from './settings.ts';
import { settingsInForce, withoutCredentials } from './settings-in-force.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type SecureConfig = Values<typeof SECURE_SETTINGS>;

export type Config = Values<typeof SETTINGS> & {
  /** The settings of the profile `secure`. Null in the sandbox. */
  readonly secure: SecureConfig | null;
  /** All settings as operators see them, without secrets. */
  readonly inForce: readonly SettingInForce[];
};

const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...Object.values(SETTINGS),
  ...Object.values(SECURE_SETTINGS),
];
const VARIABLES: ReadonlySet<string> = new Set(ALL_SETTINGS.map(({ variable }) => variable));

/**
 * The former names of settings, with their names today. If a former name is used, the service
 * refuses it and names the new one.
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['PIS_FILE_HORIZON_DAYS', 'PIS_MAX_DAYS_AHEAD'],
  ['PIS_HORIZON_DAYS', 'PIS_MAX_DAYS_AHEAD'],
  ['PIS_KEYS', 'PIS_KEYS_DIR'],
  ['PIS_REQUESTS_AT_ONCE', 'PIS_MAX_CONCURRENT_REQUESTS'],
  ['PIS_REQUESTS_PER_CALLER', 'PIS_CONCURRENT_REQUESTS_PER_CLIENT'],
  ['PIS_STORE', 'PIS_DATABASE_URL'],
  ['PIS_STORE_PASSWORD_FILE', 'PIS_DATABASE_PASSWORD_FILE'],
  ['PIS_STRANGERS_BURST', 'PIS_UNAUTHENTICATED_BURST'],
  ['PIS_STRANGERS_PER_SECOND', 'PIS_UNAUTHENTICATED_PER_SECOND'],
  ['PIS_UNFINISHED_PER_ADDRESS', 'PIS_PENDING_CONNECTIONS_PER_ADDRESS'],
  ['PIS_VISITORS_BURST', 'PIS_INTERACTIONS_BURST'],
  ['PIS_VISITORS_PER_SECOND', 'PIS_INTERACTIONS_PER_SECOND'],
]);

/**
 * Reads the settings from environment variables. Returns the configuration, or one line of text for
 * each problem. Unknown `PIS_` variables are refused, because an operator would expect them to have
 * an effect.
 */
export function readConfig(
  environment: Environment,
): { config: Config } | { problems: readonly string[] } {
  const problems = unknownSettings(environment);
  const settings = readTable(SETTINGS, environment, problems);
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  const secure = isSecure ? readTable(SECURE_SETTINGS, environment, problems) : null;
  if (isSecure) problems.push(...missingSettings(environment));
  // If the profile itself is invalid, settings of `secure` are not reported as ignored.
  else if ('profile' in settings) problems.push(...ignoredSettings(environment));
  if ('files' in settings && 'fileMaxBytes' in settings) {
    problems.push(...filesProblems(environment, settings));
  }
  if ('store' in settings) problems.push(...storeProblems(environment, settings));
  if ('schemes' in settings) problems.push(...schemesProblems(environment, settings));
  problems.push(...bankSystemProblems(environment), ...consoleProblems(environment));
  problems.push(...monitoringProblems(environment));
  if ('proxyAddresses' in settings) problems.push(...proxyProblems(environment, settings));
  return problems.length > 0
    ? { problems }
    : { config: { ...settings, secure, inForce: settingsInForce(environment) } };
}

/**
 * Returns one line of text for each setting that is invalid by itself, whichever profile is used.
 * It is for programs that use only some of the settings.
 */
export function problemsOfSettings(environment: Environment): readonly string[] {
  const wrong = ALL_SETTINGS.flatMap(({ variable, schema }) => {
    const written = environment[variable];
    return written === undefined ? [] : problemsOfValue(variable, written, schema);
  });
  return [...unknownSettings(environment), ...wrong];
}

/**
 * Returns a problem for each unknown `PIS_` variable. The text suggests a known name that is
 * similar.
 */
function unknownSettings(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PIS_') && !VARIABLES.has(name))
    .map((name) => {
      const renamed = RENAMED.get(name);
      if (renamed !== undefined) return `${name} is now called ${renamed}. Rename the variable.`;
      const meant = closestMatch(name, VARIABLES);
      const hint = meant === undefined ? '.' : `: did you mean ${meant}?`;
      return `${shorten(reveal(name))} is not a setting of this service${hint}`;
    });
}

/**
 * Reads the values for a table of settings. For each invalid value, adds a problem and omits the
 * value.
 */
function readTable<Table extends Record<string, Setting<unknown>>>(
  table: Table,
  environment: Environment,
  problems: string[],
): Values<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable, schema }] of Object.entries(table)) {
    const written = environment[variable];
    const parsed = schema.safeParse(written);
    if (parsed.success) values[name] = parsed.data;
    else if (written !== undefined) problems.push(...problemsOfValue(variable, written, schema));
  }
  // The caller does not use the values if there is a problem.
  return values as Values<Table>;
}

/** Returns a problem that names the missing settings of the profile `secure`. */
function missingSettings(environment: Environment): string[] {
  const names = Object.values(SECURE_SETTINGS)
    .map(({ variable }) => variable)
    .filter((variable) => environment[variable] === undefined);
  return names.length === 0 ? [] : [`PIS_PROFILE=secure needs ${names.join(', ')}.`];
}

/** Returns a problem for each setting that has no effect in the sandbox. */
function ignoredSettings(environment: Environment): string[] {
  return Object.values(SECURE_SETTINGS)
    .filter(({ variable }) => environment[variable] !== undefined)
    .map(({ variable }) => `${variable} has an effect only with PIS_PROFILE=secure.`);
}

/** Returns a line of text for each problem of a setting's value. */
function problemsOfValue(variable: string, written: string, schema: z.ZodType): readonly string[] {
  const { error } = schema.safeParse(written, { error: plainMessage });
  // If the value contains invisible characters, the message does not repeat it.
  const shown = hasUnsafeUnicode(written) ? variable : `${variable}=${redacted(written)}`;
  return (error?.issues ?? []).map(({ message }) => {
    return `${shown} is not valid: ${message.replace(/\.$/, '')}.`;
  });
}

/** Returns a value in a form for error messages: shortened, and without credentials. */
function redacted(written: string): string {
  return shorten(withoutCredentials(written));
}

/**
 * Returns a line of text for each conflict between the proxy settings. A proxy either terminates
 * TLS and sends the client's certificate, or it passes TLS through and sends the client's address.
 * In both cases, the proxy's addresses must be set.
 */
function proxyProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { proxyAddresses }: { readonly proxyAddresses: readonly string[] },
): readonly string[] {
  const kinds = ['PIS_CLIENT_CERTIFICATE_HEADER', 'PIS_PROXY_PROTOCOL'];
  const [kind, another] = kinds.filter((name) => environment[name] !== undefined);
  if (another !== undefined) return [`Set only one of ${kinds.join(' and ')}.`];
  if ((kind !== undefined) === proxyAddresses.length > 0) return [];
  return [
    kind === undefined
      ? `PIS_PROXY_ADDRESSES needs ${kinds.join(' or ')}.`
      : `${kind} needs PIS_PROXY_ADDRESSES.`,
  ];
}
