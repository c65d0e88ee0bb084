import { describe, expect, it } from 'vitest';
import { ibanFormOf, isIban, ukIbanOf } from '../../../../src/domain/parties/ibans.ts';

/**
 * Examples in the IBAN registry (SWIFT) for several countries, including the shortest and longest.
 */
const IBANS = [
  'GB29NWBK60161331926819',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'SA0380000000608010167519',
  'LC55HEMM000100010012001200023015',
  'BE68539007547034',
  'ES9121000418450200051332',
  'OM810180000001299123456',
  'YE15CBYE0001018861234567891234',
];

describe('an IBAN', () => {
  it.each(IBANS)('may be %s', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  it.each([
    ['wrong check digits', 'GB30NWBK60161331926819'],
    ['small letters', 'gb29nwbk60161331926819'],
    ['blanks', 'GB29 NWBK 6016 1331 9268 19'],
    ['a character too few', 'GB29NWBK6016133192681'],
    ['a line break', 'GB29NWBK60161331926819\n'],
    ['a country alone', 'GB'],
    ['nothing', ''],
    ['a country that has none', 'US64SVBKUS6S3300958879'],
    ['a country that is none', 'ZZ89370400440532013000'],
    ['a name that objects inherit', 'constructor'],
  ])('has no %s: %j', (_, text) => {
    expect(isIban(text)).toBe(false);
  });

  // Modulo 97 alone would accept 00, 01 and 99 as 97, 98 and 02.
  it.each(['GB00HLFX11016111455365', 'GB01BARC20714583608387', 'GB99BARC20201530093451'])(
    'has check digits from 02 to 98: not %s',
    (iban) => {
      expect(isIban(iban)).toBe(false);
    },
  );

  it.each([
    ['letters for a sort code', 'GB51NWBKABCDEF31926819'],
    ['digits for a bank', 'GB90123460161331926819'],
    ['a letter in an account of Germany', 'DE5137040044053201300A'],
  ])('has the characters of its country: no %s', (_, iban) => {
    expect(isIban(iban)).toBe(false);
  });

  it('of Oman and Yemen may contain letters', () => {
    expect(isIban('OM40ABC0000001299123456')).toBe(false);
    expect(isIban('YE9012340001018861234567891234')).toBe(false);
  });

  it('never begins with a territory that uses the IBANs of another country', () => {
    expect(ibanFormOf('GP')).toEqual({ prefix: 'FR', length: 27 });
    expect(isIban('GP1120041010050500013M02606')).toBe(false);
    expect(isIban('AX8212345600000785')).toBe(false);
  });

  it('is valid with any check digits in the national number', () => {
    // Norway computes its national check digits differently for accounts with 00 in the middle.
    expect(isIban('NO5186010017947')).toBe(true);
  });
});

describe('the IBAN of a UK account', () => {
  it.each(['GB29NWBK60161331926819', 'GB33BUKB20201555555555'])('is %s', (iban) => {
    expect(ukIbanOf(iban.slice(4, 8), iban.slice(8))).toBe(iban);
  });

  it('is a bug for parts of another format', () => {
    expect(() => ukIbanOf('NWBK', '6016133192681')).toThrow(/IBAN of a UK account/);
    expect(() => ukIbanOf('12BK', '60161331926819')).toThrow(/IBAN of a UK account/);
  });
});
