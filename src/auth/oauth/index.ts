import type Provider from 'oidc-provider';
import type { RequestListener } from 'node:http';
import type { Store } from '../../domain/ports/store.ts';
import type { KnownSoftware, Registration } from '../../domain/records/access.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { UseCases } from '../../use-cases/index.ts';
import type { Clock } from '../../shared/time.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createAccounts } from './accounts.ts';
import { createAdapters } from './adapter.ts';
import { pinAddresses, type Addresses } from './addresses.ts';
import { createAssertionCheck } from './assertions.ts';
import { clientOf, findClient } from './clients.ts';
import { configurationOf, type ErrorPage } from './configuration.ts';
import { createIntentCheck } from './intent.ts';
import type { Interactions } from './interactions.ts';
import { auditEvents, type AddressOf } from './audit-listener.ts';
import { mutualTls, type CertificateOf } from './mutual-tls.ts';
import { errors, Provider as OidcProvider } from './oidc.ts';
import { publishKeys } from './published-keys.ts';
import { boundPushed } from './pushed-request-limits.ts';
import { browserKeyOf, openSecrets } from './secrets.ts';
import { createInteractions } from './create-interactions.ts';

export interface AuthorisationServerParts extends Addresses {
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
  readonly observe: Observe;
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
