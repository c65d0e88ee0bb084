import { join } from 'node:path';
import { SHARED_KEYS_NAME } from '../../config/data-folder.ts';

/** The PEM files of a certificate and of its private key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** The files of a TPP in the sandbox. */
export interface TppFiles {
  /** The TPP's TLS certificate, followed by the certificate of the issuing authority. */
  readonly transport: CertificateFiles;
  /** The TPP's private signing key, as a JWK. */
  readonly signingKey: string;
}

/** The files of the sandbox's certificates and keys. */
export interface SandboxPki {
  readonly root: CertificateFiles;
  readonly issuing: CertificateFiles;
  /** The certificates of the authorities that issue the TPPs' certificates. */
  readonly chain: string;
  /** The certificate revocation lists of these authorities. */
  readonly crl: string;
  /** The service's TLS certificate, followed by that of the issuing authority. */
  readonly server: CertificateFiles;
  /** The bank's private keys, as a JWKS. */
  readonly bankKeys: string;
  /** The secrets that all nodes share. */
  readonly sharedKeys: string;
  /** The directory's document. */
  readonly directory: string;
  /** The public keys that verify software statements, as a JWKS. */
  readonly directoryKeys: string;
  /** The private keys that sign software statements, as a JWKS. */
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
