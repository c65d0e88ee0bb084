import { z } from 'zod';

/** The connection to payment schemes. */
export type SchemesSetting =
  | { readonly kind: 'simulated' }
  /** Files are exchanged with a payment hub through a folder. */
  | { readonly kind: 'folder'; readonly folder: string };

const FOLDER = 'folder:';

/** The schema of PIS_SCHEMES: `simulated`, or `folder:` and the path of a folder. */
export const SchemesAddress = z.string().transform((written, context): SchemesSetting => {
  if (written === 'simulated') return { kind: 'simulated' };
  const folder = written.startsWith(FOLDER) ? written.slice(FOLDER.length) : '';
  if (folder !== '') return { kind: 'folder', folder };
  context.addIssue({ code: 'custom', message: 'Expected simulated, or folder:/path' });
  return z.NEVER;
});

/** A BIC of 8 or 11 characters (ISO 9362). */
export const Bic = z
  .string()
  .regex(
    /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
    'Expected a BIC of 8 or 11 capital letters and digits',
  );

export const ServiceUserNumber = z.string().regex(/^\d{6}$/, 'Expected 6 digits');

const NAMES_OF_BANK = ['PIS_BANK_BIC', 'PIS_BACS_SERVICE_USER_NUMBER'];

/** Returns a line of text for each missing setting that a bank needs for its payment hub. */
export function schemesProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { schemes }: { readonly schemes: SchemesSetting },
): readonly string[] {
  if (schemes.kind === 'simulated' || environment['PIS_PROFILE'] !== 'secure') return [];
  return NAMES_OF_BANK.filter((name) => environment[name] === undefined).map(
    (name) => `${name} is required with PIS_SCHEMES=folder:….`,
  );
}
