import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameName } from '../../../../src/auth/certificates/distinguished-names.ts';

const NODE = 'C=GB\nO=Larkfield Payments Ltd\norganizationIdentifier=PSDGB-FCA-100001\nCN=tpp-one';

describe('a distinguished name', () => {
  it.each([
    [
      'in the order of RFC 4514',
      'CN=tpp-one,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=GB',
    ],
    [
      'with spaces between the parts',
      'C=GB, O=Larkfield Payments Ltd, 2.5.4.97=PSDGB-FCA-100001, CN=tpp-one',
    ],
    [
      'with full attribute names',
      'commonName=tpp-one,OID.2.5.4.97=PSDGB-FCA-100001,c=GB,o=Larkfield Payments Ltd',
    ],
    [
      'with hex',
      'CN=tpp-one,2.5.4.97=#0c1050534447422d4643412d313030303031,O=Larkfield Payments Ltd,C=GB',
    ],
    [
      'with a printable string in hex',
      'CN=#13077470702d6f6e65,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=GB',
    ],
    [
      'with escaped octets',
      'CN=tpp\\2Done,2.5.4.97=PSDGB-FCA-100001,O=Larkfield\\20Payments\\ Ltd,C=GB',
    ],
  ])('is equal to the same name %s', (_, text) => {
    expect(sameName(NODE, text)).toBe(true);
    expect(sameName(text, NODE)).toBe(true);
  });

  it.each([
    ['another value', 'CN=tpp-two,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=GB'],
    [
      'a value in another case',
      'CN=TPP-one,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=GB',
    ],
    ['one attribute fewer', 'CN=tpp-one,O=Larkfield Payments Ltd,C=GB'],
    [
      'one attribute twice',
      'CN=tpp-one,CN=tpp-one,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=GB',
    ],
    ['two attributes joined', 'CN=tpp-one+C=GB,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd'],
    ['exchanged values', 'CN=GB,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=tpp-one'],
    [
      'attributes hidden in a value',
      'CN=tpp-one\\,2.5.4.97=PSDGB-FCA-100001,O=Larkfield Payments Ltd,C=GB',
    ],
  ])('differs from a name with %s', (_, text) => {
    expect(sameName(NODE, text)).toBe(false);
  });

  it.each([
    ['a comma', 'O=Larkfield\\, Payments', 'o=Larkfield\\2C Payments'],
    ['a plus', 'O=A \\+ B', 'O=A \\2b B'],
    ['a backslash before a comma', 'O=A\\\\,C=GB', 'C=GB\nO=A\\5c'],
    ['an equals sign', 'O=a=b', 'O=a\\=b'],
    ['a space at the end', 'O=a\\ ', 'O=a\\20'],
    ['a number sign at the beginning', 'O=\\#a', 'O=\\23a'],
    ['a line break', 'O=a\\0Ab', 'O=a\\0ab'],
    ['letters beyond ASCII', 'O=Café', 'O=Caf\\c3\\a9'],
    ['letters beyond the first plane', 'O=😀', 'O=\\f0\\9f\\98\\80'],
    ['attributes joined', 'CN=a+UID=b,C=GB', 'C=GB, UID=b + CN=a'],
  ])('can contain %s', (_, one, other) => {
    expect(sameName(one, other)).toBe(true);
  });

  it('distinguishes text that looks like hex from a hex value', () => {
    expect(sameName('O=\\#1300', 'O=#1300')).toBe(false);
    expect(sameName('O=\\#130141', 'O=#130141')).toBe(false);
    expect(sameName('O=A', 'O=#130141')).toBe(true);
  });

  it.each([
    '',
    'CN',
    'CN=',
    '=a',
    'CN=a,',
    ',CN=a',
    'CN=a,,C=GB',
    'CN=a\n',
    'CN=a+',
    'C N=a',
    '2..5=a',
    'CN="a"',
    'CN=a;C=GB',
    'CN=<a>',
    'CN=a\\',
    'CN=a\\x',
    'CN=\\😀',
    'CN=\\c3',
    'CN=#',
    'CN=#1',
    'CN=#xyz',
    'CN=#130241',
    'CN=#13014141',
    'CN=#0201',
    'CN=#0c02c328',
    `CN=${'a'.repeat(3000)}`,
  ])('is not valid as %j, which is not even equal to itself', (text) => {
    expect(sameName(text, text)).toBe(false);
    expect(sameName(text, NODE)).toBe(false);
  });

  it('is equal under any order, spelling and escaping', () => {
    fc.assert(
      fc.property(attributes, fc.infiniteStream(fc.nat(1000)), (listed, dice) => {
        const roll = (): number => Number(dice.next().value);
        const shuffled = [...listed]
          .map((one) => ({ one, at: roll() }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const [first, second] = [write(listed, roll), write(shuffled, roll)];
        expect(sameName(first, first)).toBe(true);
        expect(sameName(first, second)).toBe(true);
        expect(sameName(second, first)).toBe(true);
        const [head, ...rest] = listed;
        const other = write([{ ...head, value: `${head?.value ?? ''}.` }, ...rest], roll);
        expect(sameName(first, other)).toBe(false);
      }),
    );
  });
});

interface Attribute {
  readonly type?: readonly string[];
  readonly value: string;
}

const attributes = fc.array(
  fc.record({
    type: fc.constantFrom(
      ['CN', 'commonName', '2.5.4.3', 'oid.2.5.4.3'],
      ['O', 'o', '2.5.4.10'],
      ['organizationIdentifier', '2.5.4.97'],
      ['OU', 'organizationalUnitName'],
    ),
    value: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Returns a random spelling of a name. */
function write(listed: readonly Attribute[], roll: () => number): string {
  const separator = [',', ', ', '\n'][roll() % 3] ?? ',';
  return listed
    .map(({ type = ['CN'], value }) => {
      const octets = Buffer.from(value);
      if (roll() % 4 === 0 && octets.length < 128) {
        const length = octets.length.toString(16).padStart(2, '0');
        return `${type[roll() % type.length] ?? 'CN'}=#0c${length}${octets.toString('hex')}`;
      }
      return `${type[roll() % type.length] ?? 'CN'}=${escape(value, roll)}`;
    })
    .join(separator);
}

function escape(value: string, roll: () => number): string {
  return [...value]
    .map((character) => {
      const octets = [...Buffer.from(character)];
      const inHex = octets.map((octet) => `\\${octet.toString(16).padStart(2, '0')}`).join('');
      const must = /[\s"#+,;<=>\\\p{Cc}]/u.test(character);
      return must || roll() % 5 === 0 ? inHex : character;
    })
    .join('');
}
