import { z } from 'zod';
import { isLoopback } from '../shared/network.ts';
import { setting } from './setting.ts';
import { file, whole } from './value-types.ts';

/** The base URL of a system of the bank: with TLS, or on this machine. */
const systemUrl = (example: string) =>
  z
    .string()
    .refine(isAddress, `Expected an address such as ${example}`)
    .transform((written) => written.replace(/\/$/, ''))
    .optional();

const Action = z.enum(['wait', 'hold', 'accept']);

/** The action for all payment types, and those of payment types that differ from it. */
const unanswered = z
  .string()
  .default('wait')
  .transform((written, context) => {
    const parts = written.split(',').map((part) => part.trim().split('=') as [string, string?]);
    const byFamily = new Map<string, z.infer<typeof Action>>();
    let otherwise: z.infer<typeof Action> = 'wait';
    for (const [first, second] of parts) {
      const action = Action.safeParse(second ?? first);
      if (!action.success) {
        const message = 'Expected wait, hold or accept, for example wait, file-payments=hold';
        context.issues.push({ code: 'custom', message, input: written });
        return z.NEVER;
      }
      if (second === undefined) otherwise = action.data;
      else byFamily.set(first, action.data);
    }
    return { otherwise, byFamily };
  });

const CERTIFICATE =
  "the bank's client certificate for that system, with its intermediate certificates, PEM. " +
  'Required with `https://…`.';
const KEY = 'private key of that certificate, PEM. Required with `https://…`.';
const AUTHORITIES =
  'certificate authorities of that system, PEM. The service trusts no other. Required with ' +
  '`https://…`.';

/** The settings of the connections to other systems of the bank. */
export const BANK_SYSTEM_SETTINGS = {
  core: setting(
    'PIS_CORE',
    systemUrl('https://core.bank.example:8443'),
    'base URL of the [core banking system](../operations-core-banking.md) that keeps the ' +
      "customers' accounts: `https://…`, or `http://127.0.0.1:…` for tests. Set it before the first " +
      'start. Unset: this service keeps the accounts itself.',
  ),
  coreCertificateFile: setting('PIS_CORE_CERTIFICATE', file.optional(), CERTIFICATE),
  coreKeyFile: setting('PIS_CORE_KEY', file.optional(), KEY),
  coreCaFile: setting('PIS_CORE_CA', file.optional(), AUTHORITIES),

  payeeConfirmation: setting(
    'PIS_PAYEE_CONFIRMATION',
    systemUrl('https://payees.bank.example:8443'),
    "base URL of the bank's [Confirmation of Payee](../integration/payee-confirmation.md) " +
      'service: `https://…`, or `http://127.0.0.1:…` for tests. Unset: names are not checked.',
  ),
  payeeCertificateFile: setting('PIS_PAYEE_CERTIFICATE', file.optional(), CERTIFICATE),
  payeeKeyFile: setting('PIS_PAYEE_KEY', file.optional(), KEY),
  payeeCaFile: setting('PIS_PAYEE_CA', file.optional(), AUTHORITIES),

  screening: setting(
    'PIS_SCREENING',
    systemUrl('https://screening.bank.example:8443'),
    "base URL of the bank's [screening](../integration/screening.md) for fraud and sanctions: " +
      '`https://…`, or `http://127.0.0.1:…` for tests. Unset: payments are not screened.',
  ),
  screeningCertificateFile: setting('PIS_SCREENING_CERTIFICATE', file.optional(), CERTIFICATE),
  screeningKeyFile: setting('PIS_SCREENING_KEY', file.optional(), KEY),
  screeningCaFile: setting('PIS_SCREENING_CA', file.optional(), AUTHORITIES),
  screeningDeadlineMs: setting(
    'PIS_SCREENING_DEADLINE_MS',
    whole(50, 60_000).default(2000),
    'time in which the screening must decide, in milliseconds, 50 to 60,000',
  ),
  screeningUnanswered: setting(
    'PIS_SCREENING_UNANSWERED',
    unanswered,
    'what becomes of payments about which the screening does not decide in time: `wait` (it is ' +
      'asked again every 10 seconds), `hold` (two operators decide), or `accept`. Payment types can ' +
      'differ: `wait, domestic-payments=accept, file-payments=hold`.',
    '`wait`',
  ),
};

/** The variable of each system's address, with the prefix of the variables for its files. */
const SYSTEMS = [
  ['PIS_CORE', 'PIS_CORE'],
  ['PIS_PAYEE_CONFIRMATION', 'PIS_PAYEE'],
  ['PIS_SCREENING', 'PIS_SCREENING'],
] as const;

/** Returns true for the base URL of an API with TLS, or on this machine. */
function isAddress(written: string): boolean {
  if (!/^https?:\/\/[^/?#@\\\s]+(\/[\w~-][\w.~-]*)*\/?$/.test(written)) return false;
  if (!URL.canParse(written)) return false;
  const { protocol, hostname } = new URL(written);
  return protocol === 'https:' || isLoopback(hostname);
}

/** Returns a line of text for each missing file, and for each one that has no effect. */
export function bankSystemProblems(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return SYSTEMS.flatMap(([system, prefix]) => {
    const isUsed = environment[system]?.startsWith('https:') === true;
    return ['CERTIFICATE', 'KEY', 'CA'].flatMap((kind) => {
      const name = `${prefix}_${kind}`;
      const isSet = environment[name] !== undefined;
      if (isUsed && !isSet) return [`${name} is required with ${system}=https://….`];
      if (!isUsed && isSet) return [`${name} has an effect only with ${system}=https://….`];
      return [];
    });
  });
}
