import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { expectStatus, type Members } from '../../../test-client/answer.ts';
import { FamilyClient as Operations } from '../../../test-client/families.ts';
import { RESOURCES } from '../../../test-client/requests.ts';
import { routesOf } from '../../../src/api/routes.ts';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { PUBLISHED_V4_VRP } from '../../helpers/published.ts';
import { dataOf, Tpp, type Reply } from '../../helpers/tpp.ts';
import { V4_0 } from '../../../src/versions/v4.0/index.ts';
import { type Description, judgeBy } from '../api/descriptions.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { CLARA } from '../families/family-case.ts';
import { caseOf } from '../families/family-cases.ts';
import { FamilyClient } from '../families/family-client.ts';
import { V4Client, v4Faults, vrpRequest } from './v4-requests.ts';

const bank = useFreshBank();

const old = () => new FamilyClient(bank.tpp, domesticVrps);
const client = () => new V4Client(bank.tpp);
const operations = (tpp = bank.tpp) =>
  new Operations(tpp.client, RESOURCES['domestic-vrps'], '/open-banking/v4.0/pisp');

const RISK = expectDefined(caseOf('domestic-vrps').risk, 'the risk');

/** Returns the consent of the test case in the form of v4.0, with changes. */
function whole(data: Members = {}, risk: Members = {}): string {
  const request = vrpRequest();
  const Data = { ...request.data, Initiation: request.initiation, ...data };
  return JSON.stringify({ Data, Risk: { ...RISK, ...risk } });
}

const PATCH = [
  {
    op: 'replace',
    path: '/Data/Initiation/RemittanceInformation',
    value: { Structured: [{ CreditorReferenceInformation: { Reference: 'Sweepco' } }] },
  },
];

const put = (id: string, body = whole(), key?: string): Promise<Reply> =>
  operations().replaceConsent(id, body, key === undefined ? {} : { key });

const patch = (id: string, body: unknown = PATCH): Promise<Reply> =>
  operations().patchConsent(id, JSON.stringify(body));

async function storedOf(id: string) {
  const { apiVersion, data, sentData } = expectDefined(
    await bank.service.store.findConsent(id),
    id,
  );
  return { apiVersion, data, sentData };
}

/** Checks that a response to PUT or PATCH is one that the published contract describes. */
function expectPublished(method: string, reply: Reply): void {
  if (PUBLISHED_V4_VRP === null) return;
  const route = routesOf(V4_0).find(({ operation }) => operation.method === method);
  const exchange = { route: expectDefined(route, method), reply };
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const judge = judgeBy(PUBLISHED_V4_VRP as Description, ajv, 'OBErrorResponse1');
  expect(judge(exchange)).toEqual([]);
}

async function expectUnchanged(id: string) {
  expect(await storedOf(id)).toMatchObject({ apiVersion: 'v3.1', sentData: null });
}

describe.each([
  ['PUT', (id: string) => put(id)],
  ['PATCH', (id: string) => patch(id)],
])('a VRP consent of v3.1 migrated by %s', (method, migrate) => {
  test('has the form of v4.0 from then on, and its values are the same', async () => {
    const { consentId, token } = await old().approved();
    const before = await storedOf(consentId);
    const readBefore = await client().readConsent('domestic-vrps', consentId);
    const migrated = expectStatus(await migrate(consentId), 200);
    expect(dataOf(migrated)).toEqual(dataOf(readBefore));
    expectPublished(method, migrated);
    const after = await storedOf(consentId);
    expect(after).toMatchObject({ apiVersion: 'v4.0', data: before.data });
    expect(dataOf(await client().readConsent('domestic-vrps', consentId))).toEqual(
      dataOf(readBefore),
    );
    expectStatus(await bank.tpp.get(`/domestic-vrp-consents/${consentId}`), 400);
    expectStatus(await old().submit({ consentId, token }), 400);
    expectStatus(await client().submit(vrpRequest(), consentId, token, RISK), 201);
  });

  test('is migrated once', async () => {
    const { consentId } = await old().approved();
    expectStatus(await migrate(consentId), 200);
    const again = expectStatus(await migrate(consentId), 400);
    expect(v4Faults(again)).toEqual(['U009']);
    expect(again.text).toContain('There is nothing to migrate.');
  });

  test('is written to the audit log with its versions', async () => {
    const { consentId } = await old().approved();
    expectStatus(await migrate(consentId), 200);
    const entries = await bank.service.auditLog();
    expect(entries.filter(({ subject }) => subject === consentId).at(-1)).toMatchObject({
      action: 'consentMigrated',
      actorKind: 'tpp',
      detail: '{"from":"v3.1","to":"v4.0"}',
    });
  });

  test('must be authorised and of v3.1', async () => {
    const prepared = await old().prepared();
    expect(v4Faults(expectStatus(await migrate(prepared), 400))).toEqual(['U009']);
    const { consentId } = await old().approved();
    const { user } = CLARA;
    await bank.tpp.post(`/sandbox/consents/${consentId}/revocation`, { user }, { key: null });
    expect(v4Faults(expectStatus(await migrate(consentId), 400))).toEqual(['U009']);
    await expectUnchanged(consentId);
    const { consentId: newer } = await client().approved(vrpRequest());
    expect(v4Faults(expectStatus(await migrate(newer), 400))).toEqual(['U009']);
    expect(v4Faults(expectStatus(await migrate('vrpc-unknown'), 400))).toEqual(['U011 ConsentId']);
  });

  test('cannot be migrated with v3.1', async () => {
    const { consentId } = await old().approved();
    const path = `/domestic-vrp-consents/${consentId}`;
    for (const method of ['PUT', 'PATCH']) {
      expectStatus(await bank.tpp.call(method, path, { body: whole() }), 405);
    }
  });
});

describe('a migration', () => {
  test('of another TPP is refused', async () => {
    const { consentId } = await old().approved();
    const other = operations(await Tpp.signIn(bank.service.origin, 'tpp-two'));
    expectStatus(await other.replaceConsent(consentId, whole()), 403);
    expectStatus(await other.patchConsent(consentId, JSON.stringify(PATCH)), 403);
    await expectUnchanged(consentId);
  });

  test('with the same key returns the consent again, and with another body is refused', async () => {
    const { consentId } = await old().approved();
    const migrate = (body?: string) => put(consentId, body, 'one key');
    expectStatus(await migrate(), 200);
    const { user } = CLARA;
    await bank.tpp.post(`/sandbox/consents/${consentId}/revocation`, { user }, { key: null });
    expect(dataOf(expectStatus(await migrate(), 200))).toMatchObject({ Status: 'CANC' });
    expect(v4Faults(expectStatus(await migrate(whole({}, {}) + ' '), 400))).toEqual([
      'U006 x-idempotency-key',
    ]);
  });

  test('requires an idempotency key', async () => {
    const { consentId } = await old().approved();
    const path = `/domestic-vrp-consents/${consentId}`;
    const refused = await client().call('PUT', path, { body: whole() });
    expect(v4Faults(expectStatus(refused, 400))).toEqual(['U007 x-idempotency-key']);
  });

  test.each([
    [{ ReadRefundAccount: 'No' }, {}, 'U008 Data.ReadRefundAccount'],
    [{ Odd: 1 }, {}, 'U008 Data.Odd'],
    [{}, { MerchantCategoryCode: '5968' }, 'U008 Risk.MerchantCategoryCode'],
    [{ ControlParameters: undefined }, {}, 'U004 Data.ControlParameters'],
  ])('by PUT with %j and %j is refused', async (data, risk, fault) => {
    const { consentId } = await old().approved();
    const refused = await put(consentId, whole(data, risk));
    expect(v4Faults(expectStatus(refused, 400))).toEqual([fault]);
    await expectUnchanged(consentId);
  });

  test('names every changed value', async () => {
    const { consentId } = await old().approved();
    const { data = {}, initiation } = vrpRequest();
    const parameters = data['ControlParameters'] as { MaximumIndividualAmount: Members };
    const refused = await put(
      consentId,
      whole({
        ControlParameters: {
          ...parameters,
          MaximumIndividualAmount: { ...parameters.MaximumIndividualAmount, Amount: '100.01' },
        },
        Initiation: { ...initiation, RemittanceInformation: { Unstructured: ['x'] } },
      }),
    );
    expect(v4Faults(expectStatus(refused, 400))).toEqual([
      'U008 Data.ControlParameters.MaximumIndividualAmount.Amount',
      'U008 Data.Initiation.RemittanceInformation.Structured',
      'U008 Data.Initiation.RemittanceInformation.Unstructured',
    ]);
  });

  test.each([
    [
      'a test that fails',
      [{ op: 'test', path: '/Data/ReadRefundAccount', value: 'No' }, ...PATCH],
      ['U002 [0]'],
    ],
    ['an unknown path', [...PATCH, { op: 'remove', path: '/Data/Unknown' }], ['U002 [1]']],
    [
      'another value',
      [...PATCH, { op: 'replace', path: '/Data/ReadRefundAccount', value: 'No' }],
      ['U008 Data.ReadRefundAccount'],
    ],
    [
      'nothing',
      [],
      [
        'U005 Data.Initiation.RemittanceInformation.Reference',
        'U008 Data.Initiation.RemittanceInformation.Structured',
      ],
    ],
    ['an unknown operation', [{ op: 'merge', path: '/Data' }], ['U002 [0].op']],
    ['no value', [{ op: 'add', path: '/Data' }], ['U004 [0].value']],
    ['no source', [{ op: 'move', path: '/Data' }], ['U004 [0].from']],
    ['an unknown field', [{ op: 'remove', path: '/Data', by: 1 }], ['U005 [0].by']],
    ['an object', { op: 'remove', path: '/Data' }, ['U010']],
    ['too many operations', Array.from({ length: 101 }, () => PATCH[0]), ['U010']],
    [
      'copies of copies',
      Array.from({ length: 50 }, (_, n) => ({ op: 'copy', from: '', path: `/${String(n)}` })),
      [expect.stringMatching(/^U002 \[\d+\]$/)],
    ],
    [
      'the whole replaced by text',
      [{ op: 'replace', path: '', value: 'x' }],
      ['U010', 'U008 Data', 'U008 Risk'],
    ],
    ['a deep value', [{ op: 'add', path: '/Data/Initiation/Odd', value: nested(30) }], ['U010']],
  ])('by PATCH with %s is refused, and changes nothing', async (_, body, faults) => {
    const { consentId } = await old().approved();
    expect(v4Faults(expectStatus(await patch(consentId, body), 400))).toEqual(faults);
    await expectUnchanged(consentId);
  });

  test('by PATCH has its own content type', async () => {
    const { consentId } = await old().approved();
    const path = `/domestic-vrp-consents/${consentId}`;
    const body = JSON.stringify(PATCH);
    expectStatus(await client().call('PATCH', path, { body }), 415);
    const headers = { 'content-type': 'application/json-patch+json' };
    expectStatus(await client().call('PUT', path, { body, headers }), 415);
  });

  test('happens once if several requests compete with a revocation', async () => {
    const { consentId } = await old().approved();
    const { user } = CLARA;
    const [revoked, ...migrated] = await Promise.all([
      bank.tpp.post(`/sandbox/consents/${consentId}/revocation`, { user }, { key: null }),
      ...[put(consentId), patch(consentId), put(consentId)],
    ]);
    expectStatus(revoked, 200);
    const statuses = migrated.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(2);
    expect(statuses.every((status) => status === 200 || status === 400)).toBe(true);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}
