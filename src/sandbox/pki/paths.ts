import { join } from 'node:path';
import { SHARED_KEYS_NAME } from '../../config/data-folder.ts';

/** A certificate and its private key, PEM files. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Files of a TPP of the sandbox. */
export interface TppFiles {
  /** Its TLS certificate, followed by that of the issuing authority. */
  readonly transport: CertificateFiles;
  /** Its private signing key, a JWK. */
  readonly signingKey: string;
}

/** The files of the sandbox's certificates and keys. */
export interface SandboxPki {
  readonly root: CertificateFiles;
  readonly issuing: CertificateFiles;
  /** Certificates of the authorities that issue the TPPs' certificates. */
  readonly chain: string;
  /** Revocation lists of these authorities. */
  readonly crl: string;
  /** The service's TLS certificate, followed by that of the issuing authority. */
  readonly server: CertificateFiles;
  /** The bank's private keys, a JWKS. */
  readonly bankKeys: string;
  /** The secrets that all nodes share. */
  readonly sharedKeys: string;
  /** The directory's document. */
  readonly directory: string;
  /** The public keys, a JWKS, that software statements are verified with. */
  readonly directoryKeys: string;
  /** The private keys, a JWKS, that sign software statements. */
  readonly directorySigning: string;
  /** Folder with a subfolder for each TPP. */
  readonly tpps: string;
}

/** Returns the paths of the files in a PKI folder. The files need not exist. */
export function sandboxPki(folder: string): SandboxPki {
  return {
    root: certificateFiles(folder, 'root'),
    issuing: certificateFiles(folder, 'issuing'),
    chain: join(folder, 'chain.pem'),
    crl: join(folder, 'crl.pem'),
    server: certificateFiles(folder, 'server'),
    bankKeys: join(folder, 'bank-keys.json'),
    sharedKeys: join(folder, SHARED_KEYS_NAME),
    directory: join(folder, 'directory.json'),
    directoryKeys: join(folder, 'directory-keys.json'),
    directorySigning: join(folder, 'directory-signing.json'),
    tpps: join(folder, 'tpps'),
  };
}

/** Returns the paths of a TPP's files by its software id. The files need not exist. */
export function tppFiles(pki: SandboxPki, softwareId: string): TppFiles {
  const folder = join(pki.tpps, softwareId);
  return {
    transport: certificateFiles(folder, 'transport'),
    signingKey: join(folder, 'signing.json'),
  };
}

function certificateFiles(folder: string, name: string): CertificateFiles {
  return { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
}
