import { createMessageSignatures } from '../../src/auth/signatures/signatures.ts';
import type { KnownSoftware, PublicJwk } from '../../src/domain/records/access.ts';
import { Refusal, type Fault } from '../../src/shared/errors.ts';
import type { Instant } from '../../src/shared/time.ts';

export const NOW: Instant = Date.parse('2026-12-01T09:00:00.400Z');

/** The issuer in signatures of the only TPP. */
export const ISSUER = 'larkfield/larkfield-app';

/** Returns a directory that contains only this TPP with the given keys. */
export function directoryOf(keys: readonly PublicJwk[]) {
  const software = {
    id: 'larkfield-app',
    name: 'Larkfield',
    status: 'Active',
    roles: ['PISP'],
    redirectUris: [],
    keys,
    certificates: [],
  } as const;
  const organisation = {
    id: 'larkfield',
    name: 'Larkfield Payments Ltd',
    status: 'Active',
    roles: ['PISP'],
  } as const;
  const known: KnownSoftware = { software, organisation, isAdmitted: true };
  return { findSoftwareOf: () => Promise.resolve(known) };
}

/** Verifies a signature of the only TPP. Returns the first fault, or undefined if it is valid. */
export type Judge = (signature: string, bytes: Uint8Array | string) => Promise<Fault | undefined>;

export function judgeOf(keys: readonly PublicJwk[]): Judge {
  const signatures = createMessageSignatures({
    directory: directoryOf(keys),
    keys: null,
    clock: () => NOW,
    trustAnchors: ['openbanking.org.uk', 'directory.example'],
    organisationId: 'the-bank',
  });
  return async (signature, bytes) => {
    const read = await signatures.read(signature, { clientId: 'tpp-one' });
    if (read instanceof Refusal) return read.faults[0];
    const isTrue = await signatures.verify(read, Buffer.from(bytes));
    return isTrue
      ? undefined
      : { code: 'UK.OBIE.Signature.Invalid', path: 'x-jws-signature', message: '' };
  };
}
