// @peculiar/x509 cannot do without it.
import 'reflect-metadata';
import { X509Crl } from '@peculiar/x509';
import type { X509Certificate } from 'node:crypto';
import { sameName } from '../../auth/certificates/distinguished-names.ts';

/** What the certificate authorities have taken back. */
export interface Revocations {
  isRevoked(certificate: X509Certificate): boolean;
  /** Whether one of the lists is of the authority with that name. */
  hasListOf(authority: string): boolean;
}

/**
 * Reads lists, DER; throws when one cannot be read. TLS looks at the same lists, but only when a
 * connection begins: this is for the connections that there are.
 */
export function readRevocations(ders: readonly Buffer<ArrayBuffer>[]): Revocations {
  const lists = ders.map((der) => {
    const crl = new X509Crl(der);
    const serials = crl.entries.map(({ serialNumber }) => withoutZeros(serialNumber));
    return { issuer: crl.issuer, serials: new Set(serials) };
  });
  const answers = new WeakMap<X509Certificate, boolean>();
  return {
    isRevoked(certificate) {
      let answer = answers.get(certificate);
      if (answer === undefined) {
        const serial = withoutZeros(certificate.serialNumber);
        answer = lists.some(
          ({ issuer, serials }) => serials.has(serial) && sameName(issuer, certificate.issuer),
        );
        answers.set(certificate, answer);
      }
      return answer;
    },
    hasListOf: (authority) => lists.some(({ issuer }) => sameName(issuer, authority)),
  };
}

function withoutZeros(serialNumber: string): string {
  return serialNumber.toLowerCase().replace(/^0+/, '');
}
