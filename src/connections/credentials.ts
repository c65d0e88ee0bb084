import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { messageOf } from '../shared/text.ts';

/** Paths of the PEM files for mutual TLS with another system. */
export interface CredentialFiles {
  /** The bank's client certificate, and its intermediate certificates. */
  readonly certificate: string;
  /** The private key of the client certificate. */
  readonly key: string;
  /** The certificate authorities of the peer. No other authority is trusted. */
  readonly authorities: string;
}

/** Contents of the files. They belong together. */
export interface Credentials {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

/** Names of the settings with the files, for error messages. */
type SettingNames = Readonly<Record<keyof CredentialFiles, string>>;

/**
 * Reads and checks the files.
 *
 * @throws Error if a file cannot be read or is not valid, or if the key does not match the
 *   certificate
 */
export async function readCredentials(
  files: CredentialFiles,
  settings: SettingNames,
): Promise<Credentials> {
  const [cert, key, ca] = await forEach(files, settings, (file) => readFile(file));
  const authorities = `${settings.authorities}=${files.authorities}`;
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error(`${authorities} contains no certificate. Expected PEM.`);
  }
  check({ ca }, `${authorities} contains an invalid certificate.`);
  check(
    { cert, key },
    `${settings.certificate}=${files.certificate} and ${settings.key}=${files.key} are not a ` +
      'certificate and its private key. Expected PEM.',
  );
  return { cert, key, ca };
}

/** Returns a text that changes if one of the files is replaced. Throws like readCredentials. */
export async function versionOf(files: CredentialFiles, settings: SettingNames): Promise<string> {
  const versions = await forEach(files, settings, async (file) => {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    return [ino, mtimeNs, size].join(' ');
  });
  return versions.join(', ');
}

const NAMES = ['certificate', 'key', 'authorities'] as const;

/** Calls a function for each file. Its error names every file for which the function failed. */
async function forEach<T>(
  files: CredentialFiles,
  settings: SettingNames,
  act: (file: string) => Promise<T>,
): Promise<readonly [certificate: T, key: T, authorities: T]> {
  const attempts = [act(files.certificate), act(files.key), act(files.authorities)] as const;
  const results = await Promise.allSettled(attempts);
  const problems = NAMES.flatMap((name, index) => {
    const result = results[index];
    if (result?.status !== 'rejected') return [];
    return [`${settings[name]}=${files[name]} cannot be read: ${messageOf(result.reason)}.`];
  });
  if (problems.length > 0) throw new Error(problems.join(' '));
  return Promise.all(attempts);
}

function check(credentials: Partial<Credentials>, problem: string): void {
  try {
    createSecureContext(credentials);
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}
