import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { dataOf, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { CONSENT_FIXTURES, type ConsentFixture } from './consent-fixtures.ts';
import { FamilyClient } from './family-client.ts';

const { tpp } = useService();

function register({ family, body }: ConsentFixture, key?: string): Promise<Reply> {
  return tpp().post(`/${family}`, body, key === undefined ? {} : { key });
}

test('every family has valid and rejected fixtures, and the rejected ones list faults', () => {
  for (const { consents } of FAMILIES) {
    const mine = CONSENT_FIXTURES.filter(({ family }) => family === consents);
    for (const kind of ['valid', 'rejected']) {
      const bodies = mine.filter(({ name }) => name.startsWith(kind));
      expect(bodies.length).toBeGreaterThan(2);
      const isRejected = new Set(bodies.map(({ expected }) => expected.length > 0));
      expect([...isRejected]).toEqual([kind === 'rejected']);
    }
  }
});

describe.each(FAMILIES)('$name', (family) => {
  const fixtures = CONSENT_FIXTURES.filter((fixture) => fixture.family === family.consents);
  const valid = fixtures.filter(({ expected }) => expected.length === 0);
  const rejected = fixtures.filter(({ expected }) => expected.length > 0);

  test.each(valid)('accepts $name: $title', async (fixture) => {
    const reply = await register(fixture);
    expect([reply.status, reply.json?.['Errors']]).toEqual([201, undefined]);
    const { Initiation } = (fixture.body as { readonly Data: { readonly Initiation: object } })
      .Data;
    expect(dataOf(reply)['Initiation']).toEqual(Initiation);
  });

  test.each(rejected)('rejects $name: $title', async (fixture) => {
    const key = randomUUID();
    const reply = await register(fixture, key);
    const errors = (reply.json?.['Errors'] ?? []) as { ErrorCode: string; Path?: string }[];
    const faults = errors.map(({ ErrorCode, Path }) => ({ code: ErrorCode, path: Path }));
    expect([reply.status, sorted(faults)]).toEqual([400, sorted(fixture.expected)]);
    // The service must have created nothing for the rejected request, so its key can be used again.
    const client = new FamilyClient(tpp(), family);
    expect((await client.register({ options: { key } })).status).toBe(201);
  });
});

function sorted(faults: readonly object[]): readonly string[] {
  return faults.map((fault) => JSON.stringify(fault)).sort();
}
