import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../../../src/domain/ports/storage-errors.ts';
import { admitBucket } from '../../../../../src/store/files/s3/ownership.ts';
import { BucketClient } from '../../../../../src/store/files/s3/client.ts';
import { startObjectStore, type TestObjectStore } from '../../../../helpers/s3/server.ts';

const TOKEN = 'token of a session';
const EXPIRES = '2999-01-01T00:00:00Z';

/** Opens an object store that accepts only temporary credentials. */
async function openStore(): Promise<TestObjectStore> {
  const store = await startObjectStore(TOKEN);
  onTestFinished(() => store.close());
  return store;
}

/** Starts a server that gives out credentials. Returns its address and the requests that it got. */
async function giveOut(body: string): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let sent = request.headers.authorization ?? '';
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => {
      asked.push(`${request.url ?? ''} ${sent}`);
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked };
}

describe('a client without static keys', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("uses the container's credentials", async () => {
    const { place } = await openStore();
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = place.credentials ?? {};
    const given = { AccessKeyId, SecretAccessKey, Token: TOKEN, Expiration: EXPIRES };
    const { origin, asked } = await giveOut(JSON.stringify(given));
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${origin}/credentials`);
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN', 'token of the container');
    await admitBucket({ ...place, credentials: null });
    expect(asked).toEqual(['/credentials token of the container']);
  });

  test('assumes a role with the token of a web identity', async () => {
    const { place } = await openStore();
    const { accessKeyId = '', secretAccessKey = '' } = place.credentials ?? {};
    const { origin, asked } = await giveOut(
      `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>` +
        `<AccessKeyId>${accessKeyId}</AccessKeyId><Expiration>${EXPIRES}</Expiration>` +
        `<SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
        `<SessionToken>${TOKEN}</SessionToken></Credentials>` +
        `</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'identity-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'token');
    writeFileSync(path, 'token-of-the-pod');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', path);
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/payments');
    vi.stubEnv('AWS_ENDPOINT_URL_STS', origin);
    await admitBucket({ ...place, credentials: null });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('WebIdentityToken=token-of-the-pod');
  });

  test('reports if it finds no credentials', async () => {
    const { place } = await openStore();
    const admitted = admitBucket({ ...place, credentials: null });
    await expect(admitted).rejects.toThrow('There are no credentials for the object store');
  });
});

test('a client signs with the time of the object store if its own clock is wrong', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2020-01-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  await admitBucket(store.place);
  expect(store.answered).toEqual(['GET 403', 'GET 200']);
});

test('an upload fails with the error of the local disk if its content cannot be read', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  const client = new BucketClient(store.place, { timeoutMs: 50 });
  const open = () => createReadStream('/no/such/file');
  const put = client.put('an upload', 'any', { sha256: '00', bytes: 4, open });
  await expect(put).rejects.toThrow(/^ENOENT/);
  await expect(put).rejects.not.toBeInstanceOf(StoreUnavailable);
  expect(store.answered).toEqual([]);
  client.close();
});
