import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { generateSharedKey, writeSharedKeys } from '../../../src/auth/keys/shared-keys.ts';
import type { Config } from '../../../src/config/config.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { startObjectStore, type TestObjectStore } from '../../helpers/s3/server.ts';
import { filesAt } from '../../helpers/s3/use-object-store.ts';
import { request, anonymousTransport, type Reply } from '../../helpers/secure-browser.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { startSecureService, type SecureService } from '../../helpers/secure-service.ts';
import { hasPostgres, sharedPostgres } from '../../helpers/use-postgres.ts';
import { clientOf } from './cases.ts';

/** Two nodes of one sandbox, which share a database and keys. */
interface Nodes {
  readonly config: Partial<Config>;
  readonly objects: TestObjectStore;
  readonly one: SecureService;
  readonly other: SecureService;
}

let started: Nodes | undefined;
const nodes = (): Nodes => expectDefined(started, 'the nodes');

describe.runIf(hasPostgres())('two nodes with one database', () => {
  beforeAll(async () => {
    const { url } = await sharedPostgres().create();
    const objects = await startObjectStore();
    const config: Partial<Config> = {
      store: { kind: 'postgres', url },
      ...filesAt(objects.place),
    };
    const one = await startSecureService({ config: { ...config, node: 'one' } });
    const other = await startSecureService({ config: { ...config, node: 'other' } });
    started = { config, objects, one, other };
  });
  afterAll(async () => {
    await started?.one.end();
    await started?.other.end();
    await started?.objects.close();
  });

  /**
   * Opens a page on the other node, with the cookies that the browser received from the first one.
   */
  function askOther(path: string, { browser }: SecureCustomer): Promise<Reply> {
    const { other } = nodes();
    // If a cookie was set several times, its last value counts.
    const given = new Map(
      browser.written.map((line) => {
        const [pair = ''] = line.split('; ');
        return [pair.split('=')[0] ?? '', pair] as const;
      }),
    );
    const cookie = [...given.values()].filter((pair) => !pair.endsWith('=')).join('; ');
    const asking = {
      transport: anonymousTransport(other),
      headers: { cookie, accept: 'text/html' },
    };
    return request(`${other.issuerUrl}${path}`, asking);
  }

  test('share the session of a signed-in customer', async () => {
    const { one } = nodes();
    const customer = new SecureCustomer(one);
    const asked = await customer.browser.follow(`${one.issuerUrl}/my`);
    const named = await customer.signIn(asked, 'clara');
    const inside = await customer.fill(named, 'code', { code: await one.nextCodeOf('clara') });
    expect(inside.reply.status).toBe(200);
    const there: Reply = await askOther('/my', customer);
    expect(there.status).toBe(200);
    expect(there.text).toBe(inside.reply.text);
    const stranger = await askOther('/my', new SecureCustomer(one));
    expect(stranger.text).not.toBe(inside.reply.text);
  });

  test('continue an interaction that began at the other node', async () => {
    const { one } = nodes();
    const api = await SecureApi.open(one);
    const customer = new SecureCustomer(one);
    const url = await api.tpp.authorizeUrl(await clientOf(api, 'domestic-payments').prepared());
    const arrived = await customer.browser.follow(url);
    const path = new URL(arrived.url).pathname;
    expect(path).toContain('/interaction/');
    const there = await askOther(path, customer);
    expect([there.status, there.text]).toEqual([200, arrived.reply.text]);
    // Without the browser's cookie, the other node does not find the interaction.
    expect((await askOther(path, new SecureCustomer(one))).status).toBe(410);
  });

  test.each([
    ['signing keys', 'bank-keys.json'],
    ['shared keys', 'shared-keys.json'],
  ])('do not start with different %s', async (what, file) => {
    const keysDirectory = mkdtempSync(join(tmpdir(), 'keys-'));
    onTestFinished(() => {
      rmSync(keysDirectory, { recursive: true });
    });
    cpSync(inject('pki'), keysDirectory, { recursive: true });
    rmSync(join(keysDirectory, file));
    if (what === 'shared keys') {
      await writeSharedKeys(join(keysDirectory, file), [generateSharedKey()]);
    }
    const refused = startSecureService({ config: { ...nodes().config, keysDirectory } });
    await expect(refused).rejects.toThrow(
      new RegExp(`The deployment uses .+ of its ${what}, which this node does not have`),
    );
  });
});
