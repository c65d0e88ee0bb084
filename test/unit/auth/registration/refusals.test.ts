import { describe, expect, it } from 'vitest';
import { ACT } from '../../../contract/store/fixtures.ts';
import {
  certificateOf,
  keyOf,
  useRegistrationService,
  type RequestChanges,
} from './registration-fixture.ts';

const ONE = 'https://tpp-one.example/callback';

const METADATA = '400 invalid_client_metadata';
const STATEMENT = '400 invalid_software_statement';
const UNAPPROVED = '400 unapproved_software_statement';
const REDIRECT = '400 invalid_redirect_uri';

const tested = useRegistrationService();

describe('a software statement', () => {
  const stated = (claims: Readonly<Record<string, unknown>>): RequestChanges => ({
    statement: { claims },
  });

  it.each<[string, string, () => RequestChanges]>([
    ['of somebody else than the directory', STATEMENT, () => stated({ iss: 'OpenBanking' })],
    ['signed with the key of a TPP', STATEMENT, () => ({ statement: { key: keyOf('tpp-one') } })],
    [
      'signed with another key by the name of the directory’s',
      STATEMENT,
      () => ({
        statement: { key: keyOf('tpp-one'), header: { kid: tested.service.directoryKey.kid } },
      }),
    ],
    ['signed with RS256', STATEMENT, () => ({ statement: { header: { alg: 'RS256' } } })],
    ['signed with PS512', STATEMENT, () => ({ statement: { header: { alg: 'PS512' } } })],
    ['without a key’s name', STATEMENT, () => ({ statement: { header: { kid: undefined } } })],
    [
      'that brings its key along',
      STATEMENT,
      () => ({ statement: { header: { jku: 'https://evil.example' } } }),
    ],
    ['without the time of issue', STATEMENT, () => stated({ iat: undefined })],
    ['of the future', STATEMENT, () => stated({ iat: Math.floor(tested.service.now / 1000) + 60 })],
    [
      'of 31 minutes ago',
      STATEMENT,
      () => stated({ iat: Math.floor(tested.service.now / 1000) - 31 * 60 }),
    ],
    [
      'that has expired',
      STATEMENT,
      () => stated({ exp: Math.floor(tested.service.now / 1000) - 60 }),
    ],
    ['without an id', STATEMENT, () => stated({ jti: undefined })],
    ['without software', STATEMENT, () => stated({ software_id: undefined })],
    ['without an organisation', STATEMENT, () => stated({ org_id: undefined })],
    ['without roles', STATEMENT, () => stated({ software_roles: undefined })],
    ['of an organisation that is suspended', STATEMENT, () => stated({ org_status: 'Suspended' })],
    ['within another', STATEMENT, () => stated({ software_statement: 'e30.e30.e30' })],
    ['that is nested', STATEMENT, () => ({ statement: { header: { cty: 'JWT' } } })],
    ['of an AISP', UNAPPROVED, () => stated({ software_roles: ['AISP'] })],
    ['of another organisation', UNAPPROVED, () => stated({ org_id: 'tpp-two' })],
    ['of software that is not listed', UNAPPROVED, () => stated({ software_id: 'nobody' })],
    ['whose software hides', STATEMENT, () => stated({ software_id: 'tpp-one\u00ad' })],
    ['whose addresses hide', STATEMENT, () => stated({ software_redirect_uris: [ONE, '\u202e'] })],
    ['that is missing', STATEMENT, () => ({ claims: { software_statement: undefined } })],
    ['that is no text', STATEMENT, () => ({ claims: { software_statement: {} } })],
    ['that is no JWT', STATEMENT, () => ({ claims: { software_statement: 'a.b' } })],
    ['that is too long', STATEMENT, () => stated({ note: 'x'.repeat(70_000) })],
  ])('%s registers nothing', async (_, expected, otherwise) => {
    expect(await tested.outcome(otherwise())).toContain(expected);
    expect(await tested.service.recorded()).toEqual([]);
  });

  it('is valid for almost 30 minutes', async () => {
    const iat = Math.floor(tested.service.now / 1000) - 29 * 60;
    expect(await tested.outcome(stated({ iat }))).toBe('201');
  });

  it('is refused if one byte was changed', async () => {
    const statement = await tested.service.statement('tpp-one');
    // Not the last character, because some of its bits are ignored.
    const step = Math.ceil(statement.length / 60);
    for (let at = 0; at < statement.length - 1; at += step) {
      const other = statement[at] === 'A' ? 'B' : 'A';
      const tampered = statement.slice(0, at) + other + statement.slice(at + 1);
      const outcome = await tested.outcome({ claims: { software_statement: tampered } });
      expect([at, outcome]).toEqual([at, expect.stringContaining('400 ')]);
    }
  });

  it.each(['tpp-lapsed', 'tpp-aisp'])(
    'of %s registers nothing, whatever it contains',
    async (name) => {
      const request = await tested.service.request(name);
      const { status, body } = await tested.service.registration.register(request);
      expect([status, body?.['error']]).toEqual([400, 'unapproved_software_statement']);
    },
  );
});

describe('a request to register', () => {
  it('is refused with all its problems at once', async () => {
    const outcome = await tested.outcome({
      claims: {
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_subject_dn: 'CN=somebody else',
        software_id: 'tpp-two',
        redirect_uris: ['https://elsewhere.example/callback'],
        scope: 'accounts',
      },
    });
    expect(outcome).toContain(METADATA);
    for (const what of [
      'scope: ',
      'redirect_uris must',
      'software_id must be',
      'subject_dn must',
    ]) {
      expect(outcome).toContain(what);
    }
  });

  it.each<[string, string, () => RequestChanges]>([
    ['with the key of another TPP', METADATA, () => ({ key: keyOf('tpp-two') })],
    [
      'with the key of another TPP by the name of its own',
      METADATA,
      () => ({ key: keyOf('tpp-two'), header: { kid: keyOf('tpp-one').kid } }),
    ],
    ['signed with RS256', METADATA, () => ({ header: { alg: 'RS256' } })],
    ['that is nested', METADATA, () => ({ header: { cty: 'jwt' } })],
    ['with members that say how to verify it', METADATA, () => ({ header: { x5c: [] } })],
    ['of another issuer', METADATA, () => ({ claims: { iss: 'tpp-two' } })],
    ['for another bank', METADATA, () => ({ claims: { aud: 'https://other.example' } })],
    ['for nobody', METADATA, () => ({ claims: { aud: undefined } })],
    ['without an id', METADATA, () => ({ claims: { jti: undefined } })],
    ['without an end', METADATA, () => ({ claims: { exp: undefined } })],
    [
      'that has ended',
      METADATA,
      () => ({ claims: { exp: Math.floor(tested.service.now / 1000) - 60 } }),
    ],
    [
      'of long ago',
      METADATA,
      () => ({ claims: { iat: Math.floor(tested.service.now / 1000) - 1900 } }),
    ],
    [
      'of the future',
      METADATA,
      () => ({ claims: { iat: Math.floor(tested.service.now / 1000) + 60 } }),
    ],
    ['for other software', METADATA, () => ({ claims: { software_id: 'tpp-two' } })],
    [
      'with a secret',
      METADATA,
      () => ({ claims: { token_endpoint_auth_method: 'client_secret_basic' } }),
    ],
    [
      'with nothing to tell it by',
      METADATA,
      () => ({ claims: { token_endpoint_auth_method: 'none' } }),
    ],
    [
      'with the name of another',
      METADATA,
      () => ({ claims: { tls_client_auth_subject_dn: certificateOf('tpp-two').subject } }),
    ],
    ['without a name', METADATA, () => ({ claims: { tls_client_auth_subject_dn: undefined } })],
    [
      'with a name that hides',
      METADATA,
      () => ({
        claims: { tls_client_auth_subject_dn: `${certificateOf('tpp-one').subject}\u200b` },
      }),
    ],
    ['for another scope', METADATA, () => ({ claims: { scope: 'openid payments accounts' } })],
    ['for refresh tokens', METADATA, () => ({ claims: { grant_types: ['refresh_token'] } })],
    ['for tokens in the browser', METADATA, () => ({ claims: { response_types: ['code token'] } })],
    [
      'for unsigned ID tokens',
      METADATA,
      () => ({ claims: { id_token_signed_response_alg: 'none' } }),
    ],
    ['for public subjects', METADATA, () => ({ claims: { subject_type: 'public' } })],
    ['for RS256', METADATA, () => ({ claims: { request_object_signing_alg: 'RS256' } })],
    [
      'for free tokens',
      METADATA,
      () => ({ claims: { tls_client_certificate_bound_access_tokens: false } }),
    ],
    [
      'with another redirect',
      REDIRECT,
      () => ({ claims: { redirect_uris: [ONE, `${ONE}/more`] } }),
    ],
    [
      'with the redirect of another',
      REDIRECT,
      () => ({ claims: { redirect_uris: ['https://tpp-two.example/callback'] } }),
    ],
    ['with a fragment', REDIRECT, () => ({ claims: { redirect_uris: [`${ONE}#top`] } })],
    [
      'without TLS',
      REDIRECT,
      () => ({ claims: { redirect_uris: ['http://tpp-one.example/callback'] } }),
    ],
    [
      'to this machine',
      REDIRECT,
      () => ({ claims: { redirect_uris: ['https://localhost/callback'] } }),
    ],
    [
      'to where somebody may not see',
      REDIRECT,
      () => ({ claims: { redirect_uris: [`${ONE}\u2067`] } }),
    ],
    ['to nowhere', REDIRECT, () => ({ claims: { redirect_uris: [] } })],
    [
      'to where the statement does not lead',
      REDIRECT,
      () => ({ statement: { claims: { software_redirect_uris: ['https://tpp-one.example/'] } } }),
    ],
    ['with the certificate of another', UNAPPROVED, () => ({ shows: 'tpp-two' })],
    ['without a certificate', UNAPPROVED, () => ({ shows: null })],
  ])('%s registers nothing', async (_, expected, otherwise) => {
    expect(await tested.outcome(otherwise())).toContain(expected);
    expect(await tested.service.recorded()).toEqual([]);
  });

  it.each(['', 'x', 'a.b.c', '{}', `${'e30.'.repeat(4)}e30`])('is refused as %j', async (body) => {
    const request = { ...(await tested.service.request('tpp-one')), body };
    const answer = await tested.service.registration.register(request);
    expect([answer.status, answer.body?.['error']]).toEqual([400, 'invalid_client_metadata']);
  });

  it('is refused without a signature', async () => {
    const request = await tested.service.request('tpp-one');
    const [, payload = ''] = request.body.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const body of [`${header}.${payload}.`, `${header}.${payload}.AAAA`]) {
      const answer = await tested.service.registration.register({ ...request, body });
      expect([answer.status, answer.body?.['error']]).toEqual([400, 'invalid_client_metadata']);
    }
  });

  it('is refused as soon as the directory suspends the organisation', async () => {
    const { organisation, software } = tested.service.listed('tpp-one');
    const revoked = software.certificates.map(({ thumbprint }) => ({
      thumbprint,
      status: 'Revoked' as const,
    }));
    const tell = (rest: object): Promise<unknown> =>
      tested.service.store.replaceDirectory(
        [{ ...organisation, software: [{ ...software, ...rest }] }],
        ACT,
      );
    await tell({ certificates: revoked });
    expect(await tested.outcome({})).toContain(UNAPPROVED);
    await tell({ keys: [] });
    expect(await tested.outcome({})).toContain(METADATA);
    await tell({ redirectUris: [] });
    expect(await tested.outcome({})).toContain(REDIRECT);
    await tell({ status: 'Inactive' });
    expect(await tested.outcome({})).toContain(UNAPPROVED);
    await tell({});
    expect(await tested.outcome({})).toBe('201');
  });
});
