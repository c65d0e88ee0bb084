import type Provider from 'oidc-provider';
import { publishedPart, type PrivateJwk } from '../keys/key-file.ts';
import { ROUTES } from './addresses.ts';

/** Publishes all that is to be known of the keys: the package leaves `x5t#S256` out. */
export function publishKeys(provider: Provider, privateKeys: readonly PrivateJwk[]): void {
  const keys = privateKeys.map(publishedPart);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === ROUTES.jwks && ctx.status === 200) ctx.body = { keys };
  });
}
