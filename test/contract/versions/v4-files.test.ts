import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectStatus, idIn, type Members } from '../../../test-client/answer.ts';
import { PAYMENT_FILE_3_1, PAYMENT_FILE_4_0 } from '../../../src/domain/records/file-types.ts';
import { createHolidays } from '../../../src/bank/holidays.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { bulkFile, hashOf } from '../../helpers/payment-file.ts';
import { PUBLISHED_V4 } from '../../helpers/published.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { type Description, judgeBy } from '../api/descriptions.ts';
import { V4Client } from './v4-requests.ts';

const bank = useFreshBank();

const golden = (name: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/files/${name}/upload.json`, import.meta.url));

/** The Initiation of a file payment that uses the fields of v4.0. */
function initiationFor(file: Uint8Array, others: Members = {}): Members {
  return {
    FileType: PAYMENT_FILE_4_0,
    FileHash: hashOf(file),
    FileReference: 'Run 31',
    CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'NWBKGB2L', LEI },
    UltimateDebtor: { Name: 'Northwind Trust', LEI },
    RemittanceInformation: {
      Unstructured: ['Suppliers', 'run 31'],
      Structured: [{ CreditorReferenceInformation: { Reference: 'RUN-31' } }],
    },
    ...others,
  };
}

const LEI = '8200007YHFDMEODY1965';

function requestOf(initiation: Members) {
  return { family: 'file-payments', initiation, risk: null };
}

async function registered(client: V4Client, initiation: Members): Promise<string> {
  return idIn(expectStatus(await client.register(requestOf(initiation)), 201), 'ConsentId');
}

const upload = (client: V4Client, consentId: string, file: Buffer) =>
  client.call('POST', `/file-payment-consents/${consentId}/file`, { body: file });

/** Returns how the responses differ from the service's description and the published contract. */
async function problemsOf({ exchanges }: V4Client): Promise<readonly string[]> {
  const response = await fetch(`${bank.service.origin}/openapi-v4.0.json`);
  const judges = [
    judgeOf(
      (await response.json()) as Description,
      new Ajv2020({ strict: false, allErrors: true }),
    ),
  ];
  if (PUBLISHED_V4 !== null) {
    judges.push(judgeOf(PUBLISHED_V4 as Description, new Ajv({ strict: false, allErrors: true })));
  }
  // The contract describes a file as an object of no type.
  const judged = exchanges.filter(({ route }) => route.name !== 'readFile');
  return judges.flatMap((judge) => judged.flatMap((each) => judge(each)));
}

function judgeOf(description: Description, ajv: Ajv | Ajv2020) {
  formats.default(ajv);
  return judgeBy(description, ajv, 'OBErrorResponse1');
}

describe('a payment file with v4.0', () => {
  test('goes from the consent to the report, and each response matches the contracts', async () => {
    const client = new V4Client(bank.tpp);
    const file = golden('v4-bulk-fps');
    const initiation = initiationFor(file);
    const consentId = await registered(client, initiation);
    const consentNow = async () => dataOf(await client.readConsent('file-payments', consentId));
    expect(await consentNow()).toMatchObject({ Status: 'AWUP', Initiation: initiation });
    expectStatus(await upload(client, consentId, file), 200);
    expect(await consentNow()).toMatchObject({ Status: 'AWAU' });
    const read = await client.call('GET', `/file-payment-consents/${consentId}/file`);
    expect(read.text).toBe(file.toString());

    const { token } = await client.approve(consentId);
    expect(await consentNow()).toMatchObject({ Status: 'AUTH' });
    const submitted = await client.submit(requestOf(initiation), consentId, token);
    expect(dataOf(expectStatus(submitted, 201))).toMatchObject({
      Status: 'PDNG',
      Initiation: initiation,
    });
    expect(await consentNow()).toMatchObject({ Status: 'COND' });
    await bank.service.runner.drain(1000);
    const path = `/file-payments/${idIn(submitted, 'FilePaymentId')}`;
    expect(dataOf(await client.call('GET', path))).toMatchObject({ Status: 'INCO' });
    const report = expectStatus(await client.call('GET', `${path}/report-file`), 200);
    expect(report.text).toContain(`<OrgnlMsgNmId>${PAYMENT_FILE_4_0}</OrgnlMsgNmId>`);
    expect(report.text).toContain('<GrpSts>ACSC</GrpSts>');
    const details = dataOf(expectStatus(await client.call('GET', `${path}/payment-details`), 200));
    const statuses = details['PaymentStatus'] as readonly Members[];
    expect(statuses.map(({ Status }) => Status)).toEqual(['ACCC', 'ACCC', 'ACCC']);
    expect(await problemsOf(client)).toEqual([]);
  });

  test('is shown to the customer with the party on whose behalf it pays', async () => {
    const client = new V4Client(bank.tpp);
    const file = golden('v4-bulk-fps');
    const consentId = await registered(client, initiationFor(file));
    expectStatus(await upload(client, consentId, file), 200);
    const { store } = bank.service;
    const { data } = expectDefined(await store.findConsent(consentId), consentId);
    const facts = expectDefined(await store.findFile(consentId), consentId);
    expect(facts.fileType).toBe(PAYMENT_FILE_4_0);
    const context = { now: 0, holidays: createHolidays(), limits: LIMITS, file: facts };
    const { lines } = familyNamed('file-payments').review(data, context);
    const line = lines.find(({ label }) => label === 'On behalf of');
    expect(JSON.stringify(line)).toContain('Northwind Trust');
    const stored = JSON.parse(data) as { Initiation: Members };
    expect(stored.Initiation['RemittanceInformation']).toEqual({
      Unstructured: 'Suppliers run 31',
      Reference: 'RUN-31',
    });
  });

  test('rejects the consent if the file has faults, which have the paths of v4.0', async () => {
    const client = new V4Client(bank.tpp);
    const file = golden('v4-fields-wrong');
    const consentId = await registered(client, initiationFor(file));
    const refused = expectStatus(await upload(client, consentId, file), 400);
    expect(faultsOf(refused)).toContain(
      'U002 Data.DomesticPayments[0].RemittanceInformation.Structured[0].' +
        'CreditorReferenceInformation.Reference',
    );
    const consent = dataOf(await client.readConsent('file-payments', consentId));
    expect(consent).toMatchObject({ Status: 'RJCT', StatusReason: [{ StatusReasonCode: 'U042' }] });
    expect(await problemsOf(client)).toEqual([]);
  });

  test('says which type the content looks like if it is that of v3.1', async () => {
    const client = new V4Client(bank.tpp);
    const file = bulkFile(2);
    const consentId = await registered(client, initiationFor(file));
    const refused = expectStatus(await upload(client, consentId, file), 400);
    expect(faultsOf(refused)[0]).toBe('U002 Data.Initiation.FileType');
    expect(refused.text).toContain(`written as in ${PAYMENT_FILE_3_1}`);
  });

  test('is accepted with the file type of its version only', async () => {
    const client = new V4Client(bank.tpp);
    const file = bulkFile(1);
    const old = initiationFor(file, { FileType: PAYMENT_FILE_3_1 });
    const refused = expectStatus(await client.register(requestOf(old)), 400);
    expect(faultsOf(refused)).toEqual(['U002 Data.Initiation.FileType']);
    const body = JSON.stringify({
      Data: { Initiation: { FileType: PAYMENT_FILE_4_0, FileHash: hashOf(file) } },
    });
    const v3 = await bank.tpp.call('POST', '/open-banking/v3.1/pisp/file-payment-consents', {
      body,
    });
    expect(faultsOf(expectStatus(v3, 400))).toEqual(['Field.Invalid Data.Initiation.FileType']);
  });
});

test('a file payment of v3.1 is readable with v4.0', async () => {
  const client = new V4Client(bank.tpp);
  const paymentId = await bank.tpp.pay(bulkFile(1), { RemittanceInformation: { Reference: 'R' } });
  await bank.service.runner.drain(1000);
  const path = `/file-payments/${paymentId}`;
  const payment = dataOf(expectStatus(await client.call('GET', path), 200));
  const remitted = { Structured: [{ CreditorReferenceInformation: { Reference: 'R' } }] };
  expect(payment).toMatchObject({
    Status: 'INCO',
    Initiation: { FileType: PAYMENT_FILE_3_1, RemittanceInformation: remitted },
  });
  const report = expectStatus(await client.call('GET', `${path}/report-file`), 200);
  expect(report.text).toContain(`<OrgnlMsgNmId>${PAYMENT_FILE_3_1}</OrgnlMsgNmId>`);
  expectStatus(await client.call('GET', `${path}/payment-details`), 200);
  expect(await problemsOf(client)).toEqual([]);
});
