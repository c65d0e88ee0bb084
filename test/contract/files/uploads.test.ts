import { describe, expect, test, vi } from 'vitest';
import { SPOOL_MEMORY_BYTES } from '../../../src/store/files/spool.ts';
import { bulkFile, fileOf, payment } from '../../helpers/payment-file.ts';
import { beginRequest, sendRaw, type SlowRequest } from '../../helpers/raw.ts';
import { dataOf, faultsOf, type Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT_BYTES = 2 * 1024 * 1024;
const FILE = bulkFile(3);
const MANY = 20_000;

function addressOf(tpp: Tpp, consentId: string): string {
  return `${tpp.origin}/open-banking/v3.1/pisp/file-payment-consents/${consentId}/file`;
}

function beginUpload(
  tpp: Tpp,
  consentId: string,
  headers: Record<string, string> = {},
): SlowRequest {
  return beginRequest(addressOf(tpp, consentId), {
    authorization: `Bearer ${tpp.token}`,
    'content-type': 'application/json',
    'x-idempotency-key': 'an-upload',
    ...headers,
  });
}

async function statusOf(tpp: Tpp, consentId: string): Promise<unknown> {
  return dataOf(await tpp.get(`/file-payment-consents/${consentId}`))['Status'];
}

/**
 * Returns a valid file of exactly `bytes` bytes. It consists of payments and, at the end, white
 * space.
 */
function fileOfBytes(bytes: number): Buffer {
  // Later payments have longer identifications, because their numbers have more digits.
  const paymentBytes = Math.ceil(bulkFile(MANY).length / MANY);
  const count = Math.floor(bytes / paymentBytes);
  const file = bulkFile(count).toString();
  return Buffer.from(`${file.slice(0, -1)}${' '.repeat(bytes - file.length)}}`);
}

describe('an upload within 2 MB', () => {
  const { service, tpp } = useService();

  test('is downloaded byte for byte', async () => {
    const file = Buffer.from(
      ` \r\n${bulkFile(2).toString().replaceAll('Fresco', 'Fr\\u00e9sco').replaceAll(',', ' ,\t')}\n\n`,
    );
    const consentId = await tpp().consentFor(file);
    const uploaded = await tpp().upload(consentId, file);
    expect([uploaded.status, uploaded.text]).toEqual([200, '']);
    const reply = await tpp().get(`/file-payment-consents/${consentId}/file`);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.bytes.equals(file)).toBe(true);
  });

  test('is accepted with chunked transfer coding', async () => {
    const consentId = await tpp().consentFor(FILE);
    const upload = beginUpload(tpp(), consentId);
    for (let at = 0; at < FILE.length; at += 97) await upload.write(FILE.subarray(at, at + 97));
    expect(await upload.end()).toEqual({ status: 200, text: '' });
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingAuthorisation');
  });

  test('is accepted at exactly the maximum size and rejected one byte above it', async () => {
    const largest = fileOfBytes(LIMIT_BYTES);
    const consentId = await tpp().consentFor(largest);
    expect((await tpp().upload(consentId, largest)).status).toBe(200);
    const tooLarge = fileOfBytes(LIMIT_BYTES + 1);
    const waiting = await tpp().consentFor(tooLarge);
    const reply = await tpp().upload(waiting, tooLarge);
    expect([reply.status, faultsOf(reply)]).toEqual([413, ['Resource.InvalidFormat']]);
    expect(await statusOf(tpp(), waiting)).toBe('AwaitingUpload');
  });

  test('is rejected by its Content-Length before any byte is read', async () => {
    const consentId = await tpp().consentFor(FILE);
    const upload = beginUpload(tpp(), consentId, { 'content-length': String(10 ** 12) });
    await upload.write('{');
    expect((await upload.answer).status).toBe(413);
    upload.request.destroy();
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
  });

  test('is rejected during the transfer if it has no Content-Length', async () => {
    const consentId = await tpp().consentFor(FILE);
    const upload = beginUpload(tpp(), consentId);
    const piece = Buffer.alloc(256 * 1024, ' ');
    for (let sent = 0; sent <= LIMIT_BYTES; sent += piece.length) await upload.write(piece);
    expect((await upload.answer).status).toBe(413);
    upload.request.destroy();
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
    expect((await tpp().upload(consentId, FILE)).status).toBe(200);
  });

  test('is rejected in another type or encoding, and the consent stays AwaitingUpload', async () => {
    const consentId = await tpp().consentFor(FILE);
    for (const headers of [
      { 'content-type': 'text/csv' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-encoding': 'gzip' },
    ]) {
      expect((await tpp().upload(consentId, FILE, { headers })).status).toBe(415);
    }
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
  });

  test('with contradictory lengths is rejected by the HTTP parser', async () => {
    const consentId = await tpp().consentFor(FILE);
    const path = new URL(addressOf(tpp(), consentId)).pathname;
    const reply = await sendRaw(
      tpp().origin,
      `POST ${path} HTTP/1.1\nHost: 127.0.0.1\nAuthorization: Bearer ${tpp().token}\n` +
        'Content-Type: application/json\nx-idempotency-key: both\n' +
        'Content-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n',
    );
    expect(reply.status).toBe(400);
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
  });

  test.each([
    ['nothing', ''],
    ['XML', '<?xml version="1.0"?><Document/>'],
    ['CSV', 'account,amount\n1,2\n'],
    ['another layout', '{"payments":[]}'],
    ['half a file', FILE.subarray(0, 200).toString()],
    ['an empty list', '{"Data":{"DomesticPayments":[]}}'],
  ])('of %s rejects the consent', async (_, text) => {
    const file = Buffer.from(text);
    const consentId = await tpp().consentFor(file);
    const reply = await tpp().upload(consentId, file);
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).not.toEqual([]);
    expect(await statusOf(tpp(), consentId)).toBe('Rejected');
  });

  test('reports up to 100 faults of a file, with their total', async () => {
    const wrong = payment(0, { InstructedAmount: { Amount: '0.00', Currency: 'EUR' } });
    const few = fileOf([payment(0), wrong]);
    const reply = await tpp().upload(await tpp().consentFor(few), few);
    expect(faultsOf(reply).sort()).toEqual([
      'Field.Invalid Data.DomesticPayments[1].InstructedAmount.Amount',
      'Unsupported.Currency Data.DomesticPayments[1].InstructedAmount.Currency',
    ]);
    const many = fileOf(Array.from({ length: 700 }, () => wrong));
    const all = await tpp().upload(await tpp().consentFor(many), many);
    expect(faultsOf(all)).toHaveLength(100);
    expect(all.json?.['Message']).toContain('1400');
  });

  test('that is interrupted leaves no file behind, and its consent stays AwaitingUpload', async () => {
    const consentId = await tpp().consentFor(FILE);
    const before = service().files();
    for (const announced of [{}, { 'content-length': String(FILE.length) }]) {
      const upload = beginUpload(tpp(), consentId, announced);
      await upload.write(FILE.subarray(0, 500));
      upload.request.destroy();
    }
    const { token } = await tpp().approved(bulkFile(4));
    expect(token).not.toBe('');
    const answers = () =>
      service().events.flatMap((event) => {
        const isUpload =
          event.kind === 'requestAnswered' && event.operation.endsWith('.uploadFile');
        return isUpload ? [event.status] : [];
      });
    await expect.poll(() => answers().slice(-3)).toContain(400);
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
    expect(service().files()).toHaveLength(before.length + 1);
    expect((await tpp().upload(consentId, FILE)).status).toBe(200);
    expect(service().events.filter(({ kind }) => kind === 'failure')).toEqual([]);
  });
});

describe('uploads that exceed the memory limit', () => {
  const { service, tpp } = useService({ config: { fileMaxBytes: 3 * SPOOL_MEMORY_BYTES } });
  const large = fileOfBytes(SPOOL_MEMORY_BYTES * 2 + 1);

  const temporaryFiles = (): string[] =>
    service()
      .files()
      .filter((path) => !/[0-9a-f]{62,64}$/.test(path));

  test('are downloaded byte for byte', async () => {
    const consentId = await tpp().consentFor(large);
    expect((await tpp().upload(consentId, large)).status).toBe(200);
    const { bytes } = await tpp().get(`/file-payment-consents/${consentId}/file`);
    expect(bytes.equals(large)).toBe(true);
    expect(temporaryFiles()).toEqual([]);
  });

  test.each([
    ['in pieces, too large', 3 * SPOOL_MEMORY_BYTES + 1, 413],
    ['in pieces, not a payment file', 2 * SPOOL_MEMORY_BYTES, 400],
  ])('%s, leave no file behind', async (_, bytes, status) => {
    const consentId = await tpp().consentFor(large);
    const upload = beginUpload(tpp(), consentId);
    const piece = Buffer.alloc(1024 * 1024, ' ');
    for (let sent = 0; sent < bytes; sent += piece.length) await upload.write(piece);
    if (status === 400) upload.request.end();
    expect((await upload.answer).status).toBe(status);
    upload.request.destroy();
    expect(temporaryFiles()).toEqual([]);
  });

  test('that are interrupted leave no file behind', async () => {
    const consentId = await tpp().consentFor(large);
    const upload = beginUpload(tpp(), consentId);
    const piece = Buffer.alloc(1024 * 1024, ' ');
    for (let sent = 0; sent < 6; sent += 1) await upload.write(piece);
    await expect.poll(() => temporaryFiles()).toHaveLength(1);
    upload.request.destroy();
    await expect.poll(() => temporaryFiles()).toEqual([]);
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
  });
});

describe('slow uploads', () => {
  const { tpp } = useService({ config: { uploadsPerTpp: 4 } });

  test('do not block other TPPs, and each TPP has a limited number', async () => {
    const consentId = await tpp().consentFor(FILE);
    const slow = Array.from({ length: 5 }, () => beginUpload(tpp(), consentId));
    await Promise.all(slow.map((upload) => upload.write('{')));
    // One of the five uploads exceeds the limit. After the service has refused it, the others are
    // within the limit.
    const refused = await Promise.race(
      slow.map(async (upload) => ({ upload, answer: await upload.answer })),
    );
    expect(refused.answer.status).toBe(429);
    const excess = await tpp().upload(await tpp().consentFor(FILE), FILE);
    expect(excess.status).toBe(429);
    expect(excess.headers.get('retry-after')).toBe('1');
    expect(await statusOf(tpp(), consentId)).toBe('AwaitingUpload');
    const [first, ...others] = slow.filter((upload) => upload !== refused.upload);
    first?.request.destroy();
    const paid = await vi.waitFor(() => tpp().pay(FILE), { timeout: 60_000 });
    expect((await tpp().finished(paid))['Status']).toBe('InitiationCompleted');
    for (const upload of others) upload.request.destroy();
  });
});
