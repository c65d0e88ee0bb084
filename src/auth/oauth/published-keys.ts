import type Provider from 'oidc-provider';
import { publishedPart, type PrivateJwk } from '../keys/key-file.ts';
import { ROUTES } from './addresses.ts';

/**
 * Publishes the bank's public keys with all their fields. oidc-provider alone would omit
 * `x5t#S256`.
 */
export function publishKeys(provider: Provider, privateKeys: readonly PrivateJwk[]): void {
  const keys = privateKeys.map(publishedPart);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === ROUTES.jwks && ctx.status === 200) ctx.body = { keys };
  });
}
