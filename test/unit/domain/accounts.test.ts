import { describe, expect, it } from 'vitest';
import {
  isBic,
  isIban,
  isIbanScheme,
  isSortCodeScheme,
  readUkAccount,
} from '../../../src/domain/accounts.ts';

/** Examples of the IBAN registry (SWIFT) for several countries, the shortest and longest too. */
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
];

describe('an IBAN', () => {
  it.each(IBANS)('%s has the right check digits', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  it.each([
    'GB30NWBK60161331926819',
    'gb29nwbk60161331926819',
    'GB29 NWBK 6016 1331 9268 19',
    'GB29NWBK6016133192681',
    'GB29NWBK60161331926819\n',
    'GB',
    '',
  ])('%j is none', (text) => {
    expect(isIban(text)).toBe(false);
  });
});

describe('an account in the United Kingdom', () => {
  it.each(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber'])('by %s', (scheme) => {
    expect(isSortCodeScheme(scheme)).toBe(true);
    expect(readUkAccount(scheme, '11280001234567')).toEqual({ account: '11280001234567' });
    expect(readUkAccount(scheme, '1128000123456')).toEqual({ fault: 'identification' });
    expect(readUkAccount(scheme, '112800012345678')).toEqual({ fault: 'identification' });
    expect(readUkAccount(scheme, '11-28-00 01234567')).toEqual({ fault: 'identification' });
    expect(readUkAccount(scheme, '１1280001234567')).toEqual({ fault: 'identification' });
  });

  it.each(['UK.OBIE.IBAN', 'IBAN'])('by %s is the one inside it', (scheme) => {
    expect(isSortCodeScheme(scheme)).toBe(false);
    expect(readUkAccount(scheme, 'GB29NWBK60161331926819')).toEqual({ account: '60161331926819' });
    expect(readUkAccount(scheme, 'GB30NWBK60161331926819')).toEqual({ fault: 'identification' });
    expect(readUkAccount(scheme, 'DE89370400440532013000')).toEqual({ fault: 'country' });
  });

  it.each(['UK.OBIE.PAN', 'uk.obie.iban', '', 'toString'])('by %j is not supported', (scheme) => {
    expect(readUkAccount(scheme, '11280001234567')).toEqual({ fault: 'scheme' });
  });
});

describe('a scheme name', () => {
  it.each(['UK.OBIE.IBAN', 'IBAN'])('%s means an IBAN', (scheme) => {
    expect(isIbanScheme(scheme)).toBe(true);
  });

  it.each(['UK.OBIE.SortCodeAccountNumber', 'OtherAccount', 'iban', ''])(
    '%j does not',
    (scheme) => {
      expect(isIbanScheme(scheme)).toBe(false);
    },
  );
});

describe('a BIC', () => {
  it.each(['DEUTDEFF', 'DEUTDEFF500', 'NWBKGB2L', 'BOFAUS3NXXX', 'D3UTDEFF'])(
    '%s is one',
    (bic) => {
      expect(isBic(bic)).toBe(true);
    },
  );

  it.each([
    'DEUTDEF',
    'DEUTDEFF5',
    'DEUTDEFF50',
    'DEUTDEFF5000',
    'DEUTZZFF',
    'DEUTD3FF',
    'deutdeff',
    'DEUT DEFF',
    'DEUTDEFF\n',
    '',
  ])('%j is none', (text) => {
    expect(isBic(text)).toBe(false);
  });
});
