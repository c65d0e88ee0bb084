import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/api/routes.ts';
import { publicPart } from '../../../src/auth/keys/key-file.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { NOW } from '../../helpers/signature-judge.ts';
import { startSigningService, type SigningService } from '../../helpers/signing-service.ts';
import { headerOf, IAT, ISS, TAN, verifiedHeader, type Header } from '../../helpers/signing.ts';
import { dataOf, faultsOf, Tpp, type Options, type Reply } from '../../helpers/tpp.ts';
import { FamilyClient } from '../families/family-client.ts';
import { answerTypeOf, OPERATION_CASES, type FaultlessRequest } from './operation-cases.ts';

const NAME = 'x-jws-signature';

/** A file that is larger than the part of an upload that the service holds in memory. */
const LARGE_FILE = bulkFile(20_000);

let service: SigningService;
/**
 * The first TPP as a client of both listeners: `tpp` where signatures are optional, and `strict`
 * where they are required.
 */
let tpp: Tpp;
let strict: Tpp;

beforeAll(async () => {
  service = await startSigningService({ fileMaxBytes: 64 * 1024 * 1024 });
  [tpp, strict] = await Promise.all([Tpp.signIn(service.origin), Tpp.signIn(service.strictOrigin)]);
});

afterAll(async () => {
  await service.end();
});

/**
 * Returns a valid JOSE header of the first TPP after some fields were changed. A field that is
 * undefined is left out.
 */
function headerWith(members: Header = {}): Header {
  const seconds = Math.floor(NOW / 1000);
  const header = { ...headerOf('tpp-one', 'tpp-one/tpp-one', seconds), ...members };
  return JSON.parse(JSON.stringify(header)) as Header;
}

function signedBy(name: string, body: string | Uint8Array, members?: Header): Promise<string> {
  return expectDefined(service.tppKeys.get(name), name).sign(headerWith(members), body);
}

/**
 * Verifies the signature of a response with the bank's published keys. Returns the signature's
 * header.
 */
function signatureOf(reply: Reply): Promise<Header> {
  const signature = expectDefined(reply.headers.get(NAME), `the ${NAME} of ${reply.text}`);
  return verifiedHeader(signature, reply.text, service.keys.jwks().keys.map(publicPart));
}

describe.each(ROUTES.filter(({ operation }) => operation.body !== 'none'))(
  '$operation.method $path',
  (route) => {
    let request: FaultlessRequest;
    let body: string | Uint8Array;
    /** All requests use one idempotency key, because a rejected request does not use it up. */
    const key = `signed ${route.name}`;

    beforeAll(async () => {
      request = await OPERATION_CASES[route.name](new FamilyClient(tpp, route.family));
      body = expectDefined(request.body, 'the body');
    });

    async function ask(signature: string | undefined, options: Options = {}): Promise<Reply> {
      const headers = { ...(signature === undefined ? {} : { [NAME]: signature }) };
      return strict.call(route.operation.method, route.path.replace('{id}', request.id), {
        ...{ token: request.token, key, body },
        ...options,
        headers: { ...options.headers, ...headers },
      });
    }

    test.each<[string, () => Promise<string | undefined>, string]>([
      ['no signature', () => Promise.resolve(undefined), `Missing ${NAME}`],
      ['a malformed signature', () => Promise.resolve('a.b.c'), `Malformed ${NAME}`],
      [
        'one with a payload',
        async () => (await signedBy('tpp-one', body)).replace('..', '.e30.'),
        `Malformed ${NAME}`,
      ],
      [
        'one without a claim',
        () => signedBy('tpp-one', body, { [TAN]: undefined }),
        `MissingClaim ${TAN}`,
      ],
      [
        'a wrong claim',
        () => signedBy('tpp-one', body, { [ISS]: 'tpp-two/tpp-two' }),
        `InvalidClaim ${ISS}`,
      ],
      [
        'a time in the future',
        () => signedBy('tpp-one', body, { [IAT]: service.now() / 1000 + 60 }),
        `InvalidClaim ${IAT}`,
      ],
      ['b64', () => signedBy('tpp-one', body, { b64: true }), 'InvalidClaim b64'],
      [
        'the key of another TPP',
        () => signedBy('tpp-two', body, { kid: 'tpp-two' }),
        'InvalidClaim kid',
      ],
      ['a signature by another key', () => signedBy('tpp-two', body), `Invalid ${NAME}`],
      [
        'the signature of another body',
        () => signedBy('tpp-one', `${String(body)} `),
        `Invalid ${NAME}`,
      ],
    ])('rejects %s and writes an audit entry', async (_, sign, fault) => {
      // The audit log records only some of a TPP's rejections. Wait until it records one again.
      service.passTime(10_000);
      const before = await service.store.auditHead();
      const reply = await ask(await sign());
      expect([reply.status, faultsOf(reply)]).toEqual([400, [`Signature.${fault}`]]);
      expect((await service.store.auditHead()).sequence).toBe(before.sequence + 1);
      expect(await signatureOf(reply)).toMatchObject({ alg: 'PS256', [ISS]: 'the-bank' });
    });

    test('checks the token before the signature', async () => {
      expect((await ask(undefined, { token: null })).status).toBe(401);
      expect((await ask(undefined, { token: request.wrongToken })).status).toBe(403);
      const other = { headers: { 'content-type': 'text/plain' } };
      expect((await ask(undefined, other)).status).toBe(415);
    });

    test('checks the signature before the body', async () => {
      const reply = await ask(await signedBy('tpp-one', body), { body: '{"Data":' });
      expect(faultsOf(reply)).toEqual([`Signature.Invalid ${NAME}`]);
    });

    test('verifies a signature even if none is required', async () => {
      const address = route.path.replace('{id}', request.id);
      const wrong = { [NAME]: await signedBy('tpp-two', body) };
      const { token } = request;
      const reply = await tpp.call('POST', address, { token, body, key, headers: wrong });
      expect([reply.status, faultsOf(reply)]).toEqual([400, [`Signature.Invalid ${NAME}`]]);
      expect(reply.headers.get(NAME)).toBeNull();
    });

    test('accepts the signed body with the idempotency key of the rejected requests', async () => {
      const signature = await signedBy('tpp-one', body);
      const reply = await ask(signature);
      expect([reply.status, faultsOf(reply)]).toEqual([route.operation.success, []]);
      if (reply.text === '') expect(reply.headers.get(NAME)).toBeNull();
      else await signatureOf(reply);
      if (!route.operation.idempotent) return;
      expect((await ask(signature)).status).toBe(route.operation.success);
      expect(faultsOf(await ask(undefined))).toEqual([`Signature.Missing ${NAME}`]);
    });
  },
);

describe.each(ROUTES.filter(({ operation }) => operation.body === 'none'))(
  '$operation.method $path',
  (route) => {
    test('needs no signature, and signs its answer', async () => {
      const request = await OPERATION_CASES[route.name](new FamilyClient(tpp, route.family));
      const { token, id } = request;
      const { method, success, answers } = route.operation;
      const refused = await strict.call(method, route.path.replace('{id}', 'none'), { token });
      expect(refused.status).not.toBe(success);
      await signatureOf(refused);

      const reply = await strict.call(method, route.path.replace('{id}', id), { token });
      expect(reply.status).toBe(success);
      if (answers === 'nothing') expect(reply.headers.get(NAME)).toBeNull();
      else
        expect(await signatureOf(reply)).toMatchObject({
          cty: answerTypeOf(route.operation),
          crit: [IAT, ISS, TAN],
        });
    });
  },
);

describe('answers for unknown paths and methods', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['PATCH', '/domestic-payments', 405],
  ])('are signed for %s %s', async (method, path, status) => {
    const reply = await strict.call(method, path);
    expect(reply.status).toBe(status);
    await signatureOf(reply);
  });

  test.each([
    ['GET', '/nowhere', 404],
    ['PATCH', '/domestic-payments', 405],
  ])('are not signed for %s %s without a valid token', async (method, path, status) => {
    for (const token of [null, 'x']) {
      const reply = await strict.call(method, path, { token });
      expect([reply.status, reply.headers.get(NAME)]).toEqual([status, null]);
      expect(reply.json).toMatchObject({ Id: reply.headers.get('x-fapi-interaction-id') });
    }
  });

  test('have no signature if they have no body', async () => {
    const reply = await strict.get('/domestic-payments/none', { token: null });
    expect([reply.status, reply.headers.get(NAME)]).toEqual([401, null]);
  });
});

describe.each([
  ['in memory', bulkFile(3)],
  ['on disk', LARGE_FILE],
])('a payment file %s', (_, file) => {
  let consentId = '';
  beforeEach(async () => {
    consentId = await tpp.consentFor(file);
  });

  async function upload(sent: Uint8Array, signed: Uint8Array): Promise<Reply> {
    const headers = { [NAME]: await signedBy('tpp-one', signed) };
    return strict.upload(consentId, sent, { key: 'an upload', headers });
  }

  async function status(): Promise<unknown> {
    return dataOf(await tpp.get(`/file-payment-consents/${consentId}`))['Status'];
  }

  test('whose bytes differ from the signed ones leaves the consent in AwaitingUpload', async () => {
    const changed = Buffer.from(file);
    changed[changed.length - 2] = 0x20;
    const reply = await upload(changed, file);
    expect([reply.status, faultsOf(reply)]).toEqual([400, [`Signature.Invalid ${NAME}`]]);
    expect(await status()).toBe('AwaitingUpload');
    expect((await upload(file, file)).status).toBe(200);
    expect(await status()).toBe('AwaitingAuthorisation');
    // If the signature is wrong, even the repetition of a successful upload is rejected.
    expect(faultsOf(await upload(file, changed))).toEqual([`Signature.Invalid ${NAME}`]);
  });

  test('that is invalid but correctly signed rejects the consent', async () => {
    const wrong = Buffer.concat([file, Buffer.from('x')]);
    const reply = await upload(wrong, wrong);
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)[0]).not.toMatch(/^Signature/);
    expect(await status()).toBe('Rejected');
  });

  test('is signed when it is downloaded', async () => {
    await upload(file, file);
    const reply = await strict.get(`/file-payment-consents/${consentId}/file`);
    expect(reply.text.length).toBeGreaterThan(0);
    expect(await signatureOf(reply)).toHaveProperty('cty', 'application/json');
  });
});
