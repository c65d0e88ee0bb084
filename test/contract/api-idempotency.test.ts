import { describe, expect, test } from 'vitest';
import { bulkFile } from '../helpers/payment-file.ts';
import { consentBody, dataOf, faultsOf, type Reply, Tpp } from '../helpers/tpp.ts';
import { useService } from '../helpers/use-service.ts';

const { service, tpp } = useService();

const FILE = bulkFile(2);
const BODY = JSON.stringify(consentBody(FILE));
const OTHER_BODY = JSON.stringify(consentBody(FILE, { FileReference: 'Another' }));
const KEY_REUSED = [400, ['Header.Invalid x-idempotency-key']];

function register(key: string, body = BODY, caller = tpp()): Promise<Reply> {
  return caller.call('POST', '/file-payment-consents', { key, body });
}

function idOf(reply: Reply): unknown {
  const data = dataOf(reply);
  return data['FilePaymentId'] ?? data['ConsentId'];
}

function told(reply: Reply): [number, string[]] {
  return [reply.status, faultsOf(reply)];
}

describe('a consent', () => {
  test('is registered once and given back as it now stands', async () => {
    const first = await register('once');
    const consentId = idOf(first) as string;
    expect((await register('once')).text).toBe(first.text);
    await tpp().upload(consentId, FILE);
    const again = await register('once');
    expect(again.status).toBe(201);
    expect(dataOf(again)).toMatchObject({ ConsentId: consentId, Status: 'AwaitingAuthorisation' });
  });

  test('of another body is refused and changes nothing', async () => {
    const first = await register('changed');
    expect(told(await register('changed', OTHER_BODY))).toEqual(KEY_REUSED);
    expect(told(await register('changed', `${BODY} `))).toEqual(KEY_REUSED);
    expect(idOf(await register('changed'))).toBe(idOf(first));
  });

  test('that was refused leaves its key free', async () => {
    expect((await register('failed', '{}')).status).toBe(400);
    expect((await register('failed', '{"Data"')).status).toBe(400);
    const reply = await register('failed');
    expect(reply.status).toBe(201);
    expect(idOf(await register('failed'))).toBe(idOf(reply));
  });

  test('has keys of its own for each TPP', async () => {
    const other = await Tpp.signIn(service().origin, 'tpp-two');
    const mine = await register('shared');
    const theirs = await register('shared', OTHER_BODY, other);
    expect(theirs.status).toBe(201);
    expect(idOf(theirs)).not.toBe(idOf(mine));
  });

  test('tells keys apart by every character', async () => {
    const ids = await Promise.all(
      ['key', 'KEY', 'key-', "key'", 'k\u00e9y'].map(async (key) => idOf(await register(key))),
    );
    expect(new Set(ids).size).toBe(5);
  });
});

describe('an upload', () => {
  test('is repeated with its key and its file', async () => {
    const consentId = await tpp().consentFor(FILE);
    const first = await tpp().upload(consentId, FILE, { key: 'upload' });
    const again = await tpp().upload(consentId, FILE, { key: 'upload' });
    expect([first.status, first.text, again.status, again.text]).toEqual([200, '', 200, '']);
    expect(told(await tpp().upload(consentId, bulkFile(3), { key: 'upload' }))).toEqual(KEY_REUSED);
    const otherKey = await tpp().upload(consentId, FILE, { key: 'upload-two' });
    expect(told(otherKey)).toEqual([400, ['Resource.InvalidConsentStatus']]);
    await tpp().decide(consentId);
    expect((await tpp().upload(consentId, FILE, { key: 'upload' })).status).toBe(200);
  });

  test('has keys of its own for each consent', async () => {
    const one = await tpp().consentFor(FILE);
    const other = await tpp().consentFor(bulkFile(3));
    expect((await tpp().upload(one, FILE, { key: 'same' })).status).toBe(200);
    expect((await tpp().upload(other, bulkFile(3), { key: 'same' })).status).toBe(200);
  });

  test('that was refused leaves its key free', async () => {
    const consentId = await tpp().consentFor(FILE);
    const headers = { 'content-type': 'text/plain' };
    expect((await tpp().upload(consentId, FILE, { key: 'refused', headers })).status).toBe(415);
    expect((await tpp().upload(consentId, FILE, { key: 'refused' })).status).toBe(200);
  });
});

describe('a submission', () => {
  test('is made once and given back as it now stands', async () => {
    const { consentId, token } = await tpp().approved(FILE);
    const first = await tpp().submit(consentId, token, { key: 'pay' });
    const finished = await tpp().finished(idOf(first) as string);
    const again = await tpp().submit(consentId, token, { key: 'pay' });
    expect(again.status).toBe(201);
    expect(dataOf(again)).toEqual(finished);
    expect(finished['Status']).toBe('InitiationCompleted');
    const body = { Data: { ConsentId: consentId, ...consentBody(FILE).Data }, Risk: {} };
    const changed = await tpp().post('/file-payments', body, { token, key: 'pay' });
    expect(changed.status).toBe(400);
  });

  test('that was refused leaves its key free', async () => {
    const { consentId, token } = await tpp().approved(FILE);
    const wrong = {
      Data: { ConsentId: consentId, ...consentBody(FILE, { FileReference: 'x' }).Data },
    };
    const refused = await tpp().post('/file-payments', wrong, { token, key: 'pay-failed' });
    expect(faultsOf(refused)[0]).toMatch(/^Resource\.ConsentMismatch/);
    expect((await tpp().submit(consentId, token, { key: 'pay-failed' })).status).toBe(201);
  });

  test('shares no keys with consents', async () => {
    await register('everywhere');
    const { consentId, token } = await tpp().approved(FILE);
    expect((await tpp().submit(consentId, token, { key: 'everywhere' })).status).toBe(201);
  });
});

test('a key is good for 24 hours of the clock of the sandbox', async () => {
  const first = await register('a-day');
  const { now } = (await tpp().get('/sandbox/clock')).json as { now: string };
  const move = (milliseconds: number): Promise<Reply> => {
    const later = new Date(Date.parse(now) + milliseconds).toISOString();
    return tpp().call('PUT', '/sandbox/clock', { body: JSON.stringify({ now: later }) });
  };
  const hours = 3_600_000;
  await move(24 * hours - 60_000);
  expect(idOf(await register('a-day'))).toBe(idOf(first));
  await move(24 * hours + 60_000);
  const second = await register('a-day', OTHER_BODY);
  expect(second.status).toBe(201);
  expect(idOf(second)).not.toBe(idOf(first));
  expect(told(await register('a-day'))).toEqual(KEY_REUSED);
});
