import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { expectStatus, idIn } from '../../../test-client/answer.ts';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { createHolidays } from '../../../src/bank/holidays.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { PUBLISHED_V4 } from '../../helpers/published.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { type Description, judgeBy } from '../api/descriptions.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { WEDNESDAY_MORNING } from '../families/family-case.ts';
import { FamilyClient } from '../families/family-client.ts';
import { DOMESTIC, RISK, SCHEDULED, V4Client, type Request } from './v4-requests.ts';

const bank = useFreshBank();
const clients: V4Client[] = [];

function client(): V4Client {
  const added = new V4Client(bank.tpp);
  clients.push(added);
  return added;
}

const PAYMENT: Request = { family: 'domestic-payments', initiation: DOMESTIC };
const LATER: Request = {
  family: 'domestic-scheduled-payments',
  initiation: SCHEDULED,
  data: { Permission: 'Create', Authorisation: { AuthorisationType: 'Multiple' } },
};

/** Returns the faults of a refusal as `code path`. */
function faultsIn(json: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const errors = (json?.['Errors'] ?? []) as { ErrorCode: string; Path?: string }[];
  return errors.map(({ ErrorCode, Path = '' }) => `${ErrorCode} ${Path}`.trim());
}

describe('a domestic payment with v4.0', () => {
  test('goes from the consent to the credit, with the statuses of v4.0', async () => {
    const registered = expectStatus(await client().register(PAYMENT), 201);
    expect(dataOf(registered)).toMatchObject({ Status: 'AWAU', Initiation: DOMESTIC });
    expect(registered.json).toMatchObject({ Risk: RISK });
    const { consentId, token } = await client().approved(PAYMENT);
    const consent = async () => dataOf(await client().readConsent(PAYMENT.family, consentId));
    expect(await consent()).toMatchObject({ Status: 'AUTH' });
    const submitted = expectStatus(await client().submit(PAYMENT, consentId, token), 201);
    expect(dataOf(submitted)).toMatchObject({ Status: 'RCVD', Initiation: DOMESTIC });
    expect(submitted.text).toContain('"number":1.1');
    expect(await consent()).toMatchObject({ Status: 'COND' });
    await bank.service.runner.drain(1000);
    const id = idIn(submitted, 'DomesticPaymentId');
    const read = async (path: string) =>
      dataOf(expectStatus(await client().call('GET', `/domestic-payments/${id}${path}`), 200));
    expect(await read('')).toMatchObject({ Status: 'ACCC', Initiation: DOMESTIC });
    expect(await read('/payment-details')).toMatchObject({
      PaymentStatus: [{ Status: 'ACCC', StatusDetail: { Status: 'ACCC' } }],
    });
  });

  test('shows the customer the reference, the text and the ultimate parties', async () => {
    const consentId = idIn(expectStatus(await client().register(PAYMENT), 201), 'ConsentId');
    const { lines } = familyNamed('domestic-payments').review(
      expectDefined(await bank.service.store.findConsent(consentId), consentId).data,
      { now: 0, holidays: createHolidays(), limits: LIMITS, file: null },
    );
    const texts = new Map(lines.map(({ label, value }) => [label, JSON.stringify(value)]));
    for (const [label, text] of [
      ['Reference', 'FRESCO-101'],
      ['Note', 'Internal ops code 5120101'],
      ['On behalf of', 'Tenant & Sons'],
      ['Payee collects for', 'Landlord Ltd'],
    ] as const) {
      expect([label, texts.get(label)]).toEqual([label, expect.stringContaining(text)]);
    }
  });

  test('is refused with the codes and the paths of v4.0, all faults at once', async () => {
    const initiation = {
      ...DOMESTIC,
      DebtorAccount: {
        SchemeName: 'UK.OBIE.SortCodeAccountNumber',
        Identification: '08080021325698',
      },
      LocalInstrument: 'UK.OBIE.SWIFT',
      RemittanceInformation: { Unstructured: 'not a list', Reference: 'x' },
      UltimateDebtor: { LEI: 'short' },
    };
    const refused = expectStatus(
      await client().register({ ...PAYMENT, initiation, risk: {} }),
      400,
    );
    expect(faultsIn(refused.json)).toEqual([
      'U026 Data.Initiation.LocalInstrument',
      'U002 Data.Initiation.UltimateDebtor.LEI',
      'U005 Data.Initiation.RemittanceInformation.Reference',
      'U002 Data.Initiation.RemittanceInformation.Unstructured',
      'U002 Data.Initiation.CreditorAccount.Identification',
    ]);
  });
});

describe('a scheduled payment with v4.0', () => {
  test('shows its execution', async () => {
    const { consentId, token } = await client().approved(LATER);
    const submitted = expectStatus(await client().submit(LATER, consentId, token), 201);
    expect(dataOf(submitted)).toMatchObject({ Status: 'RCVD' });
    const id = idIn(submitted, 'DomesticScheduledPaymentId');
    const status = async () =>
      dataOf(await client().call('GET', `/domestic-scheduled-payments/${id}`))['Status'];
    expect(await status()).toBe('PDNG');
    await bank.tpp.moveClock(WEDNESDAY_MORNING);
    expect(await status()).toBe('ACCC');
  });
});

describe('resources of two versions', () => {
  test('of v3.1 are read with v4.0, but not the other way round', async () => {
    const old = new FamilyClient(bank.tpp, domesticPayments);
    const { consentId } = await old.approved();
    const read = dataOf(expectStatus(await client().readConsent(PAYMENT.family, consentId), 200));
    expect(read).toMatchObject({
      Status: 'AUTH',
      Initiation: {
        RemittanceInformation: {
          Unstructured: ['Internal ops code 5120101'],
          Structured: [{ CreditorReferenceInformation: { Reference: 'FRESCO-101' } }],
        },
      },
    });
    const created = idIn(expectStatus(await client().register(PAYMENT), 201), 'ConsentId');
    const refused = await bank.tpp.get(`/domestic-payment-consents/${created}`);
    expect(faultsIn(expectStatus(refused, 400).json)).toEqual([
      'UK.OBIE.Resource.NotFound ConsentId',
    ]);
  });

  test('have their own idempotency keys', async () => {
    const options = { key: 'one key' };
    const old = new FamilyClient(bank.tpp, domesticPayments);
    expectStatus(await old.register({ options }), 201);
    const body = JSON.stringify({ Data: { Initiation: DOMESTIC }, Risk: RISK });
    const create = () => client().call('POST', '/domestic-payment-consents', { body, ...options });
    const first = idIn(expectStatus(await create(), 201), 'ConsentId');
    expect(idIn(expectStatus(await create(), 201), 'ConsentId')).toBe(first);
  });

  test('do not mix: a consent of v3.1 pays nothing with v4.0', async () => {
    const { consentId, token } = await new FamilyClient(bank.tpp, domesticPayments).approved();
    const refused = await client().submit(PAYMENT, consentId, token);
    expect(faultsIn(expectStatus(refused, 400).json)).toEqual(['U008 Data.ConsentId']);
  });
});

test('an unknown path of v4.0 has the error code of v4.0', async () => {
  const refused = expectStatus(await client().call('GET', '/nothing'), 404);
  expect(faultsIn(refused.json)).toEqual(['U011']);
});

/** Returns the differences between all responses so far and a description of the API. */
function problemsOf(description: Description, ajv: Ajv | Ajv2020): readonly string[] {
  formats.default(ajv);
  const judge = judgeBy(description, ajv, 'OBErrorResponse1');
  const exchanges = clients.flatMap((each) => each.exchanges);
  expect(exchanges.length).toBeGreaterThan(15);
  return exchanges.flatMap((exchange) => {
    const { route, reply } = exchange;
    const where = `${route.operation.method} ${route.path} ${String(reply.status)}`;
    return judge(exchange).map((problem) => `${where}: ${problem}`);
  });
}

describe('all responses of this file', () => {
  test("match the service's own description of v4.0", async () => {
    const response = await fetch(`${bank.service.origin}/openapi-v4.0.json`);
    const description = (await response.json()) as Description;
    expect(problemsOf(description, new Ajv2020({ strict: false, allErrors: true }))).toEqual([]);
    const servers = [{ url: '/open-banking/v4.0/pisp' }];
    expect(description).toMatchObject({ info: { version: '4.0.1' }, servers });
  });

  test.runIf(PUBLISHED_V4 !== null)('match the published contract of v4.0.1', () => {
    const description = PUBLISHED_V4 as Description;
    expect(problemsOf(description, new Ajv({ strict: false, allErrors: true }))).toEqual([]);
  });
});
