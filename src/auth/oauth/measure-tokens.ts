import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { BeginRequest, BegunRequest } from '../../domain/records/api-figures.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Stopwatch } from '../../shared/time.ts';
import { ROUTES } from './addresses.ts';

/** Name of requests for tokens in the log and in metrics. */
const OPERATION = 'authorisation.issueToken';

const INTERNAL_ERROR = 500;

export interface MeasureParts {
  readonly observe: Observe;
  /** A monotonic clock in fractions of milliseconds, with which response times are measured. */
  readonly stopwatch: Stopwatch;
  readonly beginRequest: BeginRequest;
}

/** Reports each request for a token, with its response time, like a request of the API. */
export function measureTokens(provider: Provider, parts: MeasureParts): void {
  provider.use(async (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path !== ROUTES.token) {
      await next();
      return;
    }
    const { observe, stopwatch, beginRequest } = parts;
    const started = stopwatch();
    let begun: BegunRequest | undefined;
    // The time in which the client sends the request does not count.
    ctx.req.once('end', () => {
      begun = beginRequest(OPERATION);
    });
    const report = (status: number): void => {
      begun?.end(status);
      // Undefined if the request did not reach the endpoint.
      const { oidc } = ctx as Partial<KoaContextWithOIDC>;
      observe({
        kind: 'requestAnswered',
        operation: OPERATION,
        status,
        milliseconds: stopwatch() - started,
        interactionId: undefined,
        clientId: oidc?.client?.clientId,
      });
    };
    await next().catch((error: unknown) => {
      report(INTERNAL_ERROR);
      throw error;
    });
    report(ctx.status);
  });
}
