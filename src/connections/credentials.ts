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
  const [cert, key, ca] = await Promise.all([
    read(files, settings, 'certificate'),
    read(files, settings, 'key'),
    read(files, settings, 'authorities'),
  ]);
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

/** Returns a text that changes if one of the files is replaced. */
export async function versionOf(files: CredentialFiles, settings: SettingNames): Promise<string> {
  const names = ['certificate', 'key', 'authorities'] as const;
  const versions = await Promise.all(
    names.map(async (name) => {
      const { ino, mtimeNs, size } = await stat(files[name], { bigint: true }).catch(
        unreadable(files, settings, name),
      );
      return [ino, mtimeNs, size].join(' ');
    }),
  );
  return versions.join(', ');
}

function read(
  files: CredentialFiles,
  settings: SettingNames,
  name: keyof CredentialFiles,
): Promise<Buffer> {
  return readFile(files[name]).catch(unreadable(files, settings, name));
}

function unreadable(files: CredentialFiles, settings: SettingNames, name: keyof CredentialFiles) {
  return (cause: unknown): never => {
    const setting = `${settings[name]}=${files[name]}`;
    throw new Error(`${setting} cannot be read: ${messageOf(cause)}.`, { cause });
  };
}

function check(credentials: Partial<Credentials>, problem: string): void {
  try {
    createSecureContext(credentials);
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}
