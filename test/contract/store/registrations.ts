import { describe, expect, it } from 'vitest';
import type { SingleUse } from '../../../src/domain/ports/authorisation-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import {
  MAX_REGISTRATIONS_PER_SOFTWARE,
  type Registration,
} from '../../../src/domain/records/access.ts';
import { ACT, LATER, LATER_ACT, NOW, tokenOf, withStore, type OpenStore } from './fixtures.ts';

export const CERTIFICATE = 'certificate of one';
export const BOUND = tokenOf('bound', { certificate: CERTIFICATE });

function registrationOf(clientId: string, id = 'one'): Registration {
  const metadata = { scope: 'payments', redirect_uris: ['https://one.example'] };
  return { clientId, softwareId: `software of ${id}`, metadata, registeredAt: NOW };
}

/** Stores a registration without a request. */
export function register(store: Store, clientId: string, id?: string) {
  return store.saveRegistration(registrationOf(clientId, id), null, ACT);
}

/** A registration request that is used now. */
function requestOf(id: string): SingleUse {
  const item = { model: 'RegistrationRequest', id, grantId: null, clientId: null, payload: '{}' };
  return { ...item, usedAt: NOW, expiresAt: LATER };
}

/** Registers tpp-one and stores a token that is bound to its certificate. */
export async function issueBound(store: Store): Promise<void> {
  await register(store, 'tpp-one');
  await store.saveToken(BOUND);
}

/** Returns whether the bound token and an unbound one are valid. */
export async function validTokens(store: Store): Promise<readonly boolean[]> {
  const found = await Promise.all([store.findGrant('bound'), store.findGrant('free')]);
  return found.map((grant) => grant !== undefined);
}

/** Tests of client registrations, each changed by a single-use request. */
export function registrationSuite(open: OpenStore): void {
  describe('a registration', () => {
    it(
      'creates a client and can be changed',
      withStore(open, async (store) => {
        const registration = registrationOf('client-1');
        expect(await store.saveRegistration(registration, requestOf('a'), ACT)).toBe('kept');
        expect(await store.findRegistration('client-1')).toEqual(registration);
        expect(await store.findSoftwareOf('client-1')).toHaveProperty(
          'software.id',
          'software of one',
        );
        expect(await store.findSandboxSecret('client-1')).toBeUndefined();
        const metadata = { scope: 'openid' };
        const change = () =>
          store.changeRegistration('client-1', metadata, requestOf('b'), LATER_ACT);
        expect(await change()).toBe('kept');
        expect(await store.findRegistration('client-1')).toEqual({
          ...registration,
          metadata,
        });
      }),
    );

    it(
      'is stored once per request, with an audit entry or not at all',
      withStore(open, async (store) => {
        const save = (clientId: string, request: string) =>
          store.saveRegistration(registrationOf(clientId), requestOf(request), ACT);
        const change = (clientId: string, request: string) =>
          store.changeRegistration(clientId, {}, requestOf(request), ACT);
        const saved = ['client-1', 'client-2', 'client-3'].map((id) => save(id, 'a'));
        expect((await Promise.all(saved)).sort()).toEqual(['kept', 'requestUsed', 'requestUsed']);
        expect(await store.findRegistration('client-2')).toBeUndefined();
        expect(await store.findSoftwareOf('client-2')).toBeUndefined();
        expect(await change('client-1', 'a')).toBe('requestUsed');
        expect(await store.findRegistration('client-1')).toEqual(registrationOf('client-1'));
        expect(await store.auditHead()).toHaveProperty('sequence', 1);
        expect(await change('client-2', 'b')).toBe('gone');
        expect(await change('client-1', 'b')).toBe('kept');
        expect(await store.auditHead()).toHaveProperty('sequence', 2);
        expect(await store.removeRegistration('client-2', ACT)).toBe(false);
        expect(await store.removeRegistration('client-1', ACT)).toBe(true);
        expect(await store.auditHead()).toHaveProperty('sequence', 3);
      }),
    );

    it(
      'is deleted with the tokens of its client and cannot be changed afterwards',
      withStore(open, async (store) => {
        await issueBound(store);
        await register(store, 'client-1');
        await store.saveToken(tokenOf('other', { clientId: 'client-1', certificate: CERTIFICATE }));
        await store.saveToken(tokenOf('free'));
        expect(await store.removeRegistration('tpp-one', ACT)).toBe(true);
        expect(await validTokens(store)).toEqual([false, false]);
        expect(await store.findGrant('other')).toBeDefined();
        expect(await store.findRegistration('tpp-one')).toBeUndefined();
        expect(await store.changeRegistration('tpp-one', {}, requestOf('a'), ACT)).toBe('gone');
        expect(await store.removeRegistration('tpp-one', ACT)).toBe(false);
        // A token that was issued concurrently with the end of the registration.
        await store.saveToken({ ...BOUND, hash: 'late' });
        expect(await store.findGrant('late')).toBeUndefined();
        expect(await store.findSoftwareOf('tpp-one')).toBeDefined();
      }),
    );

    it(
      'is limited in number per software',
      withStore(open, async (store) => {
        const numbers = Array.from({ length: MAX_REGISTRATIONS_PER_SOFTWARE + 1 }, (_, at) => at);
        const saved = await Promise.all(
          numbers.map((at) => register(store, `client-${String(at)}`)),
        );
        const kept = saved.filter((outcome) => outcome === 'kept');
        expect(kept).toHaveLength(MAX_REGISTRATIONS_PER_SOFTWARE);
        expect(await register(store, 'client-0')).toBe('kept');
        expect(await register(store, 'of another', 'aisp')).toBe('kept');
        const another = () =>
          store.saveRegistration(registrationOf('client-new'), requestOf('a'), ACT);
        expect(await another()).toBe('tooMany');
        await store.removeRegistration('client-0', ACT);
        expect(await another()).toBe('kept');
      }),
    );

    it(
      'requires software that the directory lists',
      withStore(open, async (store) => {
        const saving = register(store, 'client-1', 'nobody');
        await expect(saving).rejects.toThrow(/foreign key|23503/i);
        expect(await store.auditHead()).toHaveProperty('sequence', 0);
      }),
    );
  });
}
