import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import {
  certificatesOf,
  pemOfRevocationList,
  revocationListsOf,
} from '../../auth/certificates/certificates.ts';
import { readRevocations, type Revocations } from './revocations.ts';
import { digestOf } from './session-tickets.ts';

/** The PEM files that TLS is made of. */
export interface TlsFiles {
  /** The service's own certificate and those up to, not including, the root. */
  readonly certificateFile: string;
  readonly keyFile: string;
  /** The authorities that the certificates of TPPs come from, the whole chain. */
  readonly clientCaFile: string;
  /** A list of revoked certificates of each of these authorities. */
  readonly clientCrlFile: string;
}

/** TLS 1.2 and up, authenticated encryption and forward secrecy only (RFC 9325, 4.2). */
const TLS_POLICY = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
  ].join(':'),
  honorCipherOrder: true,
} as const satisfies SecureContextOptions;

/** What the files say at one moment. */
export interface TlsMaterial {
  /** For the customers' door. */
  readonly own: SecureContextOptions;
  /** For the TPPs' door: with their authorities and what these revoked. */
  readonly mutual: SecureContextOptions;
  readonly revocations: Revocations;
  /** A digest of the authorities and of what they revoked: by whom TPPs are let in. */
  readonly trust: string;
}

/**
 * Reads all of the files; throws when one is missing or not what it should be, when the key is not
 * that of the certificate, or when an authority has no list: TLS, given no list at all, would let
 * every revoked certificate in.
 */
export function readTls(files: TlsFiles): TlsMaterial {
  const own = {
    ...TLS_POLICY,
    cert: readFileSync(files.certificateFile),
    key: readFileSync(files.keyFile),
  };
  const written = readFileSync(files.clientCrlFile, 'utf8');
  const lists = revocationListsOf(written);
  const crl = lists.map(pemOfRevocationList);
  const ca = readFileSync(files.clientCaFile, 'utf8');
  const mutual = { ...own, ca, crl };
  const revocations = readRevocations(lists);
  const authorities = certificatesOf(ca);
  if (authorities.length === 0) throw new Error(`${files.clientCaFile} has no certificate.`);
  for (const { subject } of authorities) {
    if (revocations.hasListOf(subject)) continue;
    const name = subject.replaceAll('\n', ', ');
    throw new Error(`${files.clientCrlFile} has no list of revoked certificates of ${name}.`);
  }
  try {
    // Says whether all of it fits before any of it counts.
    createSecureContext(mutual);
  } catch (cause) {
    const { certificateFile, keyFile } = files;
    throw new Error(`${certificateFile} and ${keyFile} are not a certificate and its key.`, {
      cause,
    });
  }
  return { own, mutual, revocations, trust: digestOf(ca, written) };
}
