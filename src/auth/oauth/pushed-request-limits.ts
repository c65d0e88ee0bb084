import type Provider from 'oidc-provider';
import { MAX_PUSHED_BYTES, TooManyPushed } from './adapter.ts';
import { ROUTES } from './addresses.ts';

/** Bounds what TPPs push: how much at once, and how soon again when it was too often. */
export function boundPushed(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const isPushed = ctx.path === ROUTES.pushed_authorization_request;
    // What is sent in chunks does not tell its length: it is bounded when it is kept.
    if (!isPushed || Number(ctx.get('content-length')) <= MAX_PUSHED_BYTES) {
      await next();
      return;
    }
    ctx.status = 413;
    // Nobody reads the rest.
    ctx.set('connection', 'close');
    const description = `the body has more than ${String(MAX_PUSHED_BYTES)} bytes`;
    ctx.body = { error: 'invalid_request', error_description: description };
  });
  provider.on('pushed_authorization_request.error', (ctx, error) => {
    if (error instanceof TooManyPushed) ctx.set('retry-after', '1');
  });
}
