import type { RequestListener } from 'node:http';
import type Provider from 'oidc-provider';
import type { Store } from '../../domain/ports/store.ts';
import type { KnownSoftware, Registration } from '../../domain/records/access.ts';
import type { UseCases } from '../../use-cases/index.ts';
import type { Clock } from '../../shared/time.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createAccounts } from './accounts.ts';
import { createAdapters, MAX_PUSHED_BYTES, TooManyPushed } from './adapter.ts';
import { pinAddresses, ROUTES, type Addresses } from './addresses.ts';
import { createAssertionCheck } from './assertions.ts';
import { clientOf, findClient } from './clients.ts';
import { configurationOf, type ErrorPage } from './configuration.ts';
import { createIntentCheck } from './intent.ts';
import type { Interactions } from './interactions.ts';
import { auditEvents, type AddressOf } from './audit-listener.ts';
import { mutualTls, type CertificateOf } from './mutual-tls.ts';
import { errors, Provider as OidcProvider } from './oidc.ts';
import { browserKeyOf, openSecrets } from './secrets.ts';
import { createInteractions } from './create-interactions.ts';
import { measureTokens, type MeasureParts } from './measure-tokens.ts';
import { publishedPart, type PrivateJwk } from '../keys/key-file.ts';

export interface AuthorisationServerParts extends Addresses, MeasureParts {
  readonly store: Store;
  readonly useCases: Pick<UseCases, 'consentNow'>;
  readonly keys: KeyRing;
  /** The bank's business clock, which decides when consents expire. */
  readonly clock: Clock;
  /** The system clock, which decides when tokens expire. */
  readonly machineClock: Clock;
  readonly certificateOf: CertificateOf;
  readonly addressOf: AddressOf;
  readonly errorPage: ErrorPage;
}

/** The reason why client metadata is invalid, in the form of an error of RFC 7591, 3.2.2. */
export interface InvalidMetadata {
  readonly error: string;
  readonly description: string;
}

export interface AuthorisationServer {
  /** Handles requests for the paths under `/as/` and for the discovery document. */
  readonly handle: RequestListener;
  readonly interactions: Interactions;
  /** The key that authenticates the tokens of known browsers. All nodes have the same key. */
  readonly browserKey: string;
  /**
   * Validates the client metadata of a registration. Returns the reason if the metadata is invalid.
   */
  validateClient(
    metadata: Registration['metadata'],
    known: KnownSoftware,
  ): InvalidMetadata | undefined;
}

/**
 * Creates the bank's authorisation server (docs/decisions, 43). All its state is in the store.
 * Codes, interactions and tokens therefore survive a restart and a change of keys.
 */
export async function createAuthorisationServer(
  parts: AuthorisationServerParts,
): Promise<AuthorisationServer> {
  const { store, keys, clock, machineClock } = parts;
  const secrets = await openSecrets(store);
  const tls = mutualTls(parts.certificateOf);
  const configure = () =>
    configurationOf({
      adapter: createAdapters({
        store,
        findClient: (id) => findClient(store, id),
        clock: machineClock,
      }),
      keys: keys.jwks().keys,
      secrets,
      accounts: createAccounts(store, parts.useCases, clock),
      mutualTls: tls.feature,
      checkAssertion: createAssertionCheck(tls.isShown, machineClock),
      checkIntent: createIntentCheck(parts),
      renderError: parts.errorPage.render,
    });
  const build = (): { provider: Provider; handle: RequestListener } => {
    const provider = new OidcProvider(parts.issuerUrl, configure());
    measureTokens(provider, parts);
    pinAddresses(provider, parts);
    publishKeys(provider, keys.jwks().keys);
    provider.use(async (ctx, next) => {
      ctx.set(parts.errorPage.headers);
      await next();
    });
    boundPushed(provider);
    auditEvents(provider, parts);
    const answer = provider.callback();
    const handle: RequestListener = (incoming, outgoing) => {
      void answer(incoming, outgoing);
    };
    return { provider, handle };
  };
  let current = build();
  keys.onChange(() => {
    current = build();
  });
  return {
    handle: (incoming, outgoing) => current.handle(incoming, outgoing),
    interactions: createInteractions({ ...parts, provider: () => current.provider, secrets }),
    browserKey: browserKeyOf(secrets),
    validateClient: (metadata, known) => validate(current.provider, metadata, known),
  };
}

function validate(
  { Client }: Provider,
  metadata: Registration['metadata'],
  known: KnownSoftware,
): InvalidMetadata | undefined {
  try {
    // This validates exactly the metadata that `findClient` will return later. The client id is
    // assigned after this check.
    Reflect.construct(Client, [clientOf({ clientId: 'new', metadata }, known)]);
    return undefined;
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    return { error: error.error, description: error.error_description ?? error.message };
  }
}

/**
 * Publishes the bank's public keys with all their fields. oidc-provider alone would omit
 * `x5t#S256`.
 */
function publishKeys(provider: Provider, privateKeys: readonly PrivateJwk[]): void {
  const keys = privateKeys.map(publishedPart);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === ROUTES.jwks && ctx.status === 200) ctx.body = { keys };
  });
}

/**
 * Limits the size of pushed authorisation requests. Also sends `Retry-After` when a client has
 * pushed too many requests.
 */
function boundPushed(provider: Provider): void {
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
