import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BankSignIn, CALLBACK_PATH } from '../auth/identity-provider/bank-sign-in.ts';
import { IdentityProvider } from '../auth/identity-provider/provider.ts';
import { OperatorSignIn } from '../auth/operators/operator-sign-in.ts';
import { OperatorTokens } from '../auth/operators/api-tokens.ts';
import { NAME_CLAIM, OperatorProviderSignIn } from '../auth/operators/provider-sign-in.ts';
import { isFirstUse } from '../auth/single-use.ts';
import type { Config } from '../config/config.ts';
import type { CertificateExpiry } from '../console/console-context.ts';
import { createConsole } from '../console/index.tsx';
import { cookieName } from '../console/session.ts';
import { fetchListener } from '../listeners/hono-adapter.ts';
import type { ConsoleHandler } from '../listeners/tls-routing.ts';
import { createOperatorApi } from '../ops/api/operator-api.ts';
import { DAY_MS, type Milliseconds, type Seconds } from '../shared/time.ts';
import type { Access } from './access.ts';
import type { Core } from './core.ts';
import { exporterOfCases } from './case-files.ts';
import { controlRoutes } from './operations.ts';
import { serviceReport } from './service-report.ts';
import { readerOfTimelines } from './payment-timelines.ts';

/** Creates the operators' console. Returns null if it is off. */
export function createConsoleHandler(
  core: Core,
  access: Pick<Access, 'settings' | 'listeners' | 'keys'>,
): ConsoleHandler | null {
  const { settings, listeners, keys } = access;
  const { consoleUrl: origin, bankTitle: bankName, certificateFile } = settings;
  if (origin === null) return null;
  const { store, config, machineClock, hub } = core;
  const clock = core.clock.now;
  const exportCase = exporterOfCases(core, access);
  const provider = providerOf(config, origin, keys);
  const pages = createConsole({
    ...core,
    clock,
    origin,
    bankName,
    addressOf: listeners.addressOf,
    timelineOf: readerOfTimelines(core),
    exportCase,
    confirmAction: (...args) => core.useCases.confirmAction(...args),
    signIn: new OperatorSignIn({ store, origin, bankName, clock, machineClock }),
    hasPasskeys: config.consolePasskeys,
    provider: provider && providerSignInOf(core, origin, provider),
    api: provider && apiOf(core, provider, { exportCase, addressOf: listeners.addressOf }),
    uses: {
      hub: hub !== null,
      core: core.coreTasks !== null,
      screening: core.screening !== null,
    },
    certificates: () => certificatesOf(config, certificateFile),
    serviceReport: () => serviceReport(config),
  });
  return {
    pages: fetchListener((request, arrival) => pages.fetch(request, arrival)),
    origin,
    cookie: cookieName(origin),
  };
}

/**
 * Maximum age of an authentication at the provider, in seconds. 0: each sign-in asks the operator.
 * Otherwise another person at the machine could sign in after the operator has signed out.
 */
const MAX_AGE_SECONDS: Seconds = 0;

/** Time for which the keys of requests to the API are stored, in milliseconds. */
const KEY_VALIDITY_MS: Milliseconds = DAY_MS;

/** Creates the client of the bank's OpenID Provider. Returns null if there is none. */
function providerOf(config: Config, origin: string, keys: Access['keys']): IdentityProvider | null {
  const { consoleIdpIssuer: issuer, consoleIdpClientId: clientId, consoleIdpAcr } = config;
  if (issuer === undefined) return null;
  const settings = {
    issuer,
    clientId,
    acr: consoleIdpAcr ?? '',
    maxAgeSeconds: MAX_AGE_SECONDS,
    redirectUri: `${origin}${CALLBACK_PATH}`,
    scope: 'profile',
    claims: [config.consoleIdpIdClaim, config.consoleIdpGroupsClaim, NAME_CLAIM],
  };
  return new IdentityProvider(settings, keys);
}

/** Returns the mapping of the provider's claims to an operator. */
function claimsOf({ consoleIdpIdClaim, consoleIdpGroupsClaim, consoleIdpGroups }: Config) {
  const roles = consoleIdpGroups ?? new Map<string, never>();
  return { id: consoleIdpIdClaim, groups: consoleIdpGroupsClaim, roles };
}

/** Creates the sign-in at the bank's OpenID Provider. */
function providerSignInOf(
  { store, config, clock, machineClock }: Core,
  origin: string,
  provider: IdentityProvider,
): OperatorProviderSignIn {
  return new OperatorProviderSignIn({
    store,
    clock: clock.now,
    isStrong: config.consoleIdpAcr !== undefined,
    bankSignIn: new BankSignIn({ provider, store, clock: machineClock, origin }),
    claims: claimsOf(config),
  });
}

/** Creates the JSON API of operators. Returns null if it is off. */
function apiOf(
  core: Core,
  provider: IdentityProvider,
  {
    exportCase,
    addressOf,
  }: Pick<Access['listeners'], 'addressOf'> & {
    readonly exportCase: ReturnType<typeof exporterOfCases>;
  },
) {
  const { store, config, machineClock, observe } = core;
  const { consoleIdpIssuer: issuer, consoleApiAudience: audience, consoleIdpAcr } = config;
  if (issuer === undefined || audience === undefined) return null;
  const clock = core.clock.now;
  const tokens = new OperatorTokens({
    provider,
    issuer,
    audience,
    store,
    clock,
    machineClock,
    acr: consoleIdpAcr ?? null,
    claims: claimsOf(config),
  });
  return createOperatorApi({
    store,
    clock,
    addressOf,
    observe,
    routes: controlRoutes({ ...core, addresses: null, exportCase }),
    operatorOf: (...args) => tokens.operatorOf(...args),
    isFirstUse: (operatorId, key) => {
      const now = machineClock();
      return isFirstUse(
        store,
        'OperatorForm',
        [operatorId, 'api', key],
        now + KEY_VALIDITY_MS,
        now,
      );
    },
  });
}

/** Returns the certificates of the service, with the end of their validity. */
function certificatesOf(config: Config, tlsFile: string): readonly CertificateExpiry[] {
  const files = [
    ['the listeners', tlsFile],
    ['the payment hub', config.hubCertificateFile],
    ['the core banking system', config.coreCertificateFile],
    ['Confirmation of Payee', config.payeeCertificateFile],
    ['the screening', config.screeningCertificateFile],
  ] as const;
  return files.flatMap(([name, file]) =>
    file === undefined ? [] : [{ name, expiresAt: expiryOf(file) }],
  );
}

/** Returns the end of the validity of the first certificate in a PEM file. */
function expiryOf(file: string): number | null {
  try {
    return Date.parse(new X509Certificate(readFileSync(file)).validTo);
  } catch {
    return null;
  }
}
