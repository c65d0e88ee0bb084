import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import {
  certificatesOf,
  isForHost,
  pemOfRevocationList,
  revocationListsOf,
} from '../../auth/certificates/certificates.ts';
import type { Instant } from '../../shared/time.ts';
import { TLS_POLICY } from '../../shared/tls-policy.ts';
import { readRevocations, type Revocations } from './revocations.ts';
import { digestOf } from './session-tickets.ts';

/** Paths of the PEM files for TLS. */
export interface TlsFiles {
  /** The service's certificate, and its intermediate certificates without the root. */
  readonly certificateFile: string;
  readonly keyFile: string;
  /** Certificate authorities of the TPPs' certificates, the whole chain. */
  readonly clientCaFile: string;
  /** A certificate revocation list of each of these authorities. */
  readonly clientCrlFile: string;
}

/** Parsed contents of the TLS files. */
export interface TlsMaterial {
  /** TLS options of the customers' listener. */
  readonly server: SecureContextOptions;
  /**
   * TLS options of the TPPs' listener, with client certificate authorities and revocation lists.
   */
  readonly mutual: SecureContextOptions;
  readonly revocations: Revocations;
  /** When the service's certificate expires. */
  readonly certificateExpiresAt: Instant;
  /** Digest of the client certificate authorities and their revocation lists. */
  readonly trust: string;
}

/**
 * Reads and checks the TLS files. Throws if a file is missing or invalid, if the key does not match
 * the certificate, if the certificate is not valid for the host of one of the URLs, or if an
 * authority has no revocation list. Without any list, TLS would accept revoked certificates.
 */
export function readTls(files: TlsFiles, certifiedUrls: readonly string[]): TlsMaterial {
  const server = {
    ...TLS_POLICY,
    cert: readFileSync(files.certificateFile),
    key: readFileSync(files.keyFile),
  };
  const crlText = readFileSync(files.clientCrlFile, 'utf8');
  const lists = revocationListsOf(crlText);
  const crl = lists.map(pemOfRevocationList);
  const ca = readFileSync(files.clientCaFile, 'utf8');
  const mutual = { ...server, ca, crl };
  const revocations = readRevocations(lists);
  const authorities = certificatesOf(ca);
  if (authorities.length === 0) throw new Error(`${files.clientCaFile} contains no certificate.`);
  for (const { subject } of authorities) {
    if (revocations.hasListOf(subject)) continue;
    const name = subject.replaceAll('\n', ', ');
    throw new Error(`${files.clientCrlFile} contains no revocation list of ${name}.`);
  }
  try {
    // Checks that certificate and key match before either is used.
    createSecureContext(mutual);
  } catch (cause) {
    const { certificateFile, keyFile } = files;
    throw new Error(
      `${certificateFile} and ${keyFile} are not a certificate and its private key.`,
      {
        cause,
      },
    );
  }
  const certificate = new X509Certificate(server.cert);
  for (const url of certifiedUrls) {
    const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
    if (isForHost(certificate, host)) continue;
    throw new Error(`${files.certificateFile} is not a certificate for the host of ${url}.`);
  }
  const certificateExpiresAt = Date.parse(certificate.validTo);
  return { server, mutual, revocations, certificateExpiresAt, trust: digestOf(ca, crlText) };
}
