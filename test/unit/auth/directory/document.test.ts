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

describe("a directory's document", () => {
  it('is read, and members that are not known are passed over', () => {
    const text = JSON.stringify({
      organisations: [organisationOf({ lei: '5493', software: [softwareOf({ logo: 'x' })] })],
      updated: 'today',
    });
    expect(readDirectory(text)).toEqual({ organisations: [organisationOf()], leftOut: [] });
    const nobody = { organisations: [] };
    expect(readDirectory(JSON.stringify(nobody))).toEqual({ ...nobody, leftOut: [] });
  });

  it('never gives a private part of a key on', () => {
    const keys = [{ ...KEY, d: 'secret', p: 'secret' }];
    const found = read(organisationOf({ software: [softwareOf({ keys })] }));
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it.each([
    ['', 'It is not JSON.'],
    ['{', 'It is not JSON.'],
    ['[]', 'Expected an object, found a list.'],
    ['null', 'Expected an object, found null.'],
    ['{}', 'organisations is missing.'],
  ])('is not %j', (text, problem) => {
    expect(readDirectory(text)).toEqual({ problems: [problem] });
  });

  it.each<[string, object, string]>([
    ['another status', { status: 'active' }, 'organisations[0].status'],
    ['another role', { roles: ['PISP', 'HACKER'] }, 'organisations[0].roles[1]'],
    ['an id that leads elsewhere', { id: '../org' }, 'organisations[0].id'],
    ['an id that begins with a dot', { id: '.org' }, 'organisations[0].id'],
    ['no name', { name: undefined }, 'organisations[0].name'],
    ['no software', { software: null }, 'organisations[0].software'],
  ])('is refused as a whole for an organisation with %s', (_, rest, place) => {
    const found = read(organisationOf({ id: 'org-0', software: [] }), organisationOf());
    expect(found).toHaveProperty('organisations');
    const refused = read(organisationOf(rest));
    expect(refused).toEqual({
      problems: [expect.stringContaining(place)],
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
  ])('is refused for software with %s', (_, rest, place) => {
    const refused = read(organisationOf({ software: [softwareOf(rest)] }));
    const where = `organisations[0].software[0].${place}`;
    expect(refused).toEqual({ problems: [expect.stringContaining(where)] });
  });

  it.each<[string, object, string]>([
    ['plain http', { redirectUris: ['http://a.example'] }, 'redirectUris[0]'],
    ['a fragment', { redirectUris: ['https://a.example/#'] }, 'redirectUris[0]'],
    ['a user', { redirectUris: ['https://u:p@a.example/'] }, 'redirectUris[0]'],
    ['a script', { redirectUris: ['javascript:alert(1)'] }, 'redirectUris[0]'],
    ['half an address', { redirectUris: ['/callback'] }, 'redirectUris[0]'],
    ['an address that hides', { redirectUris: ['https://a.example/\u2067'] }, 'redirectUris[0]'],
    ['a name that turns round', { name: 'dtL \u202eknaB' }, 'name'],
    ['a name that nobody sees', { name: '\u3164' }, 'name'],
    ['a name of two lines', { name: 'Lark\nfield' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a key whose id hides', { keys: [{ ...KEY, kid: 'k\u00ad1' }] }, 'keys[0].kid'],
  ])('leaves software with %s out, alone, and says so', (_, rest, place) => {
    const other = softwareOf({ id: 'sw-2', certificates: [] });
    const found = read(organisationOf({ software: [softwareOf(rest), other] }));
    expect(found).toEqual({
      organisations: [organisationOf({ software: [other] })],
      leftOut: [expect.stringContaining(`sw-1 is ignored until this is corrected: ${place}: `)],
    });
  });

  it.each(['dtL \u202eknaB', '\u200bLarkfield', 'Lark\u{e0020}field', ''])(
    'leaves an organisation named %j out, with its software, and nobody else',
    (name) => {
      const other = organisationOf({ id: 'org-2', software: [] });
      expect(read(organisationOf({ name }), other)).toEqual({
        organisations: [other],
        leftOut: [expect.stringContaining('org-1 is ignored until this is corrected: name: ')],
      });
    },
  );

  it('takes names in any script', () => {
    for (const name of ['شركة المدفوعات', 'חברת תשלומים', '株式会社テスト', 'Łańcucki & Söhne']) {
      expect(read(organisationOf({ name }))).toHaveProperty('leftOut', []);
    }
  });

  it('is refused when it lists something twice, and says where', () => {
    const twice = read(
      organisationOf({ software: [softwareOf({ keys: [KEY, KEY] })] }),
      organisationOf(),
    );
    expect(twice).toEqual({
      problems: [
        'organisations[1].id: org-1 is at organisations[0].id already: keep one of the two.',
        'organisations[1].software[0].id: sw-1 is at organisations[0].software[0].id already: ' +
          'keep one of the two.',
        `organisations[1].software[0].certificates[0].thumbprint: ${THUMBPRINT} is at ` +
          'organisations[0].software[0].certificates[0].thumbprint already: keep one of the two.',
        'organisations[0].software[0].keys[1].kid: k1 is at ' +
          'organisations[0].software[0].keys[0].kid already: keep one of the two.',
      ],
    });
  });

  it('has every fault told, and of very many the first', () => {
    const wrong = Array.from({ length: 40 }, () => organisationOf({ name: 7, status: 'x' }));
    const found = read(...wrong);
    expect(found).toHaveProperty('problems.length', 50);
  });
});
