import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IncomingMessage } from 'node:http';
import type { ClientCertificate } from '../../domain/records/access.ts';
import { sameName } from '../certificates/distinguished-names.ts';
import { CERTIFICATES } from './clients.ts';

/**
 * A client certificate with its DER bytes. oidc-provider computes the token's `x5t#S256` from them.
 */
export interface ShownCertificate extends ClientCertificate {
  /** DER. */
  readonly der: Uint8Array;
}

/**
 * Returns the certificate for which the client proved possession of the private key, or null if
 * there is none.
 */
export type CertificateOf = (incoming: IncomingMessage) => ShownCertificate | null;

/**
 * Configures mutual TLS (RFC 8705). A client must present a certificate that the directory lists
 * for its software. Its tokens can be used only with the same certificate (rules, 9.5).
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
