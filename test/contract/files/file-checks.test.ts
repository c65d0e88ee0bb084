import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { SPOOL_MEMORY_BYTES } from '../../../src/store/files/spool.ts';
import { account, BAKERY, bulkFile, fileOf, hashOf, payment } from '../../helpers/payment-file.ts';
import { beginRequest } from '../../helpers/raw.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { startSecureService, type SecureService } from '../../helpers/secure-service.ts';
import { dataOf, faultsOf, type Options, type Reply, type Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const PATH = '/extensions/v1/file-checks';
const FILE = bulkFile(3);

const check = (tpp: Tpp, file: Uint8Array, options: Options = {}): Promise<Reply> =>
  tpp.call('POST', PATH, { body: file, key: null, ...options });

describe('a file check', () => {
  const { service, tpp } = useService();

  test('returns the preview of a valid BULK file', async () => {
    const headers = {
      'x-file-hash': hashOf(FILE),
      'x-number-of-transactions': '3',
      'x-control-sum': '31.5',
      'x-requested-execution-date-time': '2026-12-05T09:00:00Z',
      'x-debtor-account': BAKERY,
    };
    const reply = await check(tpp(), FILE, { headers });
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        Data: {
          CheckedDateTime: expect.stringMatching(/^2026-12-01T/) as string,
          Accepted: true,
          FileHash: hashOf(FILE),
          Bytes: FILE.length,
          NumberOfTransactions: '3',
          Total: { Amount: '31.50', Currency: 'GBP' },
          Classification: {
            Kind: 'BULK',
            Reason: 'Every payment is FPS, from one debtor account, on one day.',
          },
          Debits: { Count: 1, Reference: 'Internal ops code 5120101' },
          DebtorAccountNeeded: false,
          Executions: [
            {
              LocalInstrument: 'UK.OBIE.FPS',
              RequestedDate: '2026-12-05',
              ExecutionDate: '2026-12-07',
              Reason: '2026-12-05 is no business day of FPS: the next one counts.',
              NumberOfTransactions: '3',
              Total: { Amount: '31.50', Currency: 'GBP' },
            },
          ],
          PayeeTexts: {
            ...{ CutNames: 0, CutReferences: 0, CutUnstructured: 0, EqualReferences: 0 },
            ...{ Examples: [], EqualExamples: [] },
          },
          TotalFaults: 0,
          Faults: [],
        },
      },
    ]);
  });

  test('returns the payment that rules out BULK and a debit for each payment of a BATCH file', async () => {
    const unnamed = { DebtorAccount: undefined, LocalInstrument: 'UK.OBIE.CHAPS' };
    const reply = await check(tpp(), fileOf([payment(0), payment(1, unnamed)]));
    expect(dataOf(reply)).toMatchObject({
      Classification: { Kind: 'BATCH', BrokenBy: 1 },
      Debits: { Count: 2 },
      DebtorAccountNeeded: true,
      Executions: [
        { ExecutionDate: '2026-12-01', Reason: 'Same-day: FPS never closes.' },
        { Reason: 'Same-day, before the cut-off of CHAPS at 16:00.' },
      ],
    });
  });

  test('shows the texts that payees will receive changed, and references that become equal', async () => {
    const reference = (text: string) => ({
      CreditorAccount: account('20000000000001', 'Fresco Ltd'),
      RemittanceInformation: { Reference: text },
    });
    const file = fileOf([
      payment(0, reference('INVOICE 2026/11/0417')),
      payment(1, reference('INVOICE 2026/11/0018')),
      payment(2, {
        ...reference('INVOICE 2026/11/0017'),
        CreditorAccount: account(BAKERY, 'Baker'),
      }),
      payment(3, reference('INVOICE 2026/11/00')),
    ]);
    const received = 'INVOICE 2026/11/00';
    const { PayeeTexts } = dataOf(await check(tpp(), file));
    expect(PayeeTexts).toMatchObject({
      ...{ CutReferences: 3, EqualReferences: 1 },
      EqualExamples: [{ Indexes: [1, 3], Received: received }],
    });
    const { Examples } = PayeeTexts as { Examples: readonly unknown[] };
    const Field = 'RemittanceInformation.Reference';
    const first = { Index: 1, Field, Sent: 'INVOICE 2026/11/0018', Received: received };
    expect(Examples).toContainEqual(first);
  });

  test('returns every fault with index, path and expected value', async () => {
    const wrong = payment(1, {
      InstructedAmount: { Amount: '0.00', Currency: 'GBP' },
      LocalInstrument: 'UK.OBIE.SWIFT',
    });
    const headers = { 'x-file-hash': hashOf(FILE), 'x-number-of-transactions': '3' };
    const reply = await check(tpp(), fileOf([payment(0), wrong]), { headers });
    expect(reply.status).toBe(200);
    const { Accepted, Faults, TotalFaults } = dataOf(reply);
    expect([Accepted, TotalFaults]).toEqual([false, 4]);
    expect(Faults).toEqual([
      {
        ErrorCode: 'UK.OBIE.Field.Invalid',
        Path: 'Data.Initiation.FileHash',
        Message: expect.stringContaining('Create a consent with the values of this file') as string,
      },
      {
        ErrorCode: 'UK.OBIE.Field.Invalid',
        Path: 'Data.Initiation.NumberOfTransactions',
        Message: expect.stringContaining('The file has 2 payments') as string,
      },
      {
        Index: 1,
        ErrorCode: 'UK.OBIE.Field.Invalid',
        Path: 'Data.DomesticPayments[1].InstructedAmount.Amount',
        Message: expect.stringContaining('Expected more than zero') as string,
      },
      {
        Index: 1,
        ErrorCode: 'UK.OBIE.Unsupported.LocalInstrument',
        Path: 'Data.DomesticPayments[1].LocalInstrument',
        Message: expect.stringContaining('Expected UK.OBIE.FPS or UK.OBIE.CHAPS') as string,
      },
    ]);
  });

  test('returns the same faults as an upload of the same bytes', async () => {
    const file = fileOf([payment(0, { CreditorAccount: account('1'), Unknown: 1 })]);
    const checked = dataOf(await check(tpp(), file))['Faults'] as { Index: number }[];
    const uploaded = await tpp().upload(await tpp().consentFor(file), file);
    const errors = uploaded.json?.['Errors'] as object[];
    expect(checked).toEqual(errors.map((error) => ({ Index: 0, ...error })));
  });

  test('rejects invalid metadata headers, and names all of them', async () => {
    const headers = {
      'x-file-hash': 'short',
      'x-number-of-transactions': '-1',
      'x-control-sum': '1,5',
      'x-requested-execution-date-time': '2020-01-01T00:00:00Z',
      'x-debtor-account': 'DE89370400440532013000',
    };
    const reply = await check(tpp(), FILE, { headers });
    expect([reply.status, faultsOf(reply)]).toEqual([
      400,
      Object.keys(headers)
        .sort((one, other) => order(one) - order(other))
        .map((name) => `Header.Invalid ${name}`),
    ]);
  });

  const order = (name: string): number => (name === 'x-requested-execution-date-time' ? 1 : 0);

  test.each([
    ['no token', { token: null }, 401],
    ['another type', { headers: { 'content-type': 'text/csv' } }, 415],
    ['another encoding', { headers: { 'content-encoding': 'gzip' } }, 415],
    ['an answer that is not JSON', { headers: { accept: 'text/html' } }, 406],
  ])('rejects a request with %s, as an upload does', async (_, options, status) => {
    expect((await check(tpp(), FILE, options)).status).toBe(status);
  });

  test("rejects the token of a customer's approval and other methods", async () => {
    const { token } = await tpp().approved(FILE);
    expect((await check(tpp(), FILE, { token })).status).toBe(403);
    const reply = await tpp().get(PATH);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('rejects a file above the maximum size with 413', async () => {
    expect((await check(tpp(), Buffer.alloc(2 * 1024 * 1024 + 1, ' '))).status).toBe(413);
  });

  test('stores no audit entry and no file', async () => {
    const [before, head] = [service().files(), await service().store.auditHead()];
    for (const file of [bulkFile(5), bulkFile(5, { LocalInstrument: 'x' })]) {
      expect((await check(tpp(), file)).status).toBe(200);
    }
    expect(service().files()).toEqual(before);
    expect(await service().store.auditHead()).toEqual(head);
    expect(service().events.filter(({ kind }) => kind === 'failure')).toEqual([]);
  });
});

describe('the check of a large file', () => {
  const { service, tpp } = useService({
    config: { fileMaxBytes: 3 * SPOOL_MEMORY_BYTES, uploadsPerTpp: 2 },
  });
  const large = Buffer.concat([Buffer.alloc(2 * SPOOL_MEMORY_BYTES, ' '), FILE]);
  const begin = () =>
    beginRequest(`${tpp().origin}${PATH}`, {
      authorization: `Bearer ${tpp().token}`,
      'content-type': 'application/json',
    });

  test('reads it from disk and leaves no file behind', async () => {
    const before = service().files();
    expect(dataOf(await check(tpp(), large))).toMatchObject({ Accepted: true });
    expect(service().files()).toEqual(before);
  });

  test('leaves no file behind when interrupted, and counts as an upload', async () => {
    const before = service().files();
    const slow = [begin(), begin()];
    for (const one of slow) await one.write(large.subarray(0, SPOOL_MEMORY_BYTES + 1));
    await expect.poll(() => service().files().length).toBe(before.length + 2);
    expect((await check(tpp(), FILE)).status).toBe(429);
    const consentId = await tpp().consentFor(FILE);
    expect((await tpp().upload(consentId, FILE)).status).toBe(429);
    for (const one of slow) one.request.destroy();
    await expect.poll(() => service().files()).toEqual(before);
    expect((await check(tpp(), FILE)).status).toBe(200);
  });
});

describe('at the mTLS listener', () => {
  let bank: SecureService | undefined;
  beforeAll(async () => {
    bank = await startSecureService({ config: { requestSignatures: 'required' } });
  });
  afterAll(async () => {
    await bank?.end();
  });

  test('a file check is signed, and so is its answer', async () => {
    const api = await SecureApi.open(expectDefined(bank, 'the bank'));
    const reply = await check(api, FILE);
    expect([reply.status, dataOf(reply)['Accepted']]).toEqual([200, true]);
    expect(reply.headers.get('x-jws-signature')).not.toBeNull();
    api.signs = false;
    expect(faultsOf(await check(api, FILE))).toEqual(['Signature.Missing x-jws-signature']);
  });
});
