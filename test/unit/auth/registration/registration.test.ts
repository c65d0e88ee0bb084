import { describe, expect, it } from 'vitest';
import type {
  RegistrationAnswer,
  RegistrationRequest,
} from '../../../../src/auth/registration/index.ts';
import { MAX_REGISTRATIONS_PER_SOFTWARE } from '../../../../src/domain/records/access.ts';
import { ACT } from '../../../contract/store/fixtures.ts';
import { certificateOf, METHOD, useRegistrationService } from './registration-fixture.ts';

const tested = useRegistrationService();

const METADATA = '400 invalid_client_metadata';

describe('registering a client', () => {
  it('returns, stores and audits the registered metadata', async () => {
    const request = await tested.service.request('tpp-one');
    const { status, body } = await tested.service.registration.register(request);
    expect(status).toBe(201);
    const clientId = String(body?.['client_id']);
    expect(body).toMatchObject({
      client_id_issued_at: Math.floor(tested.service.now / 1000),
      client_name: 'Larkfield Payments Ltd',
      software_id: 'tpp-one',
      org_id: 'tpp-one',
      redirect_uris: tested.service.listed('tpp-one').software.redirectUris,
      token_endpoint_auth_method: METHOD,
      tls_client_auth_subject_dn: certificateOf('tpp-one').subject,
      grant_types: ['authorization_code', 'client_credentials', 'implicit'],
      response_types: ['code id_token', 'code'],
      scope: 'openid payments',
      subject_type: 'pairwise',
      id_token_signed_response_alg: 'PS256',
      tls_client_certificate_bound_access_tokens: true,
    });
    const stored = await tested.service.store.findRegistration(clientId);
    expect(stored).toMatchObject({
      clientId,
      softwareId: 'tpp-one',
      registeredAt: tested.service.now,
    });
    expect(body).toEqual({ ...body, ...stored?.metadata });
    const detail = JSON.stringify({ softwareId: 'tpp-one', method: METHOD });
    expect(await tested.service.recorded()).toMatchObject([
      { actorId: clientId, action: 'registrationCreated', subject: clientId, detail },
    ]);
  });

  it('registers a client of private_key_jwt without a certificate subject', async () => {
    const claims = { token_endpoint_auth_method: 'private_key_jwt' };
    const { body } = await tested.service.registration.register(
      await tested.service.request('tpp-two', { claims }),
    );
    expect(body).toMatchObject({ ...claims, token_endpoint_auth_signing_alg: 'PS256' });
    expect(body).not.toHaveProperty('tls_client_auth_subject_dn');
  });

  it.each([
    ['implicit', ['code'], 'authorization_code'],
    ['client_credentials', ['code'], 'authorization_code client_credentials'],
    ['authorization_code', ['code id_token', 'code'], 'authorization_code implicit'],
  ])(
    'with grant types %s and response types %j registers the grant types of both',
    async (grant, types, expected) => {
      const claims = { grant_types: [grant], response_types: types };
      const { body } = await tested.service.registration.register(
        await tested.service.request('tpp-one', { claims }),
      );
      expect(body).toMatchObject({ grant_types: expected.split(' '), response_types: types });
    },
  );

  it('accepts a subject in any spelling of RFC 4514', async () => {
    const lines = certificateOf('tpp-one').subject.split('\n').reverse();
    const name = lines.join(',').replace('organizationIdentifier', '2.5.4.97');
    expect(await tested.outcome({ claims: { tls_client_auth_subject_dn: name } })).toBe('201');
  });

  it.each(['application/jose', 'Application/JWT; charset=utf-8'])(
    'accepts the content type %s',
    async (contentType) => {
      expect(await tested.outcome({ contentType })).toBe('201');
    },
  );

  it.each(['application/json', 'application/jwtx', 'text/plain', ''])(
    'refuses the content type %j',
    async (contentType) => {
      expect(await tested.outcome({ contentType })).toBe('415');
    },
  );

  it('limits the registrations of one piece of software until one is deleted', async () => {
    const clients = [];
    for (let count = 0; count < MAX_REGISTRATIONS_PER_SOFTWARE; count += 1) {
      clients.push(await tested.service.register('tpp-one'));
    }
    expect(new Set(clients.map(({ clientId }) => clientId)).size).toBe(clients.length);
    expect(await tested.outcome({})).toBe(
      `${METADATA} The software has 10 registrations, which is the maximum. Delete one first.`,
    );
    const claims = { jti: 'one too many' };
    expect(await tested.outcome({ claims })).toContain(METADATA);
    const [first] = clients;
    if (first === undefined) expect.fail('no client');
    await tested.service.registration.remove(first.clientId, first.grant, ACT);
    expect(await tested.outcome({ claims })).toBe('201');
  });

  it('accepts a request once', async () => {
    const claims = { jti: 'once' };
    expect(await tested.outcome({ claims })).toBe('201');
    expect(await tested.outcome({ claims })).toBe(
      `${METADATA} The jti has already been used. Sign the request again with a new jti.`,
    );
    tested.service.now += 29 * 60_000;
    expect(await tested.outcome({ claims })).toBe(
      `${METADATA} The jti has already been used. Sign the request again with a new jti.`,
    );
    const others = await tested.service.registration.register(
      await tested.service.request('tpp-two', { claims }),
    );
    expect(others.status).toBe(201);
  });

  it('accepts a corrected request after a refusal', async () => {
    const claims = { jti: 'mended' };
    expect(await tested.outcome({ claims: { ...claims, scope: 'accounts' } })).toContain(METADATA);
    expect(await tested.outcome({ claims })).toBe('201');
  });

  it('returns the error of the authorisation server', async () => {
    tested.service.invalid = { error: 'invalid_client_metadata', description: 'not with me' };
    expect(await tested.outcome({})).toBe(`${METADATA} not with me`);
  });
});

describe('a registration', () => {
  it('can be read by its client', async () => {
    const { clientId, grant } = await tested.service.register('tpp-one');
    const { status, body } = await tested.service.registration.read(clientId, grant);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      client_id: clientId,
      redirect_uris: tested.service.listed('tpp-one').software.redirectUris,
    });
  });

  it('can be changed by its client, with all checks repeated', async () => {
    const { clientId, grant } = await tested.service.register('tpp-one');
    const change = async (request: RegistrationRequest): Promise<RegistrationAnswer> =>
      tested.service.registration.change(clientId, grant, request);
    const claims = { token_endpoint_auth_method: 'private_key_jwt', scope: 'payments' };
    const changed = await change(await tested.service.request('tpp-one', { claims }));
    expect(changed).toMatchObject({ status: 200, body: { client_id: clientId, ...claims } });
    expect(await tested.service.registration.read(clientId, grant)).toEqual(changed);
    const wrong = await tested.service.request('tpp-one', {
      claims: { redirect_uris: ['https://evil.example/'] },
    });
    expect(await change(wrong)).toMatchObject({ status: 400 });
    const others = await tested.service.request('tpp-two');
    expect(await change(others)).toMatchObject({
      status: 400,
      body: {
        error_description: 'The software statement is of other software than the registration.',
      },
    });
    // The refused request is still unused.
    expect(await tested.service.registration.register(others)).toMatchObject({ status: 201 });
    expect(await tested.service.registration.read(clientId, grant)).toEqual(changed);
    expect((await tested.service.recorded()).map(({ action }) => action)).toEqual([
      'registrationCreated',
      'registrationChanged',
      'registrationCreated',
    ]);
  });

  it('accepts each request once, for creation and for changes together', async () => {
    const { clientId, grant } = await tested.service.register('tpp-one');
    const { registration } = tested.service;
    const request = await tested.service.request('tpp-one');
    expect(await registration.change(clientId, grant, request)).toMatchObject({ status: 200 });
    const used = {
      status: 400,
      body: {
        error_description: 'The jti has already been used. Sign the request again with a new jti.',
      },
    };
    expect(await registration.change(clientId, grant, request)).toMatchObject(used);
    expect(await registration.register(request)).toMatchObject(used);
  });

  it('can be deleted by its client, together with all tokens', async () => {
    const { clientId, grant } = await tested.service.register('tpp-one');
    const hash = `token of ${clientId}`;
    expect(await tested.service.store.findGrant(hash)).toMatchObject(grant);
    expect(await tested.service.registration.remove(clientId, grant, ACT)).toEqual({
      status: 204,
      body: null,
    });
    expect(await tested.service.store.findGrant(hash)).toBeUndefined();
    expect(await tested.service.registration.read(clientId, grant)).toMatchObject({ status: 403 });
    expect(await tested.service.registration.remove(clientId, grant, ACT)).toMatchObject({
      status: 403,
    });
    expect((await tested.service.recorded()).map(({ action }) => action)).toEqual([
      'registrationCreated',
      'registrationDeleted',
    ]);
  });

  it('is not accessible to another client or with a customer’s token', async () => {
    const { clientId, grant } = await tested.service.register('tpp-one');
    const other = await tested.service.register('tpp-two');
    const customers = { ...grant, kind: 'customer', consentId: 'c' } as const;
    const unbound = { ...grant, certificate: null };
    const request = await tested.service.request('tpp-one');
    const { registration } = tested.service;
    for (const shown of [other.grant, customers, unbound]) {
      expect((await registration.read(clientId, shown)).status).toBe(403);
      expect((await registration.change(clientId, shown, request)).status).toBe(403);
      expect((await registration.remove(clientId, shown, ACT)).status).toBe(403);
    }
    expect((await registration.read('nobody', grant)).status).toBe(403);
    expect((await registration.read(clientId, grant)).status).toBe(200);
  });
});
