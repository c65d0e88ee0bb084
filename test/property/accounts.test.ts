import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUkAccount } from '../../src/domain/parties/accounts.ts';
import { isIban } from '../../src/domain/parties/ibans.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Computes an IBAN's check digits from the definition: replaces letters by two digits, and takes
 * the remainder modulo 97.
 */
function checkDigits(country: string, bban: string): string {
  const digits = Array.from(`${bban}${country}00`, (character) =>
    LETTERS.includes(character) ? String(LETTERS.indexOf(character) + 10) : character,
  ).join('');
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}

/**
 * Formats of the BBAN, the part of an IBAN after its check digits, in some countries. Some allow
 * only digits, others also letters.
 */
const STRUCTURES = {
  DE: /^\d{18}$/,
  GB: /^[A-Z]{4}\d{14}$/,
  LC: /^[A-Z]{4}[A-Z0-9]{24}$/,
  NO: /^\d{11}$/,
  OM: /^\d{3}[A-Z0-9]{16}$/,
  SM: /^[A-Z]\d{10}[A-Z0-9]{12}$/,
};

const accountAnywhere = fc.oneof(
  ...Object.entries(STRUCTURES).map(([code, structure]) =>
    fc.tuple(fc.constant(code), fc.stringMatching(structure)),
  ),
);
const anyDigits = fc.oneof(fc.stringMatching(/^\d\d$/), fc.constantFrom('00', '01', '99'));

describe('any IBAN', () => {
  it('is valid only with the check digits of ISO 7064', () => {
    fc.assert(
      fc.property(accountAnywhere, anyDigits, ([code, account], digits) => {
        const right = checkDigits(code, account);
        expect(isIban(code + right + account)).toBe(true);
        expect(isIban(code + digits + account)).toBe(digits === right);
      }),
    );
  });

  it('is invalid if one character is mistyped or two neighbours are swapped', () => {
    const slip = fc.record({ at: fc.nat(14), digit: fc.stringMatching(/^\d$/) });
    fc.assert(
      fc.property(fc.stringMatching(/^\d{18}$/), slip, (account, { at, digit }) => {
        const check = checkDigits('DE', account);
        const mistyped = account.slice(0, at) + digit + account.slice(at + 1);
        expect(isIban(`DE${check}${mistyped}`)).toBe(mistyped === account);
        const neighbours = account.slice(at, at + 2);
        const swapped =
          account.slice(0, at) + Array.from(neighbours).reverse().join('') + account.slice(at + 2);
        expect(isIban(`DE${check}${swapped}`)).toBe(swapped === account);
      }),
    );
  });
});

describe('any UK account', () => {
  it('is the same by sort code and by IBAN', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{4}$/),
        fc.stringMatching(/^\d{14}$/),
        (bank, number) => {
          const iban = `GB${checkDigits('GB', bank + number)}${bank}${number}`;
          expect(readUkAccount('UK.OBIE.IBAN', iban)).toEqual({ account: number });
          expect(readUkAccount('SortCodeAccountNumber', number)).toEqual({ account: number });
        },
      ),
    );
  });
});
