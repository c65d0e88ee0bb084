import { describe, expect, test } from 'vitest';
import {
  CLIENT_TOKEN_SECONDS,
  createTokenService,
  CUSTOMER_TOKEN_SECONDS,
  hashSecret,
  UNENDING_TOKEN_SECONDS,
} from '../../../src/auth/tokens.ts';
import type { KnownSoftware } from '../../../src/domain/records/access.ts';
import type { Consent, NewToken } from '../../../src/domain/records/records.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import type { Instant } from '../../../src/shared/time.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { SENT_WITH_V3 } from '../../helpers/v3.ts';

/** Returns the software of a client of the sandbox. It has the client's id. */
function softwareOf(id: string): KnownSoftware | undefined {
  const organisation = SANDBOX_SEED.directory.find(({ software }) => software[0]?.id === id);
  const [software] = organisation?.software ?? [];
  if (organisation === undefined || software === undefined) return undefined;
  const { status, roles } = organisation;
  return { software, organisation, isAdmitted: status === 'Active' && roles.includes('PISP') };
}

/** Time at which each test starts. */
const STARTED_AT: Instant = 1_000_000;

/** Returns a token service for the TPPs of the sandbox, and the tokens that it stored. */
function service() {
  let now = STARTED_AT;
  const stored = new Map<string, NewToken>();
  const store = {
    findSoftwareOf: (clientId: string) => Promise.resolve(softwareOf(clientId)),
    saveToken: (token: NewToken) => {
      stored.set(token.hash, token);
      return Promise.resolve();
    },
    findGrant: (hash: string) => {
      const grant = stored.get(hash)?.grant;
      return Promise.resolve(grant && { ...grant, organisationId: grant.clientId });
    },
  };
  return {
    tokens: createTokenService(store, () => now),
    stored,
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

describe("a TPP's own token", () => {
  test('is valid for one hour', async () => {
    const { tokens, pass } = service();
    const issued = expectDefined(await tokens.issueToClient('tpp-one'), 'token');
    expect(issued.expiresInSeconds).toBe(CLIENT_TOKEN_SECONDS);
    const { grant } = issued.record;
    expect(grant.expiresAt).toBe(STARTED_AT + CLIENT_TOKEN_SECONDS * 1000);
    expect(await tokens.verify(issued.token, null)).toMatchObject({
      clientId: 'tpp-one',
      kind: 'client',
      consentId: null,
    });
    pass(CLIENT_TOKEN_SECONDS * 1000 - 1);
    expect(await tokens.verify(issued.token, null)).toBeDefined();
    pass(1);
    expect(await tokens.verify(issued.token, null)).toBeUndefined();
  });

  test('is stored only as a hash', async () => {
    const { tokens, stored } = service();
    const issued = expectDefined(await tokens.issueToClient('tpp-one'), 'token');
    expect([...stored.keys()]).toEqual([hashSecret(issued.token)]);
    expect(JSON.stringify([...stored])).not.toContain(issued.token);
    expect(await tokens.verify(issued.record.hash, null)).toBeUndefined();
  });

  test.each(['tpp-lapsed', 'tpp-aisp', 'nobody', ''])('is not issued to %j', async (clientId) => {
    const { tokens, stored } = service();
    expect(await tokens.issueToClient(clientId)).toBeUndefined();
    expect(stored.size).toBe(0);
  });
});

/** The sandbox's business time of the approval. It must not affect the machine's clock. */
const APPROVED_AT = Date.parse('2030-01-01T09:00:00Z');

function consentOf(family: string, expiresAt: Instant | null = null): Consent {
  return {
    id: 'consent-1',
    family,
    clientId: 'tpp-one',
    status: 'AwaitingAuthorisation',
    createdAt: APPROVED_AT,
    statusUpdatedAt: APPROVED_AT,
    data: '{}',
    ...SENT_WITH_V3,
    risk: null,
    debtorAccount: null,
    customerId: null,
    refusal: null,
    refusedBy: null,
    restrictions: null,
    expiresAt,
    lapsesAt: null,
  };
}

describe("the token of a customer's approval", () => {
  test('belongs to its consent, and is invalid until it is stored', async () => {
    const { tokens, stored } = service();
    const minted = tokens.mintForCustomer(consentOf('file-payments'), APPROVED_AT, null);
    expect(await tokens.verify(minted.token, null)).toBeUndefined();
    stored.set(minted.record.hash, minted.record);
    expect(await tokens.verify(minted.token, null)).toMatchObject({
      clientId: 'tpp-one',
      kind: 'customer',
      consentId: 'consent-1',
    });
  });

  test.each([
    [
      'for an hour if the consent allows one payment',
      'domestic-payments',
      null,
      CUSTOMER_TOKEN_SECONDS,
    ],
    ['for ten years if the consent has no end', 'domestic-vrps', null, UNENDING_TOKEN_SECONDS],
    ['until its consent ends', 'domestic-vrps', APPROVED_AT + 7_000_000, 7000],
    ['for the second in which its consent ends', 'domestic-vrps', APPROVED_AT + 1, 1],
  ])('is valid %s', async (_, family, expiresAt, seconds) => {
    const { tokens, stored, pass } = service();
    const minted = tokens.mintForCustomer(consentOf(family, expiresAt), APPROVED_AT, null);
    stored.set(minted.record.hash, minted.record);
    expect(minted.expiresInSeconds).toBe(seconds);
    pass(seconds * 1000 - 1);
    expect(await tokens.verify(minted.token, null)).toBeDefined();
    pass(1);
    expect(await tokens.verify(minted.token, null)).toBeUndefined();
  });

  test('is valid only on a listener without client certificates', async () => {
    const { tokens, stored } = service();
    const minted = tokens.mintForCustomer(consentOf('file-payments'), APPROVED_AT, null);
    stored.set(minted.record.hash, minted.record);
    expect(await tokens.verify(minted.token, 'a thumbprint')).toBeUndefined();

    const grant = { ...minted.record.grant, certificate: 'a thumbprint' };
    stored.set(minted.record.hash, { ...minted.record, grant });
    expect(await tokens.verify(minted.token, 'a thumbprint')).toMatchObject(grant);
    expect(await tokens.verify(minted.token, 'another')).toBeUndefined();
    expect(await tokens.verify(minted.token, null)).toBeUndefined();
  });

  test('is never the same twice', () => {
    const { tokens } = service();
    const consent = consentOf('file-payments');
    const minted = Array.from({ length: 100 }, () =>
      tokens.mintForCustomer(consent, APPROVED_AT, null),
    );
    expect(new Set(minted.map(({ token }) => token)).size).toBe(100);
  });
});
