import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IncomingMessage } from 'node:http';
import type { ClientCertificate } from '../../domain/records/access.ts';
import { sameName } from '../certificates/distinguished-names.ts';
import { CERTIFICATES } from './clients.ts';

/**
 * A client certificate with its DER bytes. oidc-provider computes the `x5t#S256` of tokens from
 * these bytes.
 */
export interface ShownCertificate extends ClientCertificate {
  /** The certificate in DER format. */
  readonly der: Uint8Array;
}

/**
 * Returns the client certificate of a request if the client proved that it has the private key.
 * Otherwise returns null.
 */
export type CertificateOf = (incoming: IncomingMessage) => ShownCertificate | null;

/**
 * Configures mutual TLS (RFC 8705). A client must present a certificate that the directory lists
 * for its software. The client's tokens can be used only with the same certificate (rules, 9.5).
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
