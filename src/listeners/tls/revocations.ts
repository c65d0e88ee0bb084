// Required by @peculiar/x509.
import 'reflect-metadata';
import { X509Crl } from '@peculiar/x509';
import type { X509Certificate } from 'node:crypto';
import type { Instant } from '../../shared/time.ts';
import { sameName } from '../../auth/certificates/distinguished-names.ts';

/** Certificates that their authorities have revoked. */
export interface Revocations {
  isRevoked(certificate: X509Certificate): boolean;
  /** Returns whether one of the lists was issued by the authority with that name. */
  hasListOf(authority: string): boolean;
  /** The earliest `nextUpdate` of the lists. Null if none has one. */
  readonly nextUpdate: Instant | null;
}

/**
 * Parses certificate revocation lists (DER). Throws if one cannot be parsed. TLS checks these lists
 * only when a connection starts. This check covers connections that are already open.
 */
export function readRevocations(ders: readonly Buffer<ArrayBuffer>[]): Revocations {
  const lists = ders.map((der) => {
    const crl = new X509Crl(der);
    const serials = crl.entries.map(({ serialNumber }) => withoutLeadingZeros(serialNumber));
    const nextUpdate = crl.nextUpdate?.getTime() ?? Infinity;
    return { issuer: crl.issuer, serials: new Set(serials), nextUpdate };
  });
  const nextUpdate = Math.min(...lists.map((list) => list.nextUpdate));
  const answers = new WeakMap<X509Certificate, boolean>();
  return {
    isRevoked(certificate) {
      let answer = answers.get(certificate);
      if (answer === undefined) {
        const serial = withoutLeadingZeros(certificate.serialNumber);
        answer = lists.some(
          ({ issuer, serials }) => serials.has(serial) && sameName(issuer, certificate.issuer),
        );
        answers.set(certificate, answer);
      }
      return answer;
    },
    hasListOf: (authority) => lists.some(({ issuer }) => sameName(issuer, authority)),
    nextUpdate: nextUpdate === Infinity ? null : nextUpdate,
  };
}

function withoutLeadingZeros(serialNumber: string): string {
  return serialNumber.toLowerCase().replace(/^0+/, '');
}
