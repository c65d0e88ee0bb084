import { describe, expect, test } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { V4_0 } from '../../../src/versions/v4.0/index.ts';
import { faultsOf, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { CONSENT_FIXTURES } from '../families/consent-fixtures.ts';

const { service, tpp } = useService({
  config: { ratePerSecond: 10_000, rateBurst: 10_000 },
  now: Date.parse('2026-12-01T09:00:00Z'),
});

interface Shadow {
  readonly Version: string;
  readonly Request: object;
  readonly Status: number;
  readonly Response: { readonly Data: object; readonly Risk?: object };
}

async function shadowOf(resource: string, body: string, caller = tpp()) {
  const path = `/extensions/v1/shadow/v4.0/${resource}`;
  return caller.call('POST', path, { body, key: null });
}

/** Returns a consent without the fields that differ each time it is created. */
function lasting({ Data, Risk }: Shadow['Response']): object {
  const members = Object.entries(Data).filter(([name]) => !/^ConsentId$|DateTime$/.test(name));
  return { Data: Object.fromEntries(members), Risk };
}

/** Returns false for a VRP consent without the control parameters that v4.0 requires. */
function isComplete(body: unknown): boolean {
  const { ControlParameters: parameters } = (body as { Data: Record<string, object> }).Data;
  const required = ['VRPType', 'MaximumIndividualAmount', 'PeriodicLimits'];
  return parameters === undefined || required.every((name) => name in parameters);
}

/** Files of 3.1 have another FileType with v4.0. */
const FAMILIES = V4_0.families
  .map(({ family }) => family)
  .filter(({ name }) => name !== 'file-payments');

describe.each(FAMILIES)('a shadow request of $name', (family) => {
  const valid = CONSENT_FIXTURES.filter(
    (fixture) => fixture.family === family.consents && fixture.expected.length === 0,
  );

  test('shows the request of v4.0, which gets the same response from v4.0', async () => {
    expect(valid.length).toBeGreaterThan(0);
    for (const { body, name } of valid) {
      const reply = expectStatus(await shadowOf(family.consents, JSON.stringify(body)), 200);
      const shadow = (reply.json as { Data: Shadow }).Data;
      // Consents of VRPs may lack fields that v4.0 requires.
      const status = isComplete(body) ? 201 : 400;
      expect([name, shadow.Version, shadow.Status]).toEqual([name, 'v4.0', status]);
      const created = await tpp().call('POST', `/open-banking/v4.0/pisp/${family.consents}`, {
        body: JSON.stringify(shadow.Request),
      });
      expectStatus(created, status);
      if (status !== 201) continue;
      expect(lasting(shadow.Response)).toEqual(lasting(created.json as Shadow['Response']));
    }
  });

  test('stores nothing', async () => {
    const reply = await shadowOf(family.consents, JSON.stringify(valid[0]?.body));
    const { Response } = (reply.json as { Data: Shadow }).Data;
    const { ConsentId } = Response.Data as { ConsentId: string };
    expect(await service().store.findConsent(ConsentId)).toBeUndefined();
  });
});

test('a shadow request of a file shows that v4.0 requires another FileType', async () => {
  const { body } = expectDefined(
    CONSENT_FIXTURES.find(({ family, expected }) => {
      return family === 'file-payment-consents' && expected.length === 0;
    }),
    'a valid consent',
  );
  const reply = await shadowOf('file-payment-consents', JSON.stringify(body));
  expect((reply.json as { Data: Shadow }).Data).toMatchObject({
    Status: 400,
    Response: { Errors: [{ ErrorCode: 'U002', Path: 'Data.Initiation.FileType' }] },
  });
});

test('a shadow request that is not valid in v3.1 gets the errors of v3.1', async () => {
  const rejected = CONSENT_FIXTURES.filter(({ expected }) => expected.length > 0);
  for (const { family, body, expected } of rejected.slice(0, 30)) {
    const reply = await shadowOf(family, JSON.stringify(body));
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).toHaveLength(expected.length);
  }
  expect((await shadowOf('domestic-payment-consents', '{')).status).toBe(400);
  expect((await shadowOf('domestic-payment-consents', '[]')).status).toBe(400);
});

test('a shadow request needs a token, a known version and a known resource', async () => {
  const nobody = Tpp.withToken(service().origin, 'unknown');
  expect((await shadowOf('domestic-payment-consents', '{}', nobody)).status).toBe(401);
  for (const path of ['v4.0/domestic-payments', 'v3.1/domestic-payment-consents', 'v4.0/x']) {
    const reply = await tpp().call('POST', `/extensions/v1/shadow/${path}`, {
      body: '{}',
      key: null,
    });
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).toEqual(['Resource.NotFound']);
  }
});
