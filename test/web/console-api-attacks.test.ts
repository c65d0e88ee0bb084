import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { FORGERIES } from '../helpers/forged-jwts.ts';
import { SECOND_MS } from '../../src/shared/time.ts';
import { useApiBank } from './api-bank.ts';
import { parkedStep, scheduledStep } from './console-bank.ts';
import { tokenIn } from './http-browser.ts';
import { heldPayment } from './waiting-decisions.ts';

const bank = useApiBank();
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Returns the entries of the audit log with an action. */
async function audited(action: string) {
  const entries = await bank().console.service.auditLog();
  return entries.filter((entry) => entry.action === action);
}

describe('the API of operators refuses', () => {
  it('requests without a token, also with the cookie of a session', async () => {
    const { browser } = await bank().operator('cora', 'operate');
    const without = await bank().send('GET /work');
    expect([without.status, without.json['code']]).toEqual([401, 'unauthenticated']);
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
    expect((await browser.open('/work')).status).toBe(200);
    const { status, response } = await browser.open('/api/v1/work', {
      origin: 'https://evil.example',
    });
    expect(status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.getSetCookie()).toEqual([]);
    const options = await bank().console.fetch('/api/v1/work', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(options.status).toBe(401);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('tokens whose claims are wrong', async () => {
    const { token, call } = await bank().operator('clara', 'read');
    const now = Math.floor(bank().console.service.clock.now() / SECOND_MS);
    expect((await call('GET /work')).status).toBe(200);
    for (const claims of [
      { aud: 'https://console.bank.example' },
      { aud: ['other'] },
      { iss: 'https://evil.example' },
      { exp: now - 60 },
      // The token is not expired, but too old.
      { iat: now - 3700, exp: now + 300 },
      { iat: now + 600, exp: now + 900 },
      { auth_time: now - 8 * 3600 - 60 },
      { auth_time: now + 600 },
      { auth_time: '1' },
      { auth_time: undefined },
      { exp: undefined },
      { iat: undefined },
      { sub: undefined },
      { jti: undefined },
      { client_id: undefined },
      { cnf: { jkt: 'x' } },
    ]) {
      const { status, headers, json } = await bank().send('GET /work', bearer(await token(claims)));
      expect([claims, status]).toEqual([claims, 401]);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(json['message']).toMatch(/^authorization: /);
    }
  });

  it('tokens that another key or another way signs, and tokens of another kind', async () => {
    const { id, token } = await bank().operator('carl', 'read');
    const claims = bank().claimsOf(id, ['read']);
    const secret = new TextEncoder().encode(JSON.stringify(bank().key));
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'one' })
        .sign(secret),
      // An ID token is no access token.
      await bank().sign(claims, { typ: 'JWT' }),
      await bank().sign(claims, { kid: 'two' }),
    ];
    const own = Object.entries(FORGERIES).filter(([name]) => !/RS256|PS512/.test(name));
    const valid = await token();
    for (const [, forge] of own) forged.push(forge(valid, bank().key));
    for (const [index, jwt] of forged.entries()) {
      const { status } = await bank().send('GET /work', bearer(jwt));
      expect([index, status]).toEqual([index, 401]);
    }
    expect((await bank().send('GET /work', bearer(valid))).status).toBe(200);
  });

  it('operators who are unknown, renamed, without a role, or ended between', async () => {
    const { token, call } = await bank().operator('cleo', 'read', 'operate');
    const refused = async (claims: Readonly<Record<string, unknown>>) => {
      const { status, json } = await bank().send('GET /work', bearer(await token(claims)));
      return [status, json['message']];
    };
    const failed = (await audited('operatorSignInFailed')).length;
    expect(await refused({ sub: 'sub-nobody' })).toEqual([
      403,
      'authorization: No operator has this "sub". Sign in at the console once.',
    ]);
    expect(await refused({ preferred_username: 'mallory' })).toEqual([
      403,
      'authorization: The "sub" belongs to another operator.',
    ]);
    expect((await refused({ preferred_username: 'no id!' }))[0]).toBe(403);
    expect((await refused({ groups: ['other'] }))[0]).toBe(403);
    // The last sign-in did not give the role, so a token alone does not give it.
    expect((await refused({ groups: ['administer'] }))[0]).toBe(403);
    expect((await call('GET /work')).status).toBe(200);
    await bank().console.ended('cleo');
    expect((await call('GET /work')).status).toBe(403);
    const entries = (await audited('operatorSignInFailed')).slice(failed);
    expect(
      entries.map(({ subject, detail }) => [subject, JSON.parse(detail ?? '') as unknown]),
    ).toEqual(
      ['unknown unknownSubject', 'cleo idChanged', 'cleo idInvalid', 'cleo noRole', 'cleo noRole']
        .concat('cleo ended')
        .map((text) => text.split(' '))
        .map(([subject, provider]) => [subject, { provider, accessToken: true }]),
    );
  });

  it('an operator whose roles are too low, before anything is read', async () => {
    const reader = await bank().operator('cindy', 'read');
    const { id, step } = await parkedStep(bank().console);
    const reason = { reason: 'r' };
    for (const [route, body] of [
      [`POST /work/${String(step)}/retry`, undefined],
      [`POST /payments/${id}/hold`, reason],
      [`GET /payments/${id}/case`, undefined],
      ['POST /tpps/0015800000jfQ9aAAE/suspend', reason],
      ['POST /hub/schemes/FPS/stop', reason],
      ['POST /screening/1/confirm', { decision: 'release', reason: 'r' }],
      ['POST /proposals/facts', { action: 'abandonWork', subject: String(step) }],
    ] as const) {
      const { status, json } = await reader.call(route, { body });
      expect([route, status, json['code']]).toEqual([route, 403, 'forbidden']);
    }
    // The groups in a token can only remove roles.
    const former = await bank().operator('conrad', 'read', 'operate');
    const token = await former.token({ groups: ['read'] });
    const retry = `POST /work/${String(step)}/retry`;
    expect((await bank().send(retry, bearer(token))).status).toBe(403);
    await bank().operator('conrad', 'read');
    const older = await former.token({ groups: ['read', 'operate'] });
    expect((await bank().send(retry, bearer(older))).status).toBe(403);
  });

  it('a huge body, a wrong content type, and members that are not described', async () => {
    const { call } = await bank().operator('curt', 'operate');
    const { paymentId } = await scheduledStep(bank().console);
    const route = `POST /payments/${paymentId}/hold`;
    const huge = { reason: 'x'.repeat(9000) };
    expect((await call(route, { body: huge })).status).toBe(413);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const sent = { body: '{"reason":"r"}', headers: { 'content-type': type } };
      expect((await call(route, sent)).status).toBe(415);
    }
    for (const [body, name] of [
      ['{', 'The body'],
      [{}, 'reason'],
      [{ reason: ' ' }, 'reason'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ reason: 'r', other: 1 }, 'other'],
      [[], 'The request'],
    ] as const) {
      const { status, json } = await call(route, { body });
      expect([status, json['code']]).toEqual([400, 'invalid_request']);
      expect(String(json['message']).split(/ is |:/)[0]).toBe(name);
    }
    const query = await call('GET /audit?limit=9999');
    expect(query.json['message']).toMatch(/^limit: /);
    expect((await call('GET /audit?access_token=x')).status).toBe(400);
    expect(await bank().console.service.store.casesOf([paymentId])).toEqual([]);
  });

  it('commands of the control socket that are not in the table', async () => {
    const all = await bank().operator('cyrus', 'read', 'operate', 'approve', 'administer');
    for (const route of [
      'GET /operators',
      'POST /operators/eve',
      'POST /operators/cyrus/roles',
      'POST /backups',
      'POST /clock/confirm',
      'POST /search/rebuild',
      'DELETE /users/clara/passkeys',
      'POST /screening/1/release',
      'GET /%70roposals/x',
    ]) {
      const sent = route.startsWith('GET') ? {} : { body: { path: '/x', roles: ['read'] } };
      expect([route, (await all.call(route, sent)).status]).toEqual([route, 404]);
    }
  });
});

describe('two operators in the console and the API', () => {
  it('decide once, and the same operator never confirms', async () => {
    const [olga, paul] = [
      await bank().operator('olga', 'operate', 'approve'),
      await bank().operator('paul', 'approve'),
    ];
    const { step } = await parkedStep(bank().console);
    const subject = String(step);
    const body = { action: 'abandonWork', subject };
    const { json: facts } = await olga.call('POST /proposals/facts', { body });
    const form = { action: 'abandonWork', subject, seen: String(facts['hash']) };
    const { text } = await olga.browser.open('/work');
    const sent = { token: tokenIn(text), ...form, reason: 'It was paid by hand.' };
    expect((await olga.browser.post('/actions/propose', sent)).location).toContain('done=proposed');
    const { json } = await paul.call('GET /proposals?which=open');
    const [proposal] = json['listed'] as readonly { id: number; proposedBy: string }[];
    expect(proposal).toMatchObject({ proposedBy: 'olga', reason: 'It was paid by hand.' });
    const confirm = `POST /proposals/${String(proposal?.id)}/confirm`;
    // The action needs the role approve.
    const rob = await bank().operator('rob', 'operate', 'administer');
    for (const route of [confirm, confirm.replace('confirm', 'withdraw')]) {
      expect((await rob.call(route)).status).toBe(403);
    }
    const own = await olga.call(confirm);
    expect([own.status, own.json['code']]).toEqual([409, 'conflict']);
    expect(own.json['message']).not.toContain('npx');
    const answers = await Promise.all([paul.call(confirm), paul.call(confirm)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await audited('actionConfirmed')).map(({ actorId }) => actorId)).toEqual(['paul']);
  });

  it('propose and confirm a held payment with separate roles', async () => {
    const id = await heldPayment(bank().console);
    const [ola, pia] = [
      await bank().operator('ola', 'operate'),
      await bank().operator('pia', 'operate', 'approve'),
    ];
    const body = { decision: 'release', reason: 'They called.' };
    const [propose, confirm] = ['propose', 'confirm'].map((name) => {
      return `POST /screening/${String(id)}/${name}`;
    }) as [string, string];
    expect((await ola.call(confirm, { body })).status).toBe(403);
    // Without a proposal there is nothing to confirm.
    expect((await pia.call(confirm, { body })).status).toBe(409);
    expect((await pia.call(propose, { body })).json).toEqual({ id, result: 'proposed' });
    expect((await pia.call(confirm, { body })).status).toBe(409);
    expect((await pia.call(`POST /screening/${String(id)}/withdraw`)).status).toBe(200);
    expect((await ola.call(propose, { body })).json).toEqual({ id, result: 'proposed' });
    expect((await pia.call(confirm, { body })).json).toEqual({ id, result: 'decided' });
  });

  it('propose and confirm all cases of a payment with separate roles', async () => {
    const { store } = bank().console.service;
    const held = await heldPayment(bank().console);
    const subject = (await store.listCases(100)).find(({ id }) => id === held)?.paymentId ?? '';
    const [ora, pat] = [
      await bank().operator('ora', 'operate'),
      await bank().operator('pat', 'approve'),
    ];
    const body = { action: 'releaseCases', subject };
    expect((await pat.call('POST /proposals/facts', { body })).status).toBe(403);
    const { json: facts } = await ora.call('POST /proposals/facts', { body });
    const viewed = (await audited('operatorCommand')).at(-1);
    expect([viewed?.actorId, viewed?.subject]).toEqual(['ora', 'proposal-facts']);
    expect(viewed?.detail).toContain(subject);
    const proposal = { body: { ...body, seen: facts['hash'], reason: 'They called.' } };
    // The proposal of an operator without the role could not be confirmed.
    expect((await pat.call('POST /proposals', proposal)).status).toBe(403);
    const { json } = await ora.call('POST /proposals', proposal);
    const confirm = `POST /proposals/${String(json['id'])}/confirm`;
    expect((await ora.call(confirm)).status).toBe(403);
    expect((await pat.call(confirm)).status).toBe(200);
    expect(await store.casesOf([subject])).toEqual([]);
  });

  it('cannot repeat an action of one operator with the same key', async () => {
    const { call } = await bank().operator('rita', 'operate');
    const body = { reason: 'The hub is down.' };
    const headers = { 'idempotency-key': 'a-value-of-20-letter' };
    const stop = { body, headers };
    expect((await call('POST /hub/schemes/FPS/stop', stop)).status).toBe(200);
    expect((await call('POST /hub/schemes/CHAPS/stop', stop)).json['message']).toMatch(
      /^idempotency-key: the request was sent before/,
    );
    const short = { body, headers: { 'idempotency-key': 'short' } };
    expect((await call('POST /hub/schemes/CHAPS/stop', short)).status).toBe(400);
    const [stopped] = await audited('schemeStopped');
    expect(stopped).toMatchObject({ actorId: 'rita', subject: 'FPS' });
    const command = (await audited('operatorCommand')).find(
      ({ subject }) => subject === 'hub-stop',
    );
    expect(command?.detail).toContain('The hub is down.');
  });
});
