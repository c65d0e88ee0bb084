import type Provider from 'oidc-provider';
import { MAX_PUSHED_BYTES, TooManyPushed } from './adapter.ts';
import { ROUTES } from './addresses.ts';

/**
 * Limits the size of pushed authorisation requests. Also sends `Retry-After` when a client has
 * pushed too many requests.
 */
export function boundPushed(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const isPushed = ctx.path === ROUTES.pushed_authorization_request;
    // A chunked body has no content-length. Its size is checked later, when the request is stored.
    if (!isPushed || Number(ctx.get('content-length')) <= MAX_PUSHED_BYTES) {
      await next();
      return;
    }
    ctx.status = 413;
    // The connection is closed, because the rest of the body will not be read.
    ctx.set('connection', 'close');
    const description = `the body must have at most ${String(MAX_PUSHED_BYTES)} bytes`;
    ctx.body = { error: 'invalid_request', error_description: description };
  });
  provider.on('pushed_authorization_request.error', (ctx, error) => {
    if (error instanceof TooManyPushed) ctx.set('retry-after', '1');
  });
}
