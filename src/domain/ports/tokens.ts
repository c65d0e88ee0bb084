import type { VerifiedGrant } from '../records/records.ts';

/** Who holds a bearer token. The authorisation server behind it issues them. */
export interface AccessTokens {
  /**
   * The grant of a token that comes with a certificate (its thumbprint; null: with none); undefined
   * when the token is unknown, expired or bound to another, or its TPP is shut out.
   */
  verify(token: string, certificate: string | null): Promise<VerifiedGrant | undefined>;
}
