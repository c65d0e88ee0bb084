import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IncomingMessage } from 'node:http';
import type { ClientCertificate } from '../../domain/records/access.ts';
import { sameName } from '../certificates/distinguished-names.ts';
import { CERTIFICATES } from './clients.ts';

/** A certificate with its bytes, which the server makes the token's thumbprint of. */
export interface ShownCertificate extends ClientCertificate {
  /** DER. */
  readonly der: Uint8Array;
}

/** The certificate that a caller proved to hold; null: none. */
export type CertificateOf = (incoming: IncomingMessage) => ShownCertificate | null;

/**
 * How certificates count (RFC 8705): whoever authenticates itself shows one that the directory
 * lists for its software, and tokens are good with that one alone (rules, 9.5).
 */
export function mutualTls(certificateOf: CertificateOf) {
  const ofClient = (ctx: KoaContextWithOIDC): ShownCertificate | null => {
    const shown = certificateOf(ctx.req);
    const listed = ctx.oidc.client?.[CERTIFICATES];
    return Array.isArray(listed) && listed.includes(shown?.thumbprint) ? shown : null;
  };
  return {
    feature: {
      enabled: true,
      certificateBoundAccessTokens: true,
      tlsClientAuth: true,
      getCertificate: (ctx: KoaContextWithOIDC) => {
        const shown = ofClient(ctx);
        return shown === null ? undefined : Buffer.from(shown.der).toString('base64');
      },
      certificateAuthorized: (ctx: KoaContextWithOIDC) => ofClient(ctx) !== null,
      certificateSubjectMatches: (ctx: KoaContextWithOIDC, property: string, expected: string) =>
        property === 'tls_client_auth_subject_dn' &&
        sameName(ofClient(ctx)?.subject ?? '', expected),
    },
    isShown: (ctx: KoaContextWithOIDC): boolean => ofClient(ctx) !== null,
  };
}
