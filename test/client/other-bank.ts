import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { Hono, type HonoRequest } from 'hono';
import { FlattenedSign, flattenedVerify, importJWK, type JWK } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { sandboxPki } from '../../src/sandbox/pki/paths.ts';
import { freePort } from '../helpers/free-port.ts';

/*
 * A bank that shares no code with this service: oidc-provider, a certified OpenID Provider, as the
 * authorisation server, and a small API of v3.1.
 */

const BASE = '/open-banking/v3.1/pisp';
const ACR = 'urn:openbanking:psd2:sca';
const PS256 = 'PS256';
const NAMESPACE = 'http://openbanking.org.uk/';
const CRITICAL = ['iat', 'iss', 'tan'].map((name) => `${NAMESPACE}${name}`);
const CRIT = Object.fromEntries(CRITICAL.map((name) => [name, true]));
const CUSTOMER = 'customer-1';

/** A TPP as the bank has registered it, with its public signing key. */
type RegisteredTpp = Readonly<{ id: string; redirectUri: string; key: JWK }>;

/** A request of the API. `customer` is undefined for the TPP's own token. */
type Seen = Readonly<Record<'path' | 'key' | 'customer', string | undefined>>;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: PS256, kid: 'other' };

function configurationOf({ id, redirectUri, key }: RegisteredTpp): Configuration {
  return {
    jwks: { keys: [KEY] },
    clients: [
      {
        ...{ client_id: id, redirect_uris: [redirectUri], jwks: { keys: [key] } },
        ...{ grant_types: ['authorization_code', 'client_credentials'], response_types: ['code'] },
        ...{ token_endpoint_auth_method: 'private_key_jwt', scope: 'openid payments' },
        ...{ token_endpoint_auth_signing_alg: PS256, id_token_signed_response_alg: PS256 },
        ...{ request_object_signing_alg: PS256, require_signed_request_object: true },
        authorization_signed_response_alg: PS256,
      },
    ],
    ...{ clientAuthMethods: ['private_key_jwt'], responseTypes: ['code'], acrValues: [ACR] },
    enabledJWA: {
      ...{ idTokenSigningAlgValues: [PS256], clientAuthSigningAlgValues: [PS256] },
      ...{ requestObjectSigningAlgValues: [PS256], authorizationSigningAlgValues: [PS256] },
    },
    claims: { openid: ['sub', 'acr', 'openbanking_intent_id'] },
    scopes: ['openid', 'payments'],
    cookies: { keys: ['a key of this test'] },
    ttl: {
      AccessToken: 300,
      ClientCredentials: 300,
      Grant: 300,
      Interaction: 300,
      Session: 300,
      IdToken: 300,
    },
    interactions: { url: (_, { uid }) => `/customers/${uid}` },
    features: {
      ...{ devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
      ...{ claimsParameter: { enabled: true }, requestObjects: { enabled: true } },
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
      jwtResponseModes: { enabled: true },
      fapi: { enabled: true, profile: '1.0 Final' },
    },
    findAccount: (_, accountId) => ({
      accountId,
      claims: (_use, _scope, claims) => ({
        sub: accountId,
        openbanking_intent_id: claims['openbanking_intent_id']?.value,
      }),
    }),
  };
}

/** Returns the detached JWS of a body. */
async function signatureOf(body: string): Promise<string> {
  const [iat = '', iss = '', tan = ''] = CRITICAL;
  const header = { alg: PS256, kid: KEY.kid, crit: CRITICAL };
  const claims = { [iat]: 1_700_000_000, [iss]: 'other-bank', [tan]: 'openbanking.org.uk' };
  const signed = await new FlattenedSign(Buffer.from(body))
    .setProtectedHeader({ ...header, ...claims })
    .sign(privateKey, { crit: CRIT });
  return `${signed.protected ?? ''}..${signed.signature}`;
}

type Resource = Readonly<Record<'Data', object>>;

/** The API of domestic payments. Payments get a status that no standard contains, then end. */
function apiOf(provider: Provider, tpp: RegisteredTpp, seen: Seen[]) {
  const stored = new Map<string, Resource>();
  const idOf = new Map<string, string>();
  const app = new Hono().basePath(BASE);
  app.use(async (context, next) => {
    const { req } = context;
    const token = req.header('authorization')?.replace('Bearer ', '') ?? '';
    const customer = await provider.AccessToken.find(token);
    const grant = customer ?? (await provider.ClientCredentials.find(token));
    if (grant?.scope?.split(' ').includes('payments') !== true) return context.body(null, 401);
    const path = `${req.method} ${req.path.slice(BASE.length)}`;
    seen.push({ path, key: req.header('x-idempotency-key'), customer: customer?.accountId });
    if (req.method === 'POST') {
      const [header, , signature = ''] = (req.header('x-jws-signature') ?? '').split('.');
      const payload = Buffer.from(await req.arrayBuffer()).toString('base64url');
      const jws = { protected: header ?? '', payload, signature };
      await flattenedVerify(jws, await importJWK(tpp.key, PS256), { crit: CRIT });
    }
    await next();
    const text = await context.res.clone().text();
    context.res.headers.set('x-jws-signature', await signatureOf(text));
    return undefined;
  });
  app.onError((error, context) => context.text(error.message, 400));
  const create = async (req: HonoRequest, idName: string, Status: string) => {
    const key = req.header('x-idempotency-key') ?? '';
    const known = idOf.get(key);
    const id = known ?? `${idName}-${String(stored.size)}`;
    const { Data, ...others } = await req.json<Resource>();
    stored.set(id, { Data: { ...Data, [idName]: id, Status }, ...others });
    idOf.set(key, id);
    // The bank is overloaded after it made the payment, so that the TPP must repeat the request.
    const isOverloaded = known === undefined && idName === 'DomesticPaymentId';
    if (!isOverloaded) return Response.json(stored.get(id), { status: 201 });
    return new Response('', { status: 503, headers: { 'retry-after': '0' } });
  };
  app.post('/domestic-payment-consents', ({ req }) =>
    create(req, 'ConsentId', 'AwaitingAuthorisation'),
  );
  app.post('/domestic-payments', ({ req }) => create(req, 'DomesticPaymentId', 'Pending'));
  app.get('/domestic-payments/:id', ({ req }) => {
    const { Data } = stored.get(req.param('id')) ?? { Data: {} };
    const isFirst = seen.filter(({ path }) => path?.startsWith('GET ')).length === 1;
    const Status = isFirst ? 'Contemplated' : 'AcceptedCreditSettlementCompleted';
    return Response.json({ Data: { ...Data, Status } });
  });
  app.get('/domestic-payments/:id/payment-details', ({ req }) =>
    Response.json({ Data: { PaymentStatus: [{ PaymentTransactionId: req.param('id') }] } }),
  );
  return getRequestListener(app.fetch);
}

/** Starts the bank. Its customers approve everything at once. */
export async function startOtherBank(pkiFolder: string, tpp: RegisteredTpp) {
  const pki = sandboxPki(pkiFolder);
  const port = await freePort();
  const issuerUrl = `https://localhost:${String(port)}`;
  const provider = new Provider(issuerUrl, configurationOf(tpp));
  const seen: Seen[] = [];
  const api = apiOf(provider, tpp, seen);
  const answer = provider.callback();
  const tls = { cert: readFileSync(pki.server.certificate), key: readFileSync(pki.server.key) };
  const server = createServer(tls, (incoming, outgoing) => {
    const path = incoming.url ?? '';
    if (path.startsWith('/open-banking/')) return void api(incoming, outgoing);
    if (!path.startsWith('/customers/')) return void answer(incoming, outgoing);
    return void (async () => {
      const { params } = await provider.interactionDetails(incoming, outgoing);
      const clientId = String(params['client_id']);
      const grant = new provider.Grant({ accountId: CUSTOMER, clientId });
      grant.addOIDCScope('openid payments');
      grant.addOIDCClaims(['acr', 'openbanking_intent_id']);
      await provider.interactionFinished(incoming, outgoing, {
        login: { accountId: CUSTOMER, acr: ACR },
        consent: { grantId: await grant.save() },
      });
    })();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { issuerUrl, apiUrl: issuerUrl, pki, seen, end: () => server.close() };
}
