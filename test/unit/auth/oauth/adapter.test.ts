import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createAdapters } from '../../../../src/auth/oauth/adapter.ts';
import { MAX_ITEMS_PER_CLIENT } from '../../../../src/domain/ports/authorisation-store.ts';
import { type SeededStore } from '../../../../src/domain/ports/store-admin.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { inFolder, NOW } from '../../../contract/store/fixtures.ts';

type Adapters = ReturnType<typeof createAdapters>;

function withAdapters(use: (adapters: Adapters, store: SeededStore) => Promise<void>) {
  return () =>
    inFolder(async (folder) => {
      const store = openSqliteStore(`${folder}/bank.db`, () => NOW);
      const findClient = (id: string) => Promise.resolve({ client_id: id });
      try {
        await use(createAdapters({ store, findClient, clock: () => NOW }), store);
      } finally {
        await store.close();
      }
    });
}

/** Returns a request of this length that names its client. */
function requestOf(clientId: string, length = 10): string {
  return new UnsecuredJWT({ client_id: clientId, state: 'x'.repeat(length) }).encode();
}

const ID = 'Zm9vYmFyLWEtdmVyeS1zZWNyZXQtaWRlbnRpZmllcg';

describe('the storage adapter of oidc-provider', () => {
  test(
    'returns an item unchanged, although its id is not stored',
    withAdapters(async (adapters, store) => {
      const adapter = adapters('Interaction');
      const payload = {
        jti: ID,
        returnTo: `https://bank.example/as/authorize/${ID}`,
        params: { state: '\u0001 "$&" \\u0001 £' },
      };
      await adapter.upsert(ID, payload, 60);
      expect(await adapter.find(ID)).toEqual(payload);
      expect(await adapter.find('another')).toBeUndefined();
      expect(await store.findItem('Interaction', ID)).toBeUndefined();
    }),
  );

  test(
    'refuses items above the maximum size',
    withAdapters(async (adapters) => {
      const adapter = adapters('Interaction');
      await adapter.upsert(ID, { uid: 'x'.repeat(65_000) }, 60);
      const tooLarge = adapter.upsert(ID, { uid: 'x'.repeat(66_000) }, 60);
      await expect(tooLarge).rejects.toMatchObject({ error: 'invalid_request' });
    }),
  );

  test(
    'limits the size of pushed requests and their number for each client',
    withAdapters(async (adapters) => {
      const adapter = adapters('PushedAuthorizationRequest');
      const push = (id: string, clientId = 'tpp-one', length = 10) =>
        adapter.upsert(id, { request: requestOf(clientId, length) }, 60);
      await expect(push(ID, 'tpp-one', 49_000)).rejects.toMatchObject({ statusCode: 413 });
      const ids = Array.from(
        { length: MAX_ITEMS_PER_CLIENT },
        (_, number) => `${ID}${String(number)}`,
      );
      await Promise.all(ids.map((id) => push(id)));
      const tooMany = { statusCode: 429, error: 'temporarily_unavailable' };
      await expect(push('more')).rejects.toMatchObject(tooMany);
      expect(await adapter.find('more')).toBeUndefined();
      await push('more', 'tpp-two');
    }),
  );

  test(
    'consumes a code once and revokes its grant on reuse',
    withAdapters(async (adapters) => {
      await adapters('Grant').upsert('g', { jti: 'g' }, 60);
      await adapters('AuthorizationCode').upsert(ID, { grantId: 'g' }, 60);
      await adapters('AuthorizationCode').consume(ID);
      expect(await adapters('AuthorizationCode').find(ID)).toEqual({ grantId: 'g' });
      const again = adapters('AuthorizationCode').consume(ID);
      await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
      expect(await adapters('Grant').find('g')).toBeUndefined();
    }),
  );

  test(
    'reports that a pushed request was used',
    withAdapters(async (adapters) => {
      const adapter = adapters('PushedAuthorizationRequest');
      const request = requestOf('tpp-one');
      await adapter.upsert(ID, { request }, 60);
      await adapter.consume(ID);
      expect(await adapter.find(ID)).toEqual({ request, consumed: true });
      await expect(adapter.consume(ID)).rejects.toMatchObject({ error: 'invalid_request_uri' });
    }),
  );

  test(
    'ends an interaction only once',
    withAdapters(async (adapters) => {
      const adapter = adapters('Interaction');
      await adapter.upsert(ID, {}, 60);
      await adapter.destroy(ID);
      await expect(adapter.destroy(ID)).rejects.toMatchObject({ error: 'invalid_request' });
    }),
  );

  test(
    'accepts an assertion only once',
    withAdapters(async (adapters) => {
      const adapter = adapters('ReplayDetection');
      await adapter.upsert('a', {}, 60);
      await expect(adapter.upsert('a', {}, 60)).rejects.toMatchObject({ error: 'invalid_client' });
    }),
  );

  test(
    'stores no sessions',
    withAdapters(async (adapters) => {
      await adapters('Session').upsert(ID, { accountId: 'a' }, 60);
      expect(await adapters('Session').find(ID)).toBeUndefined();
    }),
  );

  test(
    'looks up clients in the directory',
    withAdapters(async (adapters) => {
      expect(await adapters('Client').find('tpp')).toEqual({ client_id: 'tpp' });
    }),
  );

  test(
    'refuses a token without a certificate or without the scope payments',
    withAdapters(async (adapters) => {
      const adapter = adapters('ClientCredentials');
      const token = { clientId: 'tpp-one', exp: NOW / 1000 + 60, scope: 'payments' };
      await expect(adapter.upsert(ID, token, 60)).rejects.toThrow('the certificate of a token');
      const unscoped = { ...token, 'x5t#S256': 'thumbprint', scope: 'openid' };
      await expect(adapter.upsert(ID, unscoped, 60)).rejects.toMatchObject({
        error: 'invalid_scope',
      });
      expect(await adapter.find(ID)).toBeUndefined();
    }),
  );
});
