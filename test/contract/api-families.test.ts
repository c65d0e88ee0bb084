import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/api/routes.ts';
import { FAMILIES } from '../../src/families/index.ts';
import { present } from '../../src/kernel/assert.ts';
import { dataOf, faultsOf, type Reply, Tpp } from '../helpers/tpp.ts';
import { useService } from '../helpers/use-service.ts';
import { consentText, FAMILY_CASES, paymentText } from './family-cases.ts';

const INTERACTION_ID = '93bac548-d2de-4546-b106-880a5018460d';
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const { service, tpp } = useService();

test('every family has its entry in the cases of the suites', () => {
  expect(Object.keys(FAMILY_CASES)).toEqual(FAMILIES.map(({ name }) => name));
});

describe.each(FAMILIES)('$name', (family) => {
  const familyCase = present(FAMILY_CASES[family.name], family.name);
  const { initiation, risk, respelt, different } = familyCase;
  const base = (): string => `${service().origin}/open-banking/v3.1/pisp`;

  async function register(): Promise<{ consentId: string; reply: Reply }> {
    const body = consentText(familyCase);
    const reply = await tpp().call('POST', `/${family.consents}`, { body });
    return { consentId: dataOf(reply)['ConsentId'] as string, reply };
  }

  async function authorise(): Promise<{ consentId: string; token: string }> {
    const { consentId } = await register();
    await familyCase.prepare(tpp(), consentId);
    const decided = await tpp().decide(consentId, { debtorAccount: '11280001234567' });
    return { consentId, token: decided.json?.['access_token'] as string };
  }

  function submit(consentId: string, token: string, text = initiation): Promise<Reply> {
    const body = paymentText(consentId, text, risk);
    return tpp().call('POST', `/${family.payments}`, { body, token });
  }

  test('registers a consent and gives its Initiation back as it was sent', async () => {
    const { consentId, reply } = await register();
    const self = `${base()}/${family.consents}/${consentId}`;
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.text).toContain(`"Initiation":${initiation}`);
    expect(reply.json).toMatchObject({
      Data: {
        Status: family.firstStatus,
        CreationDateTime: expect.stringMatching(DATE_TIME) as string,
        StatusUpdateDateTime: expect.stringMatching(DATE_TIME) as string,
      },
      Links: { Self: self },
      Meta: { TotalPages: 1 },
    });
    const read = await tpp().call('GET', `/${family.consents}/${consentId}`);
    expect(read.status).toBe(200);
    expect(read.text).toBe(reply.text);
  });

  test('names no debtor before the customer has authorised, and the debtor after', async () => {
    const { consentId } = await register();
    await familyCase.prepare(tpp(), consentId);
    const before = await tpp().get(`/${family.consents}/${consentId}`);
    expect(dataOf(before)).toMatchObject({ Status: 'AwaitingAuthorisation' });
    expect(dataOf(before)).not.toHaveProperty('Debtor');
    await tpp().decide(consentId, { debtorAccount: '11280001234567' });
    const after = await tpp().get(`/${family.consents}/${consentId}`);
    expect(dataOf(after)).toMatchObject({
      Status: 'Authorised',
      Debtor: { Identification: '11280001234567' },
    });
  });

  test('submits a payment once, with the Initiation as it was sent', async () => {
    const { consentId, token } = await authorise();
    const reply = await submit(consentId, token, respelt);
    const paymentId = dataOf(reply)[family.paymentIdName] as string;
    expect(reply.status).toBe(201);
    expect(reply.text).toContain(respelt);
    expect(reply.json).toMatchObject({
      Data: { ConsentId: consentId, Status: 'InitiationPending' },
      Links: { Self: `${base()}/${family.payments}/${paymentId}` },
      Meta: { TotalPages: 1 },
    });
    const consent = await tpp().get(`/${family.consents}/${consentId}`);
    expect(dataOf(consent)['Status']).toBe('Consumed');
    const read = await tpp().get(`/${family.payments}/${paymentId}`);
    expect(read.status).toBe(200);
    expect(read.text).toContain(respelt);
    const again = await submit(consentId, token);
    expect([again.status, faultsOf(again)]).toEqual([400, ['Resource.InvalidConsentStatus']]);
  });

  test('refuses a payment that differs from its consent, and names the field', async () => {
    const { consentId, token } = await authorise();
    const reply = await submit(consentId, token, different.initiation);
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).toEqual([`Resource.ConsentMismatch ${different.path}`]);
    const consent = await tpp().get(`/${family.consents}/${consentId}`);
    expect(dataOf(consent)['Status']).toBe('Authorised');
  });

  test("refuses another consent's token", async () => {
    const mine = await authorise();
    const other = await authorise();
    const reply = await submit(mine.consentId, other.token);
    expect(reply.status).toBe(403);
    expect((await submit(mine.consentId, mine.token)).status).toBe(201);
  });

  describe.each(ROUTES.filter((route) => route.family === family))('$name', (route) => {
    const { operation } = route;
    const ids = { consent: '', payment: '', unsubmitted: '', token: '' };
    let stranger: Tpp;
    beforeAll(async () => {
      stranger = await Tpp.signIn(service().origin, 'tpp-two');
      const { consentId, token } = await authorise();
      const submitted = await submit(consentId, token);
      ids.consent = consentId;
      ids.payment = dataOf(submitted)[family.paymentIdName] as string;
      ids.token = token;
    });
    const pathOf = (id: string): string => route.path.replace('{id}', id);
    const known = (): string =>
      route.path.startsWith(`/${family.consents}`) ? ids.consent : ids.payment;
    const rightToken = (): string => (operation.grant === 'client' ? tpp().token : ids.token);
    const wrongToken = (): string => (operation.grant === 'client' ? ids.token : tpp().token);
    const body = operation.body === 'none' ? undefined : '{}';

    function ask(id: string, token: string | null, headers: Record<string, string> = {}) {
      return tpp().call(operation.method, pathOf(id), { token, headers, body });
    }

    test('echoes the interaction id, or makes one', async () => {
      const echoed = await ask(known(), rightToken(), { 'x-fapi-interaction-id': INTERACTION_ID });
      expect(echoed.headers.get('x-fapi-interaction-id')).toBe(INTERACTION_ID);
      const made = await ask(known(), rightToken());
      expect(made.headers.get('x-fapi-interaction-id')).toMatch(UUID);
    });

    test('refuses a malformed interaction id', async () => {
      const reply = await ask(known(), rightToken(), { 'x-fapi-interaction-id': 'one-two' });
      expect(reply.status).toBe(400);
      expect(faultsOf(reply)).toContain('Header.Invalid x-fapi-interaction-id');
      expect(reply.headers.get('x-fapi-interaction-id')).toMatch(UUID);
    });

    test('refuses a missing, an unknown and a malformed token with 401 and no body', async () => {
      for (const token of [null, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'two words', '']) {
        const reply = await ask(known(), token);
        expect([reply.status, reply.text]).toEqual([401, '']);
        expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect(reply.headers.get('x-fapi-interaction-id')).toMatch(UUID);
      }
    });

    test('refuses a token of the wrong grant with 403', async () => {
      expect((await ask(known(), wrongToken())).status).toBe(403);
    });

    test('refuses another method with 405 and the methods that there are', async () => {
      const reply = await tpp().call('PATCH', pathOf(known()), { body: '{}' });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')?.split(', ')).toContain(operation.method);
    });

    test('is not found below another name, nor with a slash at its end', async () => {
      const reply = await tpp().call(operation.method, `${pathOf(known())}/`, { body });
      expect(reply.status).toBe(404);
    });

    if (route.path.includes('{id}'))
      test('refuses an id that is not there with 400', async () => {
        for (const id of [
          'fpc-none',
          '%00',
          'a'.repeat(300),
          '..%2f..%2fetc%2fpasswd',
          "'%20or%201",
        ]) {
          const reply = await ask(id, rightToken());
          expect(reply.status).toBe(400);
          expect(faultsOf(reply)[0]).toMatch(/^Resource\.NotFound/);
        }
      });

    if (route.path.includes('{id}'))
      test("refuses another TPP's resource with 403", async () => {
        const reply = await ask(known(), stranger.token);
        expect(reply.status).toBe(403);
      });

    if (operation.answers !== 'nothing')
      test('minds what the caller accepts', async () => {
        const { answers } = operation;
        for (const accept of ['text/html', `${answers};q=0`, `${answers};q=0, */*`, 'image/*']) {
          const reply = await ask(known(), rightToken(), { accept });
          expect([accept, reply.status]).toEqual([accept, 406]);
        }
        for (const accept of [answers, '*/*', 'application/*', `text/html, ${answers};q=0.1`]) {
          const reply = await ask(known(), rightToken(), { accept });
          expect([accept, reply.status]).not.toEqual([accept, 406]);
        }
      });
  });
});
