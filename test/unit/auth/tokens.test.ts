import { describe, expect, test } from 'vitest';
import {
  CLIENT_TOKEN_SECONDS,
  createTokenOffice,
  CUSTOMER_TOKEN_SECONDS,
  hashSecret,
  UNENDING_TOKEN_SECONDS,
} from '../../../src/auth/tokens.ts';
import type { NewToken } from '../../../src/domain/store.ts';
import { present } from '../../../src/kernel/assert.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';

/** An office over the TPPs of the sandbox, and what it has kept. */
function office() {
  let now = 1_000_000;
  const kept = new Map<string, NewToken>();
  const store = {
    findClient: (id: string) => Promise.resolve(SANDBOX_SEED.clients.find((one) => one.id === id)),
    saveToken: (token: NewToken) => {
      kept.set(token.hash, token);
      return Promise.resolve();
    },
    findGrant: (hash: string) => Promise.resolve(kept.get(hash)?.grant),
  };
  return {
    tokens: createTokenOffice(store, () => now),
    kept,
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

describe("a TPP's own token", () => {
  test('is good until its hour is over', async () => {
    const { tokens, pass } = office();
    const issued = present(await tokens.issueToClient('tpp-one', 'tpp-one-secret'), 'token');
    expect(issued.expiresInSeconds).toBe(CLIENT_TOKEN_SECONDS);
    const { grant, issuedAt } = issued.kept;
    expect(grant.expiresAt - issuedAt).toBe(CLIENT_TOKEN_SECONDS * 1000);
    expect(await tokens.verify(issued.token)).toMatchObject({
      clientId: 'tpp-one',
      kind: 'client',
      consentId: null,
    });
    pass(CLIENT_TOKEN_SECONDS * 1000 - 1);
    expect(await tokens.verify(issued.token)).toBeDefined();
    pass(1);
    expect(await tokens.verify(issued.token)).toBeUndefined();
  });

  test('is kept as its hash and in no other form', async () => {
    const { tokens, kept } = office();
    const issued = present(await tokens.issueToClient('tpp-one', 'tpp-one-secret'), 'token');
    expect([...kept.keys()]).toEqual([hashSecret(issued.token)]);
    expect(JSON.stringify([...kept])).not.toContain(issued.token);
    expect(await tokens.verify(issued.kept.hash)).toBeUndefined();
  });

  test.each([
    ['tpp-one', 'tpp-one-secre'],
    ['tpp-one', ''],
    ['tpp-one', SANDBOX_SEED.clients[0]?.secretHash ?? 'none'],
    ['tpp-lapsed', 'tpp-lapsed-secret'],
    ['tpp-aisp', 'tpp-aisp-secret'],
    ['nobody', ''],
    ['', ''],
  ])('is not given to %s with %s', async (clientId, secret) => {
    const { tokens, kept } = office();
    expect(await tokens.issueToClient(clientId, secret)).toBeUndefined();
    expect(kept.size).toBe(0);
  });
});

describe("the token of a customer's approval", () => {
  test('names its consent, and is nothing before it is kept', async () => {
    const { tokens, kept } = office();
    const minted = tokens.mintForCustomer('tpp-one', 'fpc-1', CUSTOMER_TOKEN_SECONDS);
    expect(await tokens.verify(minted.token)).toBeUndefined();
    kept.set(minted.kept.hash, minted.kept);
    expect(await tokens.verify(minted.token)).toMatchObject({
      clientId: 'tpp-one',
      kind: 'customer',
      consentId: 'fpc-1',
    });
  });

  test.each([1, CUSTOMER_TOKEN_SECONDS, UNENDING_TOKEN_SECONDS])(
    'is good for the %i seconds that it is given',
    async (seconds) => {
      const { tokens, kept, pass } = office();
      const minted = tokens.mintForCustomer('tpp-one', 'vrpc-1', seconds);
      kept.set(minted.kept.hash, minted.kept);
      expect(minted.expiresInSeconds).toBe(seconds);
      pass(seconds * 1000 - 1);
      expect(await tokens.verify(minted.token)).toBeDefined();
      pass(1);
      expect(await tokens.verify(minted.token)).toBeUndefined();
    },
  );

  test('is never the same twice', () => {
    const { tokens } = office();
    const minted = Array.from({ length: 100 }, () =>
      tokens.mintForCustomer('tpp-one', 'fpc-1', CUSTOMER_TOKEN_SECONDS),
    );
    expect(new Set(minted.map(({ token }) => token)).size).toBe(100);
  });
});
