import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Provider, {
  errors,
  type ClientMetadata,
  type Configuration,
  type InteractionResults,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { SECOND_MS, type Clock, type Seconds } from '../../shared/time.ts';
import { DetailSchema, Details, detailsIn, digestOf } from './details.ts';
import { formOf, textOf } from './forms.ts';
import { page, signInPage } from './pages.ts';
import { Phone } from './phone.ts';
import { ACR, AUTH_REQ_ID_CLAIM, OPERATOR_CLAIMS, type Proof, type Users } from './proof.ts';

const ALGORITHM = 'PS256';

/** Audience of access tokens. The library requires one, but no service uses these tokens. */
const RESOURCE = 'urn:bank:approvals';

const TTL: Seconds = 600;

export interface ReferenceOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Base URL of the service's pages. Its keys and its callback are there. */
  readonly service: string;
  /** The operators' console, which is a client of its own. Undefined if there is none. */
  readonly console?: { readonly clientId: string; readonly url: string };
  readonly users: Users;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly title?: string;
  /** Fetches the keys of the service. */
  readonly fetch?: typeof fetch;
  /** Changes the proof of an approval or of a sign-in. By default, it is honest. */
  readonly distort?: (proof: Proof) => Proof;
}

/**
 * Creates an OpenID Provider that is configured like that of a bank: code flow with PKCE, PAR,
 * CIBA, signed request objects, authorization details, `acr`, and RP-initiated logout. All its
 * state is in memory.
 */
export function createReferenceProvider(options: ReferenceOptions): RequestListener {
  const {
    issuer,
    service,
    users,
    clock,
    title = 'The bank',
    distort = (proof: Proof) => proof,
    console: operators,
  } = options;
  const targets = operators === undefined ? service : `${service} ${operators.url}`;
  const phone = new Phone({ users, clock, distort });
  const provider = new Provider(issuer, configurationOf(options, phone, distort));
  provider.use((ctx, next) => phone.limitPolls(ctx, next));
  const answer = provider.callback();

  const signIn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { uid, params } = await provider.interactionDetails(incoming, outgoing);
    const details = detailsIn(params['authorization_details']);
    const action = `/sign-in/${uid}`;
    const show = (user: string, isWrong: boolean) =>
      outgoing
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          // Like the page of a bank, it allows its form to redirect only to the service.
          'content-security-policy': `default-src 'none'; form-action 'self' ${targets}`,
        })
        .end(signInPage({ title, action, user, details, isWrong }));
    const hint = nameOf(users, textOf(params['login_hint']));
    if (incoming.method !== 'POST') return void show(hint, false);
    const form = await formOf(incoming);
    const finish = (result: InteractionResults) =>
      provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false });
    if (form.get('decision') !== 'yes') return finish({ error: 'access_denied' });
    const name = form.get('user') ?? '';
    const [user] = [users.get(name)].filter((known) => known?.password === form.get('password'));
    if (user === undefined) return void show(name, true);
    const clientId = textOf(params['client_id']);
    const grant = new provider.Grant({ accountId: user.subject, clientId });
    allowClaims(grant);
    const authTime = Math.floor(clock() / SECOND_MS);
    const proof = distort({ acr: ACR, authTime, details, subject: user.subject });
    for (const detail of details) grant.addRar(detail);
    await finish({
      login: {
        accountId: user.subject,
        ts: proof.authTime,
        ...(proof.acr !== undefined && { acr: proof.acr }),
      },
      consent: { grantId: await grant.save() },
    });
  };

  return (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', issuer);
    const isOnPhone = pathname === '/phone';
    if (!isOnPhone && !pathname.startsWith('/sign-in/')) return void answer(incoming, outgoing);
    const answered = isOnPhone
      ? phone.answer(provider, incoming, outgoing)
      : signIn(incoming, outgoing);
    answered.catch(() => outgoing.writeHead(400).end('This page has expired.'));
  };
}

function configurationOf(
  { clientId, service, console: operators, users, fetch: fetchKeys = fetch }: ReferenceOptions,
  phone: Phone,
  distort: (proof: Proof) => Proof,
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: ALGORITHM, kid: 'idp' };
  return {
    jwks: { keys: [jwk] },
    clients: [
      clientOf({ clientId, service }),
      ...(operators === undefined ? [] : [consoleClientOf(operators, service)]),
    ],
    enabledJWA: {
      idTokenSigningAlgValues: [ALGORITHM],
      clientAuthSigningAlgValues: [ALGORITHM],
      requestObjectSigningAlgValues: [ALGORITHM],
    },
    acrValues: [ACR],
    claims: {
      openid: ['sub', 'acr', 'auth_time', 'approved_details_hash', AUTH_REQ_ID_CLAIM],
      profile: [...OPERATOR_CLAIMS],
    },
    scopes: ['openid', 'profile'],
    cookies: {
      keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }).d ?? ''],
    },
    // The library would refuse addresses of this machine.
    fetch: (url) => fetchKeys(url),
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    // An approval has a grant of its own.
    async loadExistingGrant({ oidc }) {
      const grantId = oidc.result?.consent?.grantId;
      if (grantId !== undefined) return oidc.provider.Grant.find(grantId);
      if (oidc.params?.['authorization_details'] !== undefined) return undefined;
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client?.clientId });
      allowClaims(grant);
      await grant.save();
      return grant;
    },
    findAccount(_, sub, token) {
      const name = nameOf(users, sub);
      if (name === '') return undefined;
      const { rar, kind, jti } = (token ?? {}) as { rar?: unknown; kind?: string; jti?: string };
      const confirmed = Details.parse(rar ?? []);
      const { details, authReqId } = distort({
        ...{ acr: ACR, authTime: 0, details: confirmed, subject: sub },
        ...(kind === 'BackchannelAuthenticationRequest' && jti !== undefined && { authReqId: jti }),
      });
      const approved = details.length > 0 && { approved_details_hash: digestOf(details) };
      const answered = authReqId !== undefined && { [AUTH_REQ_ID_CLAIM]: authReqId };
      const operator = { preferred_username: name, name, groups: users.get(name)?.groups };
      return { accountId: sub, claims: () => ({ sub, ...operator, ...approved, ...answered }) };
    },
    features: featuresOf(phone),
    ttl: {
      Session: TTL,
      Interaction: TTL,
      Grant: TTL,
      AuthorizationCode: 60,
      AccessToken: 60,
      IdToken: 300,
      // The library calls this without a context, too.
      BackchannelAuthenticationRequest: (ctx: KoaContextWithOIDC | undefined) =>
        Math.min(TTL, Number(ctx?.oidc.params?.['requested_expiry'] ?? TTL)),
    },
  };
}

function clientOf({
  clientId,
  service,
}: Pick<ReferenceOptions, 'clientId' | 'service'>): ClientMetadata {
  return {
    client_id: clientId,
    redirect_uris: [`${service}/sign-in/callback`],
    post_logout_redirect_uris: [`${service}/my?signed-out`],
    response_types: ['code'],
    grant_types: ['authorization_code', 'urn:openid:params:grant-type:ciba'],
    backchannel_token_delivery_mode: 'poll',
    backchannel_authentication_request_signing_alg: ALGORITHM,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: ALGORITHM,
    id_token_signed_response_alg: ALGORITHM,
    request_object_signing_alg: ALGORITHM,
    require_pushed_authorization_requests: true,
    require_auth_time: true,
    authorization_details_types: ['payment_approval'],
    jwks_uri: `${service}/as/jwks`,
  };
}

/** Returns the metadata of the operators' console. It uses the keys of the service. */
function consoleClientOf(
  { clientId, url }: NonNullable<ReferenceOptions['console']>,
  service: string,
): ClientMetadata {
  return {
    ...clientOf({ clientId, service }),
    authorization_details_types: [],
    redirect_uris: [`${url}/sign-in/callback`],
    post_logout_redirect_uris: [],
    grant_types: ['authorization_code'],
  };
}

/** Allows a client to get the claims of operators. Users who are customers have none. */
function allowClaims(grant: {
  addOIDCScope: (scope: string) => void;
  addOIDCClaims: (claims: string[]) => void;
}): void {
  grant.addOIDCScope('openid profile');
  grant.addOIDCClaims([...OPERATOR_CLAIMS]);
}

function featuresOf(phone: Phone): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    claimsParameter: { enabled: true },
    ciba: phone.feature,
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true, requireSignedRequestObject: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: ({ oidc }) =>
        oidc.params?.['authorization_details'] === undefined ? [] : RESOURCE,
      getResourceServerInfo: () => ({ scope: '', audience: RESOURCE }),
      useGrantedResource: () => true,
    },
    rpInitiatedLogout: { enabled: true, logoutSource: showLogout },
    richAuthorizationRequests: {
      enabled: true,
      types: {
        payment_approval: {
          validate: (_: unknown, detail: unknown) => {
            if (DetailSchema.safeParse(detail).success) return;
            throw new errors.InvalidAuthorizationDetails(
              'headline, lines and linked_to are needed',
            );
          },
        },
      },
      authorizationDetailsForGrantSource: ({ oidc }: { oidc: { grant: { rar: unknown } } }) =>
        oidc.grant.rar,
      authorizationDetailsForAccessToken: (_: unknown, __: unknown, { rar }: { rar: unknown }) =>
        rar,
      authorizationDetailsForIntrospection: (_: unknown, { rar }: { rar: unknown }) => rar,
    },
  } as Configuration['features'];
}

function showLogout(ctx: { body: unknown }, form: string): void {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  ctx.body = page('Sign out?', `${form}${button}`);
}

function nameOf(users: Users, subject: string): string {
  return [...users].find(([, user]) => user.subject === subject)?.[0] ?? '';
}
