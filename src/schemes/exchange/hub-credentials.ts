import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { messageOf } from '../../shared/text.ts';

/** Paths of the PEM files for mutual TLS with a payment hub. */
export interface CredentialFiles {
  /** The bank's client certificate, and its intermediate certificates. */
  readonly certificate: string;
  /** The private key of the client certificate. */
  readonly key: string;
  /** The certificate authorities of the hub. No other authority is trusted. */
  readonly authorities: string;
}

/** Contents of the files. They belong together. */
export interface Credentials {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

const SETTINGS: Readonly<Record<keyof CredentialFiles, string>> = {
  certificate: 'PIS_HUB_CERTIFICATE',
  key: 'PIS_HUB_KEY',
  authorities: 'PIS_HUB_CA',
};

/**
 * Reads and checks the files.
 *
 * @throws Error if a file cannot be read or is not valid, or if the key does not match the
 *   certificate
 */
export async function readCredentials(files: CredentialFiles): Promise<Credentials> {
  const [cert, key, ca] = await Promise.all([
    read(files, 'certificate'),
    read(files, 'key'),
    read(files, 'authorities'),
  ]);
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error(`PIS_HUB_CA=${files.authorities} contains no certificate. Expected PEM.`);
  }
  check({ ca }, `PIS_HUB_CA=${files.authorities} contains an invalid certificate.`);
  check(
    { cert, key },
    `PIS_HUB_CERTIFICATE=${files.certificate} and PIS_HUB_KEY=${files.key} are not a certificate ` +
      'and its private key. Expected PEM.',
  );
  return { cert, key, ca };
}

/** Returns a text that changes if one of the files is replaced. */
export async function versionOf(files: CredentialFiles): Promise<string> {
  const names = Object.keys(SETTINGS) as (keyof CredentialFiles)[];
  const versions = await Promise.all(
    names.map(async (name) => {
      const { ino, mtimeNs, size } = await stat(files[name], { bigint: true }).catch(
        unreadable(files, name),
      );
      return [ino, mtimeNs, size].join(' ');
    }),
  );
  return versions.join(', ');
}

function read(files: CredentialFiles, name: keyof CredentialFiles): Promise<Buffer> {
  return readFile(files[name]).catch(unreadable(files, name));
}

function unreadable(files: CredentialFiles, name: keyof CredentialFiles) {
  return (cause: unknown): never => {
    const setting = `${SETTINGS[name]}=${files[name]}`;
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
