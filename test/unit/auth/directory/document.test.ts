import { describe, expect, it } from 'vitest';
import { readDirectory } from '../../../../src/auth/directory/document.ts';

const KEY = { kty: 'RSA', kid: 'k1', use: 'sig', alg: 'PS256', n: 'n'.repeat(342), e: 'AQAB' };
const THUMBPRINT = 'A'.repeat(43);

function softwareOf(rest: object = {}): object {
  return {
    id: 'sw-1',
    name: 'Larkfield',
    status: 'Active',
    roles: ['PISP'],
    redirectUris: ['https://larkfield.example/callback?from=bank'],
    keys: [KEY],
    certificates: [{ thumbprint: THUMBPRINT, status: 'Active' }],
    ...rest,
  };
}

function organisationOf(rest: object = {}): object {
  const named = { id: 'org-1', name: 'Larkfield Payments Ltd', status: 'Active' };
  return { ...named, roles: ['PISP', 'AISP'], software: [softwareOf()], ...rest };
}

function read(...organisations: readonly object[]): ReturnType<typeof readDirectory> {
  return readDirectory(JSON.stringify({ organisations }));
}

describe('a directory document', () => {
  it('is parsed without its unknown members', () => {
    const text = JSON.stringify({
      organisations: [organisationOf({ lei: '5493', software: [softwareOf({ logo: 'x' })] })],
      updated: 'today',
    });
    expect(readDirectory(text)).toEqual({ organisations: [organisationOf()], leftOut: [] });
    const nobody = { organisations: [] };
    expect(readDirectory(JSON.stringify(nobody))).toEqual({ ...nobody, leftOut: [] });
  });

  it('never passes on the private part of a key', () => {
    const keys = [{ ...KEY, d: 'secret', p: 'secret' }];
    const found = read(organisationOf({ software: [softwareOf({ keys })] }));
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it.each([
    ['', 'It is not valid JSON.'],
    ['{', 'It is not valid JSON.'],
    ['[]', 'Expected an object, found a list.'],
    ['null', 'Expected an object, found null.'],
    ['{}', 'organisations is missing.'],
  ])('is invalid as %j', (text, problem) => {
    expect(readDirectory(text)).toEqual({ problems: [problem] });
  });

  it.each<[string, object, string]>([
    ['another status', { status: 'active' }, 'organisations[0].status'],
    ['another role', { roles: ['PISP', 'HACKER'] }, 'organisations[0].roles[1]'],
    ['an id that is a relative path', { id: '../org' }, 'organisations[0].id'],
    ['an id that begins with a dot', { id: '.org' }, 'organisations[0].id'],
    ['no name', { name: undefined }, 'organisations[0].name'],
    ['no software', { software: null }, 'organisations[0].software'],
  ])('is refused completely if an organisation has %s', (_, rest, index) => {
    const found = read(organisationOf({ id: 'org-0', software: [] }), organisationOf());
    expect(found).toHaveProperty('organisations');
    const refused = read(organisationOf(rest));
    expect(refused).toEqual({
      problems: [expect.stringContaining(index)],
    });
  });

  it.each<[string, object, string]>([
    [
      'a short thumbprint',
      { certificates: [{ thumbprint: 'A', status: 'Active' }] },
      'certificates[0].thumbprint',
    ],
    ['a short key', { keys: [{ ...KEY, n: 'n'.repeat(171) }] }, 'keys[0].n'],
    ['a key of another kind', { keys: [{ ...KEY, kty: 'EC' }] }, 'keys[0].kty'],
    ['a key for another algorithm', { keys: [{ ...KEY, alg: 'RS256' }] }, 'keys[0].alg'],
    ['a key without an id', { keys: [{ ...KEY, kid: undefined }] }, 'keys[0].kid'],
  ])('is refused completely if software has %s', (_, rest, index) => {
    const refused = read(organisationOf({ software: [softwareOf(rest)] }));
    const where = `organisations[0].software[0].${index}`;
    expect(refused).toEqual({ problems: [expect.stringContaining(where)] });
  });

  it.each<[string, object, string]>([
    ['plain http', { redirectUris: ['http://a.example'] }, 'redirectUris[0]'],
    ['a fragment', { redirectUris: ['https://a.example/#'] }, 'redirectUris[0]'],
    ['a user', { redirectUris: ['https://u:p@a.example/'] }, 'redirectUris[0]'],
    ['a javascript URL', { redirectUris: ['javascript:alert(1)'] }, 'redirectUris[0]'],
    ['an incomplete URL', { redirectUris: ['/callback'] }, 'redirectUris[0]'],
    [
      'a URL with invisible characters',
      { redirectUris: ['https://a.example/\u2067'] },
      'redirectUris[0]',
    ],
    ['a name that reverses the text direction', { name: 'dtL \u202eknaB' }, 'name'],
    ['an invisible name', { name: '\u3164' }, 'name'],
    ['a name of two lines', { name: 'Lark\nfield' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a key id with invisible characters', { keys: [{ ...KEY, kid: 'k\u00ad1' }] }, 'keys[0].kid'],
  ])('excludes only the software with %s and reports it', (_, rest, index) => {
    const other = softwareOf({ id: 'sw-2', certificates: [] });
    const found = read(organisationOf({ software: [softwareOf(rest), other] }));
    expect(found).toEqual({
      organisations: [organisationOf({ software: [other] })],
      leftOut: [expect.stringContaining(`sw-1 is ignored until this is corrected: ${index}: `)],
    });
  });

  it.each(['dtL \u202eknaB', '\u200bLarkfield', 'Lark\u{e0020}field', ''])(
    'excludes only the organisation named %j with its software',
    (name) => {
      const other = organisationOf({ id: 'org-2', software: [] });
      expect(read(organisationOf({ name }), other)).toEqual({
        organisations: [other],
        leftOut: [expect.stringContaining('org-1 is ignored until this is corrected: name: ')],
      });
    },
  );

  it('accepts names in any script', () => {
    for (const name of ['شركة المدفوعات', 'חברת תשלומים', '株式会社テスト', 'Łańcucki & Söhne']) {
      expect(read(organisationOf({ name }))).toHaveProperty('leftOut', []);
    }
  });

  it('is refused with both positions if it lists something twice', () => {
    const twice = read(
      organisationOf({ software: [softwareOf({ keys: [KEY, KEY] })] }),
      organisationOf(),
    );
    expect(twice).toEqual({
      problems: [
        'organisations[1].id: org-1 is already at organisations[0].id. Keep only one of the two.',
        'organisations[1].software[0].id: sw-1 is already at organisations[0].software[0].id. ' +
          'Keep only one of the two.',
        `organisations[1].software[0].certificates[0].thumbprint: ${THUMBPRINT} is already at ` +
          'organisations[0].software[0].certificates[0].thumbprint. Keep only one of the two.',
        'organisations[0].software[0].keys[1].kid: k1 is already at ' +
          'organisations[0].software[0].keys[0].kid. Keep only one of the two.',
      ],
    });
  });

  it('reports every problem up to a maximum number', () => {
    const wrong = Array.from({ length: 40 }, () => organisationOf({ name: 7, status: 'x' }));
    const found = read(...wrong);
    expect(found).toHaveProperty('problems.length', 50);
  });
});
