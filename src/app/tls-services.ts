import type { App } from '../api/request-context.ts';
import { serveRegistration, type RegistrationRoutes } from '../api/registration.ts';
import { followDirectory } from '../auth/directory/watcher.ts';
import { openCertificateOwners } from '../auth/directory/certificate-owners.ts';
import { readDirectoryKeys } from '../auth/directory/document.ts';
import { createDirectoryRefresher } from '../auth/directory/refresher.ts';
import { createDirectorySource } from '../auth/directory/source.ts';
import { createRegistration } from '../auth/registration/index.ts';
import { createAuthorisationServer, type AuthorisationServer } from '../auth/oauth/index.ts';
import {
  BankSignIn,
  CALLBACK_PATH,
  type BankSignInParts,
} from '../auth/identity-provider/bank-sign-in.ts';
import { IdentityProvider } from '../auth/identity-provider/provider.ts';
import { createPasskeys } from '../auth/sign-in/passkey-service.ts';
import { createSignIn } from '../auth/sign-in/sign-in.ts';
import type { TlsHandlers } from '../listeners/tls-routing.ts';
import { fetchListener } from '../listeners/hono-adapter.ts';
import { SECOND_MS } from '../shared/time.ts';
import { createErrorPage } from '../web/error-page.tsx';
import { pageHeaders } from '../web/headers.ts';
import { createPages } from '../web/journey/routes.tsx';
import { parseDirectoryInThread } from '../workers/directory.ts';
import type { Access } from './access.ts';
import { createConsoleHandler } from './console.ts';
import type { Core } from './core.ts';
import { recordServiceAct } from './audit.ts';

/** The request handlers of the TLS listeners. `stop` stops the services behind them. */
export interface TlsServices {
  readonly handlers: TlsHandlers;
  stop(): Promise<void>;
}

/** Creates the request handlers of the TLS listeners. `api` handles the Open Banking endpoints. */
export async function createTlsServices(
  core: Core,
  access: Access,
  api: App,
): Promise<TlsServices> {
  const { issuerUrl, apiUrl, aliases } = access.settings;
  const { holders, stopDirectory } = await openDirectory(core, access);
  const { keys } = access;
  keys.onChange(() => {
    void recordServiceAct(core, 'keys', { action: 'keysChanged', subject: keys.signing().kid });
  });
  const authorisation = await createAuthorisation(core, access);
  serveRegistration(api, registrationOf(core, access, authorisation));
  const pages = pagesOf(core, access, authorisation);
  await core.profile.servePages(pages, { ...core, pagesPort: access.listeners.pagesPort });
  return {
    handlers: {
      api,
      issuerUrl,
      apiUrl,
      aliases,
      wrap: core.traced.handler,
      pages: fetchListener((request, arrival) => pages.fetch(request, arrival)),
      authorisation: authorisation.handle,
      console: createConsoleHandler(core, access),
      organisationOf: holders.organisationOf,
    },
    stop: async () => {
      keys.stop();
      access.secrets.stop();
      await stopDirectory();
    },
  };
}

/**
 * Reads the directory of TPPs before the listeners start to serve, and then periodically. One node
 * does this for all nodes.
 */
async function openDirectory(
  { config, store, clock, machineClock, observe, tasks }: Core,
  { settings }: Access,
) {
  const refreshMs = config.directoryRefreshSeconds * SECOND_MS;
  const source = createDirectorySource(settings.directory, refreshMs, machineClock);
  const holders = await openCertificateOwners(store);
  const directory = createDirectoryRefresher({
    source,
    read: parseDirectoryInThread,
    store,
    observe,
    clock: clock.now,
    isOurs: () => tasks.holds('directory'),
    changed: holders.refresh,
  });
  const isRead = await directory.refresh();
  // The server of a URL may be unavailable for a while, so the service starts anyway. If a file
  // cannot be read, the setting is wrong.
  if (!isRead && !URL.canParse(settings.directory)) {
    throw new Error(
      `${settings.directory} cannot be read as a directory of TPPs. The log contains the reason.`,
    );
  }
  directory.start();
  const changed = (): Promise<void> => {
    directory.forget();
    return holders.refresh();
  };
  const following = followDirectory({ store, changed, observe });
  const stopDirectory = async (): Promise<void> => {
    await following.stop();
    await directory.stop();
  };
  return { holders, stopDirectory };
}

function createAuthorisation(core: Core, { settings, keys, listeners }: Access) {
  return createAuthorisationServer({
    ...core,
    keys,
    issuerUrl: settings.issuerUrl,
    apiUrl: settings.apiUrl,
    jwksUri: core.config.jwksUri ?? null,
    clock: core.clock.now,
    certificateOf: listeners.certificateOf,
    addressOf: listeners.addressOf,
    errorPage: {
      render: createErrorPage(settings.bankTitle),
      headers: pageHeaders(settings.issuerUrl),
    },
  });
}

function registrationOf(
  { store, tokens, clock, machineClock }: Core,
  { settings }: Access,
  server: AuthorisationServer,
): RegistrationRoutes {
  const directoryKeys = () => readDirectoryKeys(settings.directoryKeysFile);
  // If the key file is invalid, this throws and the service does not start.
  directoryKeys();
  const registration = createRegistration({
    store,
    directoryKeys,
    validateClient: (metadata, known) => server.validateClient(metadata, known),
    issuerUrl: settings.issuerUrl,
    clock: machineClock,
  });
  return { registration, tokens, clock: clock.now };
}

function pagesOf(
  core: Core,
  { settings, listeners, keys }: Access,
  { interactions, browserKey }: AuthorisationServer,
) {
  const { config, store, machineClock, profile, observe } = core;
  const cost = profile.signInCost;
  const { issuerUrl: origin, bankTitle: bankName } = settings;
  const bankSignIn = bankSignInOf(config, { store, clock: machineClock, origin, keys });
  // With a sign-in at the bank, its own factors are used.
  const passkeys = bankSignIn ? undefined : createPasskeys({ store, origin, bankName });
  return createPages({
    ...core,
    interactions,
    clock: core.clock.now,
    signIn: createSignIn({
      store,
      passkeys,
      browserKey,
      observe,
      cost,
      clock: machineClock,
    }),
    passkeys,
    bankSignIn,
    origin,
    bankName,
    addressOf: listeners.addressOf,
  });
}

/** Creates the sign-in at the bank's OpenID Provider. Undefined if customers sign in here. */
function bankSignInOf(
  { signInIssuer: issuer, signInClientId, signInAcr, signInMaxAgeSeconds }: Core['config'],
  { keys, ...parts }: Omit<BankSignInParts, 'provider'> & Pick<Access, 'keys'>,
): BankSignIn | undefined {
  if (issuer === null) return undefined;
  const settings = {
    issuer,
    clientId: signInClientId,
    acr: signInAcr,
    maxAgeSeconds: signInMaxAgeSeconds,
    redirectUri: `${parts.origin}${CALLBACK_PATH}`,
  };
  return new BankSignIn({ ...parts, provider: new IdentityProvider(settings, keys) });
}
