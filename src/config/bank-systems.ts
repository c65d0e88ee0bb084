import { z } from 'zod';
import { isLoopback } from '../shared/network.ts';
import { setting } from './setting.ts';
import { file } from './value-types.ts';

/** The base URL of a system of the bank: with TLS, or on this machine. */
const systemUrl = (example: string) =>
  z
    .string()
    .refine(isAddress, `Expected an address such as ${example}`)
    .transform((written) => written.replace(/\/$/, ''))
    .optional();

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
};

/** The variable of each system's address, with the prefix of the variables for its files. */
const SYSTEMS = [
  ['PIS_CORE', 'PIS_CORE'],
  ['PIS_PAYEE_CONFIRMATION', 'PIS_PAYEE'],
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
