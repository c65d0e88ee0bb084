import { join } from 'node:path';
import { SHARED_KEYS_NAME } from '../../config/data-folder.ts';

/** A certificate and its private key, PEM files. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** What a TPP of the sandbox works with. */
export interface TppFiles {
  /** Its certificate, with that of the authority behind it. */
  readonly transport: CertificateFiles;
  /** Its private key for signatures, a JWK. */
  readonly signingKey: string;
}

/** The files of the sandbox's certificates and keys. */
export interface SandboxPki {
  readonly root: CertificateFiles;
  readonly issuing: CertificateFiles;
  /** The authorities that TPPs' certificates come from. */
  readonly chain: string;
  /** What each of these authorities has revoked. */
  readonly crl: string;
  /** The service's certificate, with that of the authority behind it. */
  readonly server: CertificateFiles;
  /** The bank's private keys, a JWKS. */
  readonly bankKeys: string;
  /** The secrets that all nodes have alike. */
  readonly sharedKeys: string;
  /** The directory's document. */
  readonly directory: string;
  /** The public keys, a JWKS, that software statements are verified with. */
  readonly directoryKeys: string;
  /** The private keys, a JWKS, that they are signed with. */
  readonly directorySigning: string;
  /** The folder that has one for each TPP. */
  readonly tpps: string;
}

/** The files in a folder of that kind, whether they are there or not. */
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

/** The files of a TPP by the id of its software, whether they are there or not. */
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
