import type { Instant } from '../../shared/time.ts';

/** A role that an organisation may have in Open Banking, as authorised by its regulator. */
export type DirectoryRole = 'PISP' | 'AISP' | 'CBPII' | 'ASPSP';

/** A legal entity in the directory, with the software that it owns. */
export interface DirectoryOrganisation {
  readonly id: string;
  readonly name: string;
  readonly status: 'Active' | 'Suspended' | 'Withdrawn';
  readonly roles: readonly DirectoryRole[];
  readonly software: readonly DirectorySoftware[];
}

/** An application of an organisation, with the properties of its software statement. */
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
  /** SHA-256 of the certificate in DER format, in base64url: `x5t#S256` (RFC 8705, 3.1). */
  readonly thumbprint: string;
  readonly status: 'Active' | 'Revoked';
}

/** Public key for verifying signatures. PS256 is the only algorithm (rules, 4.1). */
export interface PublicJwk {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'PS256';
  readonly n: string;
  readonly e: string;
}

/** Software that the directory lists now or listed earlier. */
export interface KnownSoftware {
  readonly software: DirectorySoftware;
  readonly organisation: Omit<DirectoryOrganisation, 'software'>;
  /** True if the organisation and the software are both active and both have the role PISP. */
  readonly isAdmitted: boolean;
}

/** Maximum number of registrations for one software. */
export const MAX_REGISTRATIONS_PER_SOFTWARE = 10;

/** A dynamic client registration of a TPP's software. */
export interface Registration {
  readonly clientId: string;
  readonly softwareId: string;
  /** Client metadata with the field names of RFC 7591. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly registeredAt: Instant;
}

/** The client certificate of a TLS connection. */
export interface ClientCertificate {
  /** SHA-256 of the certificate in DER format, in base64url: `x5t#S256` (RFC 8705, 3.1). */
  readonly thumbprint: string;
  /** Distinguished name of the certificate's subject, in the format of RFC 4514 or of Node. */
  readonly subject: string;
}
