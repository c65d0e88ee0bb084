import { describe, expect, it } from 'vitest';
import { MAX_PASSKEYS_PER_USER } from '../../../src/domain/ports/sign-in-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { ACT, bankFileOf, LATER, LATER_ACT, NOW, withStore, type OpenStore } from './fixtures.ts';

const secrets = { passwordHash: 'hash', totpSecret: 'secret' };

/** Stores the credentials of two users. */
function storeCredentials(store: Store): Promise<void> {
  return store.putCredentials(['clara', 'sam'].map((userId) => ({ userId, ...secrets })));
}

function passkeyOf(userId: string, id = `of-${userId}`) {
  return { id, userId, publicKey: Buffer.from([1, 2, 3]), counter: 1, name: 'Telephone' };
}

async function idsOf(store: Store, userId: string): Promise<readonly string[]> {
  return (await store.passkeysOf(userId)).map(({ id }) => id);
}

export function passkeysSuite(open: OpenStore): void {
  describe('passkeys', () => {
    it(
      'are found by id and by user, oldest first',
      withStore(open, async (store) => {
        await storeCredentials(store);
        const [first, second] = [passkeyOf('clara', 'z'), passkeyOf('clara', 'a')];
        expect(await store.addPasskey(first, ACT)).toBe('added');
        expect(await store.addPasskey(second, LATER_ACT)).toBe('added');
        expect(await store.addPasskey(passkeyOf('sam'), ACT)).toBe('added');
        const unused = { lastUsedAt: null };
        expect(await store.passkeysOf('clara')).toEqual([
          { ...first, ...unused, createdAt: NOW },
          { ...second, ...unused, createdAt: LATER },
        ]);
        expect(await store.findPasskey('a')).toMatchObject({ userId: 'clara', createdAt: LATER });
        expect(await store.findPasskey('b')).toBeUndefined();
      }),
    );

    it(
      'belong to one user each and cannot be added twice',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await store.addPasskey(passkeyOf('clara', 'one'), ACT);
        expect(await store.addPasskey(passkeyOf('clara', 'one'), ACT)).toBe('known');
        expect(await store.addPasskey(passkeyOf('sam', 'one'), ACT)).toBe('known');
        expect(await idsOf(store, 'sam')).toEqual([]);
      }),
    );

    it(
      'are limited per user, even if many are added concurrently',
      withStore(open, async (store) => {
        await storeCredentials(store);
        const many = Array.from({ length: MAX_PASSKEYS_PER_USER + 2 }, (_, index) =>
          store.addPasskey(passkeyOf('clara', String(index)), ACT),
        );
        const outcomes = await Promise.all(many);
        expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(
          MAX_PASSKEYS_PER_USER,
        );
        expect(outcomes.at(-1)).toBe('tooMany');
        expect(await idsOf(store, 'clara')).toHaveLength(MAX_PASSKEYS_PER_USER);
        expect(await store.addPasskey(passkeyOf('sam'), ACT)).toBe('added');
      }),
    );

    it(
      'are removed only by their user and can then be added again',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await store.addPasskey(passkeyOf('clara', 'one'), ACT);
        expect(await store.removePasskey('sam', 'one', ACT)).toBe(false);
        expect(await store.removePasskey('clara', 'two', ACT)).toBe(false);
        expect(await idsOf(store, 'clara')).toEqual(['one']);
        expect(await store.removePasskey('clara', 'one', ACT)).toBe(true);
        expect(await store.removePasskey('clara', 'one', ACT)).toBe(false);
        expect(await store.addPasskey(passkeyOf('sam', 'one'), ACT)).toBe('added');
      }),
    );

    it(
      'are deleted with a removed user and kept for other users',
      withStore(open, async (store) => {
        await storeCredentials(store);
        for (const userId of ['clara', 'sam']) await store.addPasskey(passkeyOf(userId), ACT);
        const sam = { userId: 'sam', ...secrets };
        await store.applyBankFile(bankFileOf(1, [sam]), ACT);
        expect(await idsOf(store, 'clara')).toEqual([]);
        expect(await idsOf(store, 'sam')).toEqual(['of-sam']);
        // Credentials are stored again at each start.
        await storeCredentials(store);
        expect(await idsOf(store, 'sam')).toEqual(['of-sam']);
      }),
    );

    it(
      'are recorded in the audit log when they are added and removed',
      withStore(open, async (store) => {
        await storeCredentials(store);
        const { sequence } = await store.auditHead();
        await store.addPasskey(passkeyOf('clara', 'one'), ACT);
        await store.addPasskey(passkeyOf('sam', 'one'), ACT);
        await store.removePasskey('sam', 'one', ACT);
        expect((await store.auditHead()).sequence).toBe(sequence + 1);
        await store.removePasskey('clara', 'one', ACT);
        expect((await store.auditHead()).sequence).toBe(sequence + 2);
      }),
    );
  });
}
