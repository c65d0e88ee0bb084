import type { Instant } from '../../shared/time.ts';

/** What the regulator lets an organisation do in Open Banking. */
export type DirectoryRole = 'PISP' | 'AISP' | 'CBPII' | 'ASPSP';

/** A legal entity of the directory with all its software. */
export interface DirectoryOrganisation {
  readonly id: string;
  readonly name: string;
  readonly status: 'Active' | 'Suspended' | 'Withdrawn';
  readonly roles: readonly DirectoryRole[];
  readonly software: readonly DirectorySoftware[];
}

/** One application of an organisation, as its software statement tells of it. */
export interface DirectorySoftware {
  readonly id: string;
  readonly name: string;
  readonly status: 'Active' | 'Inactive';
  readonly roles: readonly DirectoryRole[];
  readonly redirectUris: readonly string[];
  readonly keys: readonly PublicJwk[];
  readonly certificates: readonly DirectoryCertificate[];
}

export interface DirectoryCertificate {
  /** SHA-256 of the certificate's DER, base64url: `x5t#S256` (RFC 8705, 3.1). */
  readonly thumbprint: string;
  readonly status: 'Active' | 'Revoked';
}

/** A key that signatures are verified with; PS256 is the only algorithm (rules, 4.1). */
export interface PublicJwk {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'PS256';
  readonly n: string;
  readonly e: string;
}

/** Software that the directory lists or has listed, and whether it may still come in. */
export interface KnownSoftware {
  readonly software: DirectorySoftware;
  readonly organisation: Omit<DirectoryOrganisation, 'software'>;
  /** The organisation is active, the software too, and PISP is among the roles of both. */
  readonly isAdmitted: boolean;
}

/** Registrations that one piece of software may have at once. */
export const MAX_REGISTRATIONS_PER_SOFTWARE = 10;

/** What a TPP registered its software with. */
export interface Registration {
  readonly clientId: string;
  readonly softwareId: string;
  /** Client metadata in the words of RFC 7591. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly registeredAt: Instant;
}

/** The certificate that a caller proved to hold, as the door saw it. */
export interface ClientCertificate {
  /** SHA-256 of its DER, base64url: `x5t#S256` (RFC 8705, 3.1). */
  readonly thumbprint: string;
  /** Its subject's name, in the spelling of RFC 4514 or in Node's own. */
  readonly subject: string;
}
