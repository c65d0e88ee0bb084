import { z } from 'zod';

/** The connection to payment schemes. */
export type SchemesSetting =
  | { readonly kind: 'simulated' }
  /** Files are exchanged with a payment hub through a folder. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** Messages are exchanged with a payment hub over HTTPS. */
  | { readonly kind: 'https'; readonly url: string };

const FOLDER = 'folder:';
const HTTPS = 'https://';
const EXPECTED = 'Expected simulated, folder:/path, or https://hub.bank.example:8443';

/**
 * The schema of PIS_SCHEMES: `simulated`, `folder:` and the path of a folder, or the base URL of
 * the API of a payment hub.
 */
export const SchemesAddress = z.string().transform((written, context): SchemesSetting => {
  if (written === 'simulated') return { kind: 'simulated' };
  const folder = written.startsWith(FOLDER) ? written.slice(FOLDER.length) : '';
  if (folder !== '') return { kind: 'folder', folder };
  const problem = written.startsWith(HTTPS) ? problemOfUrl(written) : EXPECTED;
  if (problem === null) return { kind: 'https', url: written.replace(/\/$/, '') };
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

function problemOfUrl(written: string): string | null {
  if (!URL.canParse(written)) return EXPECTED;
  const { username, password } = new URL(written);
  if (username + password !== '') return 'Expected no user and no password in the address';
  // A dot segment, a query or a fragment would change the paths of requests.
  const isBase = /^https:\/\/[^/?#\\\s]+(\/[\w~-][\w.~-]*)*\/?$/.test(written);
  return isBase ? null : 'Expected only a host, a port and a path in the address';
}

/** A BIC of 8 or 11 characters (ISO 9362). */
export const Bic = z
  .string()
  .regex(
    /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
    'Expected a BIC of 8 or 11 capital letters and digits',
  );

export const ServiceUserNumber = z.string().regex(/^\d{6}$/, 'Expected 6 digits');

const NAMES_OF_BANK = ['PIS_BANK_BIC', 'PIS_BACS_SERVICE_USER_NUMBER'];
const FILES_OF_HUB = ['PIS_HUB_CERTIFICATE', 'PIS_HUB_KEY', 'PIS_HUB_CA'];

/**
 * Returns a line of text for each missing setting that a bank needs for its payment hub, and for
 * each one that has no effect.
 */
export function schemesProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { schemes }: { readonly schemes: SchemesSetting },
): readonly string[] {
  const isUnused = schemes.kind !== 'https';
  const unused = FILES_OF_HUB.filter((name) => isUnused && environment[name] !== undefined);
  const needed = [
    ...(isUnused ? [] : FILES_OF_HUB),
    ...(schemes.kind !== 'simulated' && environment['PIS_PROFILE'] === 'secure'
      ? NAMES_OF_BANK
      : []),
  ];
  const written = isUnused ? `${FOLDER}…` : `${HTTPS}…`;
  return [
    ...needed
      .filter((name) => environment[name] === undefined)
      .map((name) => `${name} is required with PIS_SCHEMES=${written}.`),
    ...unused.map((name) => `${name} has an effect only with PIS_SCHEMES=${HTTPS}….`),
  ];
}
