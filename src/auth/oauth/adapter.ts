import { decodeJwt } from 'jose';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { AuthorisationStore } from '../../domain/ports/authorisation-store.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import { SECOND_MS, type Clock } from '../../shared/time.ts';
import { isFirstUse } from '../single-use.ts';
import { hashSecret } from '../tokens.ts';
import { errors } from './oidc.ts';

/** Longest payload that is kept, in characters of JSON. */
const MAX_PAYLOAD_CHARACTERS = 64 * 1024;

/** The model of a pushed request: what a TPP may have us keep, though only so many of them. */
const PUSHED = 'PushedAuthorizationRequest';

/**
 * Largest body of a pushed request, in bytes, and longest payload of it that is kept: with two
 * signatures and everything that the profile has, one takes 2 to 4 KB.
 */
export const MAX_PUSHED_BYTES = 16 * 1024;

/** Stands for the item's own id in what is kept of it; JSON never has it bare. */
const SELF = '\u0001';

interface AdapterParts {
  readonly store: AuthorisationStore;
  readonly findClient: (id: string) => Promise<AdapterPayload | undefined>;
  /** The machine's. */
  readonly clock: Clock;
}

/** A code came a second time: what it gave the first time has been taken back. */
export class CodeReused extends errors.InvalidGrant {}

/** A client has pushed so many requests that some of them have to expire before the next. */
export class TooManyPushed extends errors.CustomOIDCProviderError {
  constructor() {
    super('temporarily_unavailable', 'too many pushed requests wait for their customers');
    this.status = 429;
    this.statusCode = 429;
  }
}

/**
 * Where oidc-provider keeps its state, model by model. Nothing that could be used again lies in the
 * store: ids that are secrets are hashed, and are not in the payloads either.
 */
export function createAdapters(parts: AdapterParts): (model: string) => Adapter {
  return (model) => {
    switch (model) {
      case 'Client':
        return { ...NOTHING, find: parts.findClient };
      // Every consent needs its customer's own sign-in: there is no session to find again.
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

/** Visits, codes, pushed requests and grants. */
function itemAdapter(model: string, { store, clock }: AdapterParts): Adapter {
  // The id of a grant opens nothing, and what belongs to the grant is found by it.
  const keyOf = (id: string): string => (model === 'Grant' ? id : hashSecret(id));
  return {
    ...NOTHING,
    upsert: async (id, payload, expiresIn) => {
      const grantId = model === 'Grant' ? id : (payload.grantId ?? null);
      const clientId = model === PUSHED ? clientOf(payload) : null;
      const now = clock();
      const expiresAt = now + expectDefined(expiresIn, 'how long it is good') * SECOND_MS;
      const packed = pack(id, payload, clientId === null ? undefined : MAX_PUSHED_BYTES);
      const item = { model, id: keyOf(id), grantId, clientId, payload: packed, expiresAt };
      if (!(await store.saveItem(item, now))) throw new TooManyPushed();
    },
    find: async (id) => {
      const item = await store.findItem(model, keyOf(id));
      if (item === undefined) return undefined;
      // That a code was used is for the store to find out when it is used again: two may come at
      // once.
      const isUsed = item.consumedAt !== null && model !== 'AuthorizationCode';
      return { ...unpack(id, item.payload), ...(isUsed && { consumed: true }) };
    },
    consume: async (id) => {
      if (await store.consumeItem(model, keyOf(id), clock())) return;
      if (model === 'AuthorizationCode') throw new CodeReused('the code was used before');
      throw new errors.InvalidRequestUri('request_uri was used before');
    },
    destroy: async (id) => {
      const removed = await store.removeItem(model, keyOf(id));
      // Of two that end a visit at once, one does.
      if (!removed && model === 'Interaction') throw new errors.SessionNotFound('it has ended');
    },
    revokeByGrantId: (grantId) => store.removeGrant(grantId),
  };
}

/** Assertions of clients, each of which is good once. */
function replayAdapter({ store, clock }: AdapterParts): Adapter {
  return {
    ...NOTHING,
    upsert: async (id, _, expiresIn) => {
      const now = clock();
      const expiresAt = now + expectDefined(expiresIn, 'how long it is good') * SECOND_MS;
      if (await isFirstUse(store, 'ReplayDetection', [id], expiresAt, now)) return;
      throw new errors.InvalidClientAuth('client assertions must be used once');
    },
  };
}

/** Tokens: with those of the sandbox, where the API looks them up. */
function tokenAdapter({ store, clock }: AdapterParts): Adapter {
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
        issuedAt: clock(),
        grantId,
        payload: pack(id, payload),
      });
      if (!saved) throw new errors.InvalidGrant('the grant has ended');
    },
    find: async (id) => {
      const payload = await store.findServerToken(hashSecret(id));
      return payload === undefined ? undefined : unpack(id, payload);
    },
    destroy: (id) => store.removeToken(hashSecret(id)),
    revokeByGrantId: (grantId) => store.removeGrant(grantId),
  };
}

/** Who pushed a request: the client that it names, which has been authenticated by now. */
function clientOf({ request }: AdapterPayload): string {
  const { client_id: clientId } = decodeJwt(expectDefined(request, 'the pushed request'));
  assert(typeof clientId === 'string', 'a pushed request names its client');
  return clientId;
}

function pack(id: string, payload: AdapterPayload, maxCharacters = MAX_PAYLOAD_CHARACTERS): string {
  const text = JSON.stringify(payload);
  if (text.length > maxCharacters) throw new errors.InvalidRequest('it is too large', 413);
  return text.replaceAll(id, SELF);
}

function unpack(id: string, text: string): AdapterPayload {
  return JSON.parse(text.replaceAll(SELF, () => id)) as AdapterPayload;
}
