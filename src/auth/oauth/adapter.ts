import { decodeJwt } from 'jose';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { AuthorisationStore } from '../../domain/ports/authorisation-store.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import { SECOND_MS, type Clock } from '../../shared/time.ts';
import { isFirstUse } from '../single-use.ts';
import { hashSecret } from '../tokens.ts';
import { errors } from './oidc.ts';

/** Maximum size of a stored payload, in characters of JSON. */
const MAX_PAYLOAD_CHARACTERS = 64 * 1024;

/**
 * The name of oidc-provider's model for pushed authorisation requests. The number of these is
 * limited for each client.
 */
const PUSHED = 'PushedAuthorizationRequest';

/**
 * Maximum size of a pushed authorisation request, both of its body in bytes and of its stored
 * payload in characters. A request with two signatures and every parameter of the profile takes 2
 * to 4 KB.
 */
export const MAX_PUSHED_BYTES = 16 * 1024;

/**
 * Replaces an item's own id in the stored payload. JSON always escapes this character, so it cannot
 * occur there otherwise.
 */
const SELF = '\u0001';

interface AdapterParts {
  readonly store: AuthorisationStore;
  readonly findClient: (id: string) => Promise<AdapterPayload | undefined>;
  /** The system clock. */
  readonly clock: Clock;
}

/**
 * Thrown when an authorisation code is used a second time. Its grant and its tokens have already
 * been revoked.
 */
export class CodeReused extends errors.InvalidGrant {}

/**
 * Thrown when a client has too many unexpired pushed requests. The client may retry later (HTTP
 * 429).
 */
export class TooManyPushed extends errors.CustomOIDCProviderError {
  constructor() {
    super(
      'temporarily_unavailable',
      'too many pushed authorization requests have not expired yet; try again later',
    );
    this.status = 429;
    this.statusCode = 429;
  }
}

/**
 * Returns a function that creates the storage adapter of each oidc-provider model. The database
 * contains nothing that an attacker could replay. If an id is a secret, only its hash is stored,
 * and the id is removed from the payload.
 */
export function createAdapters(parts: AdapterParts): (model: string) => Adapter {
  return (model) => {
    switch (model) {
      case 'Client':
        return { ...NOTHING, find: parts.findClient };
      // Sessions are not stored, because every consent requires a sign-in of its own.
      case 'Session':
        return NOTHING;
      case 'AccessToken':
      case 'ClientCredentials':
        return tokenAdapter(parts);
      case 'ReplayDetection':
        return replayAdapter(parts);
      default:
        return itemAdapter(model, parts);
    }
  };
}

const nothing = (): Promise<undefined> => Promise.resolve(undefined);

const NOTHING: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

/** Creates the storage adapter for interactions, codes, pushed requests and grants. */
function itemAdapter(model: string, { store, clock }: AdapterParts): Adapter {
  // A grant's id is not a secret, and the grant's items and tokens are found by it.
  const keyOf = (id: string): string => (model === 'Grant' ? id : hashSecret(id));
  return {
    ...NOTHING,
    upsert: async (id, payload, expiresIn) => {
      const grantId = model === 'Grant' ? id : (payload.grantId ?? null);
      const clientId = model === PUSHED ? clientOf(payload) : null;
      const now = clock();
      const expiresAt = now + expectDefined(expiresIn, 'the lifetime of an item') * SECOND_MS;
      const packed = pack(id, payload, clientId === null ? undefined : MAX_PUSHED_BYTES);
      const item = { model, id: keyOf(id), grantId, clientId, payload: packed, expiresAt };
      if (!(await store.saveItem(item, now))) throw new TooManyPushed();
    },
    find: async (id) => {
      const item = await store.findItem(model, keyOf(id));
      if (item === undefined) return undefined;
      // A used authorisation code is not reported here. Two requests with the same code can arrive
      // at the same time, so `consume` detects reuse in one atomic step.
      const isUsed = item.consumedAt !== null && model !== 'AuthorizationCode';
      return { ...unpack(id, item.payload), ...(isUsed && { consumed: true }) };
    },
    consume: async (id) => {
      if (await store.consumeItem(model, keyOf(id), clock())) return;
      if (model === 'AuthorizationCode')
        throw new CodeReused('the authorization code has already been used');
      throw new errors.InvalidRequestUri('the request_uri has already been used');
    },
    destroy: async (id) => {
      const removed = await store.removeItem(model, keyOf(id));
      // If two requests end the same interaction at the same time, only one of them succeeds.
      if (!removed && model === 'Interaction')
        throw new errors.SessionNotFound('the interaction has already ended');
    },
    revokeByGrantId: (grantId) => store.removeGrant(grantId),
  };
}

/** Creates the storage adapter that makes each client assertion usable only once. */
function replayAdapter({ store, clock }: AdapterParts): Adapter {
  return {
    ...NOTHING,
    upsert: async (id, _, expiresIn) => {
      const now = clock();
      const expiresAt = now + expectDefined(expiresIn, 'the lifetime of an item') * SECOND_MS;
      if (await isFirstUse(store, 'ReplayDetection', [id], expiresAt, now)) return;
      throw new errors.InvalidClientAuth(
        'the client assertion has already been used; send a new jti each time',
      );
    },
  };
}

/**
 * Creates the storage adapter for access tokens. They are stored together with the sandbox's
 * tokens, where the API looks tokens up.
 */
function tokenAdapter({ store }: AdapterParts): Adapter {
  return {
    ...NOTHING,
    upsert: async (id, payload) => {
      if (payload.scope?.split(' ').includes('payments') !== true) {
        throw new errors.InvalidScope('scope must be payments', 'payments');
      }
      const grantId = payload.grantId ?? null;
      const consent = grantId === null ? null : await store.findConsentByGrant(grantId);
      const saved = await store.saveServerToken({
        hash: hashSecret(id),
        grant: {
          clientId: expectDefined(payload.clientId, 'the client of a token'),
          kind: grantId === null ? 'client' : 'customer',
          consentId: consent === null ? null : expectDefined(consent, 'the consent of a grant').id,
          certificate: expectDefined(payload['x5t#S256'], 'the certificate of a token'),
          expiresAt: expectDefined(payload.exp, 'the end of a token') * SECOND_MS,
        },
        grantId,
        payload: pack(id, payload),
      });
      if (!saved) throw new errors.InvalidGrant('the grant has been revoked');
    },
    find: async (id) => {
      const payload = await store.findServerToken(hashSecret(id));
      return payload === undefined ? undefined : unpack(id, payload);
    },
    destroy: (id) => store.removeToken(hashSecret(id)),
    revokeByGrantId: (grantId) => store.removeGrant(grantId),
  };
}

/**
 * Returns the id of the client that pushed a request. oidc-provider has already authenticated the
 * client.
 */
function clientOf({ request }: AdapterPayload): string {
  const { client_id: clientId } = decodeJwt(expectDefined(request, 'the pushed request'));
  assert(typeof clientId === 'string', 'a pushed request names its client');
  return clientId;
}

function pack(id: string, payload: AdapterPayload, maxCharacters = MAX_PAYLOAD_CHARACTERS): string {
  const text = JSON.stringify(payload);
  if (text.length > maxCharacters) throw new errors.InvalidRequest('the request is too large', 413);
  return text.replaceAll(id, SELF);
}

function unpack(id: string, text: string): AdapterPayload {
  return JSON.parse(text.replaceAll(SELF, () => id)) as AdapterPayload;
}
