import { z } from 'zod';
import { setting } from './setting.ts';
import { file } from './value-types.ts';

const EXPECTED =
  'Expected https://, a host, a port and perhaps a path. http:// only for a loopback address';

/** Host names of this machine, to which no TLS is needed. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The base URL of a system of the bank, without a slash at its end. */
const systemUrl = z
  .string()
  .refine((written) => {
    if (!URL.canParse(written)) return false;
    const { protocol, hostname, username, password, search, hash } = new URL(written);
    if (username + password + search + hash !== '') return false;
    return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  }, EXPECTED)
  .transform((written) => written.replace(/\/$/, ''));

/** The settings of the connections to the bank's own systems. */
export const BANK_SYSTEM_SETTINGS = {
  core: setting(
    'PIS_CORE',
    systemUrl.optional(),
    "base URL of the [core banking system](../integration/core-banking.md) that keeps the customers' " +
      'accounts, for example `https://core.bank.example:8443`. Set it before the first start. Unset: ' +
      'this service keeps the accounts itself.',
  ),
  bankCertificateFile: setting(
    'PIS_BANK_CERTIFICATE',
    file.optional(),
    "client certificate of this service for the bank's own systems, with its intermediate " +
      'certificates, PEM. Required with `https://…`.',
  ),
  bankKeyFile: setting(
    'PIS_BANK_KEY',
    file.optional(),
    'private key of that certificate, PEM. Required with `https://…`.',
  ),
  bankCaFile: setting(
    'PIS_BANK_CA',
    file.optional(),
    "certificate authorities of the bank's own systems, PEM. The service trusts no other. Required " +
      'with `https://…`.',
  ),
};

const FILES = ['PIS_BANK_CERTIFICATE', 'PIS_BANK_KEY', 'PIS_BANK_CA'];
const SYSTEMS = ['PIS_CORE'];

/**
 * Returns a line of text for each missing setting that the connections to the bank's systems need,
 * and for each one that has no effect.
 */
export function bankSystemProblems(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const system = SYSTEMS.find((name) => environment[name]?.startsWith('https:'));
  return FILES.flatMap((name) => {
    const isSet = environment[name] !== undefined;
    if (system !== undefined && !isSet) return [`${name} is required with ${system}=https://….`];
    if (system === undefined && isSet) {
      return [`${name} has an effect only with ${SYSTEMS.join(' or ')}=https://….`];
    }
    return [];
  });
}
