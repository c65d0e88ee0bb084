import { describe, expect, it } from 'vitest';
import {
  isIbanScheme,
  isSortCodeScheme,
  readUkAccount,
  storedUkAccount,
} from '../../../../src/domain/parties/accounts.ts';

describe('a UK account', () => {
  it.each(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber'])(
    'is read from %s',
    (scheme) => {
      expect(isSortCodeScheme(scheme)).toBe(true);
      expect(readUkAccount(scheme, '11280001234567')).toEqual({ account: '11280001234567' });
      expect(readUkAccount(scheme, '1128000123456')).toEqual({ fault: 'identification' });
      expect(readUkAccount(scheme, '112800012345678')).toEqual({ fault: 'identification' });
      expect(readUkAccount(scheme, '11-28-00 01234567')).toEqual({ fault: 'identification' });
      expect(readUkAccount(scheme, '１1280001234567')).toEqual({ fault: 'identification' });
    },
  );

  it.each(['UK.OBIE.IBAN', 'IBAN'])('is read from the number within %s', (scheme) => {
    expect(isSortCodeScheme(scheme)).toBe(false);
    expect(readUkAccount(scheme, 'GB29NWBK60161331926819')).toEqual({ account: '60161331926819' });
    expect(readUkAccount(scheme, 'GB30NWBK60161331926819')).toEqual({ fault: 'identification' });
    expect(readUkAccount(scheme, 'DE89370400440532013000')).toEqual({ fault: 'country' });
  });

  it.each(['GB00HLFX11016111455365', 'GB01BARC20714583608387', 'GB99BARC20201530093451'])(
    'is not read from %s, whose check digits are impossible',
    (iban) => {
      expect(readUkAccount('IBAN', iban)).toEqual({ fault: 'identification' });
      // Stored identifications are not validated again.
      expect(storedUkAccount('IBAN', iban)).toBe(iban.slice(8));
    },
  );

  it('is read again from its stored identification', () => {
    expect(storedUkAccount('SortCodeAccountNumber', '11280001234567')).toBe('11280001234567');
    expect(storedUkAccount('UK.OBIE.IBAN', 'GB29NWBK60161331926819')).toBe('60161331926819');
    expect(storedUkAccount('UK.OBIE.IBAN', 'DE89370400440532013000')).toBeUndefined();
    expect(storedUkAccount('OtherAccount', '11280001234567')).toBeUndefined();
  });

  it.each(['UK.OBIE.PAN', 'uk.obie.iban', '', 'toString'])(
    'is not supported for scheme name %j',
    (scheme) => {
      expect(readUkAccount(scheme, '11280001234567')).toEqual({ fault: 'scheme' });
    },
  );
});

describe('a scheme name', () => {
  it.each(['UK.OBIE.IBAN', 'IBAN'])('%s means an IBAN', (scheme) => {
    expect(isIbanScheme(scheme)).toBe(true);
  });

  it.each(['UK.OBIE.SortCodeAccountNumber', 'OtherAccount', 'iban', ''])(
    '%j does not mean an IBAN',
    (scheme) => {
      expect(isIbanScheme(scheme)).toBe(false);
    },
  );
});
