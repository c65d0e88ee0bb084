import { describe, expect, test } from 'vitest';
import { bulkFile, payment, fileOf } from '../../helpers/payment-file.ts';
import { consentBody, dataOf, faultsOf, type Reply, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const { service, tpp } = useService();

const FILE = bulkFile(2);
const WRONG_STATUS = [400, ['Resource.InvalidConsentStatus']];

async function uploaded(file: Uint8Array = FILE): Promise<string> {
  const consentId = await tpp().consentFor(file);
  expect((await tpp().upload(consentId, file)).status).toBe(200);
  return consentId;
}

async function statusOf(consentId: string): Promise<unknown> {
  return dataOf(await tpp().get(`/file-payment-consents/${consentId}`))['Status'];
}

function statusAndCodes(reply: Reply): [number, string[]] {
  return [reply.status, faultsOf(reply)];
}

describe('before the upload', () => {
  test('the file cannot be downloaded', async () => {
    const consentId = await tpp().consentFor(FILE);
    expect(statusAndCodes(await tpp().get(`/file-payment-consents/${consentId}/file`))).toEqual(
      WRONG_STATUS,
    );
  });

  test.each(['approve', 'reject'])('the customer cannot %s', async (decision) => {
    const consentId = await tpp().consentFor(FILE);
    expect(statusAndCodes(await tpp().decide(consentId, { decision }))).toEqual(WRONG_STATUS);
    expect(await statusOf(consentId)).toBe('AwaitingUpload');
  });
});

describe('the upload', () => {
  test('is accepted once', async () => {
    const consentId = await uploaded();
    expect(statusAndCodes(await tpp().upload(consentId, FILE))).toEqual(WRONG_STATUS);
    expect(statusAndCodes(await tpp().upload(consentId, bulkFile(3)))).toEqual(WRONG_STATUS);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
  });

  test('is rejected after the decision and after the submission', async () => {
    const { consentId, token } = await tpp().approved(FILE);
    expect(statusAndCodes(await tpp().upload(consentId, FILE))).toEqual(WRONG_STATUS);
    await tpp().submit(consentId, token);
    expect(statusAndCodes(await tpp().upload(consentId, FILE))).toEqual(WRONG_STATUS);
  });

  test('of a file with another hash rejects the consent permanently', async () => {
    const consentId = await tpp().consentFor(FILE);
    const wrong = await tpp().upload(consentId, bulkFile(3));
    expect(statusAndCodes(wrong)).toEqual([400, ['Field.Invalid Data.Initiation.FileHash']]);
    expect(await statusOf(consentId)).toBe('Rejected');
    expect(statusAndCodes(await tpp().upload(consentId, FILE))).toEqual(WRONG_STATUS);
    expect(statusAndCodes(await tpp().decide(consentId))).toEqual(WRONG_STATUS);
    expect(statusAndCodes(await tpp().get(`/file-payment-consents/${consentId}/file`))).toEqual(
      WRONG_STATUS,
    );
  });

  test.each([
    [{ NumberOfTransactions: '3' }, 'Data.Initiation.NumberOfTransactions'],
    [{ ControlSum: 21.01 }, 'Data.Initiation.ControlSum'],
  ])('that does not match %j rejects the consent', async (announced, path) => {
    const consentId = await tpp().consentFor(FILE, announced);
    const wrong = await tpp().upload(consentId, FILE);
    expect(statusAndCodes(wrong)).toEqual([400, [`Field.Invalid ${path}`]]);
    expect(await statusOf(consentId)).toBe('Rejected');
  });

  test('accepts a count and a total in another notation', async () => {
    const announced = { NumberOfTransactions: '002', ControlSum: 21 };
    const consentId = await tpp().consentFor(FILE, announced);
    expect((await tpp().upload(consentId, FILE)).status).toBe(200);
  });

  test('compares every digit of the total', async () => {
    const body = JSON.stringify(consentBody(FILE, { ControlSum: 0.5 }));
    const exact = body.replace('"ControlSum":0.5', '"ControlSum":21.00000000000000000001');
    const reply = await tpp().call('POST', '/file-payment-consents', { body: exact });
    const wrong = await tpp().upload(dataOf(reply)['ConsentId'] as string, FILE);
    expect(statusAndCodes(wrong)).toEqual([400, ['Field.Invalid Data.Initiation.ControlSum']]);
  });
});

describe('the decision', () => {
  test('to reject is final', async () => {
    const consentId = await uploaded();
    const rejected = await tpp().decide(consentId, { decision: 'reject' });
    expect(rejected.json).toEqual({
      status: 'Rejected',
      error: 'access_denied',
      error_description: expect.any(String) as string,
    });
    expect(statusAndCodes(await tpp().decide(consentId))).toEqual(WRONG_STATUS);
    expect(await statusOf(consentId)).toBe('Rejected');
  });

  test('cannot be made by another TPP', async () => {
    const consentId = await uploaded();
    const other = await Tpp.signIn(service().origin, 'tpp-two');
    expect((await other.decide(consentId)).status).toBe(403);
    expect((await tpp().decide(consentId, {})).status).toBe(200);
  });

  test('cannot be made with the token of another consent', async () => {
    const consentId = await uploaded();
    const { token } = await tpp().approved(FILE);
    const path = `/sandbox/consents/${consentId}/decision`;
    const body = { user: 'clara', decision: 'approve' };
    expect((await tpp().post(path, body, { token })).status).toBe(403);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
  });

  test.each([
    [{ decision: 'maybe' }, 'Field.Invalid decision'],
    [{ user: undefined }, 'Field.Missing user'],
    [{ user: 'nobody' }, 'Field.Invalid user'],
    [{ debtorAccount: '1234' }, 'Field.Invalid debtorAccount'],
    [{ colour: 'blue' }, 'Field.Unexpected colour'],
  ])('is rejected with %j', async (wrong, fault) => {
    const consentId = await uploaded();
    expect(statusAndCodes(await tpp().decide(consentId, wrong))).toEqual([400, [fault]]);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
  });

  const FROM_BAKERY = {
    DebtorAccount: { ...(payment(0)['DebtorAccount'] as object), Identification: '11280007654321' },
  };

  test.each([
    ['colin, who may not upload files', { user: 'colin' }, FILE],
    ['rita, a retail customer', { user: 'rita' }, FILE],
    ['sam, whose account it is not', { user: 'sam' }, FILE],
    [
      'clara over her limit',
      {},
      fileOf([
        payment(0, {
          InstructedAmount: { Amount: '5000000.01', Currency: 'GBP' },
          LocalInstrument: 'UK.OBIE.CHAPS',
        }),
      ]),
    ],
    [
      'sam over his limit',
      { user: 'sam' },
      fileOf([
        payment(0, { ...FROM_BAKERY, InstructedAmount: { Amount: '50000.01', Currency: 'GBP' } }),
      ]),
    ],
  ])('of %s rejects the consent with a reason', async (_, decision, file) => {
    const consentId = await uploaded(file);
    const reply = await tpp().decide(consentId, decision);
    expect([reply.status, reply.json?.['status'], reply.json?.['error']]).toEqual([
      200,
      'Rejected',
      'access_denied',
    ]);
    expect(reply.json?.['error_description']).toMatch(/\w{3}/);
    expect(await statusOf(consentId)).toBe('Rejected');
  });

  test.each([
    [
      'clara at her limit',
      {},
      fileOf([
        payment(0, {
          InstructedAmount: { Amount: '5000000', Currency: 'GBP' },
          LocalInstrument: 'UK.OBIE.CHAPS',
        }),
      ]),
    ],
    [
      'sam at his limit',
      { user: 'sam' },
      fileOf([
        payment(0, { ...FROM_BAKERY, InstructedAmount: { Amount: '50000.00', Currency: 'GBP' } }),
      ]),
    ],
  ])('of %s authorises the consent', async (_, decision, file) => {
    const consentId = await uploaded(file);
    expect((await tpp().decide(consentId, decision)).json).toMatchObject({ status: 'Authorised' });
  });
});

describe('the submission', () => {
  test.each(['payment-details', 'report-file', ''])('is required before /%s', async (part) => {
    const consentId = await uploaded();
    const reply = await tpp().get(`/file-payments/${consentId}/${part}`.replace(/\/$/, ''));
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)[0]).toMatch(/^Resource\.NotFound/);
  });
});
