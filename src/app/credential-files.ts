import type { CredentialFiles } from '../connections/credentials.ts';
import { expectDefined } from '../shared/assert.ts';

/** The paths of the files for mutual TLS. The settings require all of them with `https://`. */
type FileSettings = Readonly<Record<keyof CredentialFiles, string | undefined>>;

/**
 * Returns the files for mutual TLS with a system of the bank. Null for an address without TLS, on
 * this machine.
 *
 * @param prefix beginning of the names of the settings, for example `PIS_CORE`
 */
export function filesFor(
  url: string,
  prefix: string,
  { certificate, key, authorities }: FileSettings,
): CredentialFiles | null {
  if (!url.startsWith('https:')) return null;
  return {
    certificate: expectDefined(certificate, `${prefix}_CERTIFICATE`),
    key: expectDefined(key, `${prefix}_KEY`),
    authorities: expectDefined(authorities, `${prefix}_CA`),
  };
}
