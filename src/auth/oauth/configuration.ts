import type { Adapter, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { expectDefined } from '../../shared/assert.ts';
import type { Seconds } from '../../shared/time.ts';
import type { PrivateJwk } from '../keys/key-file.ts';
import {
  ACR,
  ALGORITHM,
  asDescription,
  AUTHENTICATION_METHODS,
  RESPONSE_TYPES,
  SCOPES,
  SUBJECT_TYPE,
} from '../profile.ts';
import { CLIENT_TOKEN_SECONDS } from '../tokens.ts';
import { CLAIMS, type createAccounts } from './accounts.ts';
import { INTERACTION_COOKIE, ROUTES } from './addresses.ts';
import type { createAssertionCheck } from './assertions.ts';
import { CERTIFICATES, CLIENT_DEFAULTS } from './clients.ts';
import type { createIntentCheck } from './intent.ts';
import type { mutualTls } from './mutual-tls.ts';
import { interactionPolicy } from './oidc.ts';
import { subjectOf, type Secrets } from './secrets.ts';
import { CODE_SECONDS, INTERACTION_SECONDS } from './create-interactions.ts';

/** Lifetime of an ID token, in seconds. */
const ID_TOKEN_SECONDS: Seconds = 300;

const OFF = { enabled: false };

/** The error page that a browser gets if it cannot be redirected back to the TPP. */
export interface ErrorPage {
  /** Renders the page for an OAuth error (RFC 6749, 4.1.2.1). */
  readonly render: (problem: { error: string; error_description?: string }) => string;
  /** The HTTP headers that all of the bank's pages have. */
  readonly headers: Readonly<Record<string, string>>;
}

interface ConfigurationParts {
  readonly adapter: (model: string) => Adapter;
  readonly keys: readonly PrivateJwk[];
  readonly secrets: Secrets;
  readonly accounts: ReturnType<typeof createAccounts>;
  readonly mutualTls: ReturnType<typeof mutualTls>['feature'];
  readonly checkAssertion: ReturnType<typeof createAssertionCheck>;
  readonly checkIntent: ReturnType<typeof createIntentCheck>;
  readonly renderError: ErrorPage['render'];
}

/**
 * Returns the configuration of oidc-provider for FAPI 1.0 Advanced and the UK profile
 * (docs/decisions, 43).
 */
export function configurationOf(parts: ConfigurationParts): Configuration {
  const { adapter, keys, secrets, accounts, renderError } = parts;
  return {
    adapter,
    jwks: { keys },
    routes: ROUTES,
    cookies: cookiesOf(secrets),
    features: { ...FEATURES, mTLS: parts.mutualTls },
    enabledJWA: {
      authorizationSigningAlgValues: [ALGORITHM],
      clientAuthSigningAlgValues: [ALGORITHM],
      idTokenSigningAlgValues: [ALGORITHM],
      requestObjectSigningAlgValues: [ALGORITHM],
    },
    clientAuthMethods: [...AUTHENTICATION_METHODS],
    clientDefaults: CLIENT_DEFAULTS,
    extraClientMetadata: { properties: [CERTIFICATES] },
    assertJwtClientAuthClaimsAndHeader: parts.checkAssertion,
    clientBasedCORS: () => false,

    // FAPI 1.0 Baseline, 5.2.2.
    allowOmittingSingleRegisteredRedirectUri: false,
    acrValues: [ACR],
    claims: { openid: CLAIMS },
    scopes: [...SCOPES],
    responseTypes: [...RESPONSE_TYPES],
    subjectTypes: [SUBJECT_TYPE],
    pairwiseIdentifier: (_, accountId, { sectorIdentifierUri }) =>
      subjectOf(accountId, expectDefined(sectorIdentifierUri, 'the sector of a client'), secrets),
    // The sector is the organisation in the directory, so oidc-provider need not fetch the URI.
    sectorIdentifierUriValidate: () => false,
    // The consent check is registered as an extra parameter, so that it runs even if the request
    // has no claims.
    extraParams: { claims: parts.checkIntent },
    findAccount: accounts.findAccount,
    interactions: { policy: alwaysPrompt(), url: (_, { uid }) => `/interaction/${uid}` },
    // An earlier grant is never reused, because each consent has its own grant.
    loadExistingGrant: (ctx) => grantOfInteraction(ctx),
    expiresWithSession: () => false,
    ttl: {
      AccessToken: accounts.tokenSeconds,
      AuthorizationCode: CODE_SECONDS,
      ClientCredentials: CLIENT_TOKEN_SECONDS,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html';
      ctx.body = renderError({
        error,
        ...(description !== undefined && { error_description: asDescription(description) }),
      });
    },
  };
}

const FEATURES = {
  claimsParameter: {
    enabled: true,
    // The example request of the UK profile also contains claims for a userinfo endpoint. The
    // service has no such endpoint, so these claims are ignored.
    assertClaimsParameter: (_: unknown, claims: { userinfo?: unknown }) => {
      delete claims.userinfo;
    },
  },
  clientCredentials: { enabled: true },
  fapi: { enabled: true, profile: '1.0 Final' },
  introspection: { enabled: true, allowedPolicy: isOwnToken },
  jwtResponseModes: { enabled: true },
  pushedAuthorizationRequests: { enabled: true },
  requestObjects: { enabled: true, requireSignedRequestObject: true },
  revocation: { enabled: true, allowedPolicy: isOwnToken },
  devInteractions: OFF,
  dPoP: OFF,
  resourceIndicators: OFF,
  rpInitiatedLogout: OFF,
  userinfo: OFF,
} as const satisfies Configuration['features'];

function cookiesOf({ cookieKey }: Secrets): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', secure: true, signed: true } as const;
  return {
    keys: [cookieKey],
    names: {
      interaction: INTERACTION_COOKIE,
      resume: '__Secure-resume',
      session: '__Secure-session',
    },
    long: { ...options, path: ROUTES.authorization },
    // A cookie for each interaction: oidc-provider adds the interaction's path to these options.
    short: options,
  };
}

/**
 * Returns an interaction policy that requires a sign-in and a decision for each request (SCA). By
 * default, oidc-provider would remember both for later requests.
 */
function alwaysPrompt() {
  const { Check, Prompt } = interactionPolicy;
  return [
    new Prompt(
      { name: 'login', requestable: true },
      new Check('always', 'each consent needs a sign-in', 'login_required', (ctx) => {
        return ctx.oidc.result?.login === undefined;
      }),
    ),
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('always', 'each consent needs a decision', 'consent_required', (ctx) => {
        return ctx.oidc.result?.consent === undefined;
      }),
    ),
  ];
}

function grantOfInteraction(ctx: KoaContextWithOIDC) {
  const grantId = ctx.oidc.result?.consent?.grantId;
  return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
}

function isOwnToken(
  _: KoaContextWithOIDC,
  { clientId }: { readonly clientId: string },
  token: { readonly clientId?: string | undefined },
): boolean {
  return token.clientId === clientId;
}
