import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIban, readUkAccount } from '../../src/domain/accounts.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Check digits by plain arithmetic: letters as two digits, the remainder of 97. */
function checkDigits(country: string, bban: string): string {
  const digits = Array.from(`${bban}${country}00`, (character) =>
    LETTERS.includes(character) ? String(LETTERS.indexOf(character) + 10) : character,
  ).join('');
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}

const country = fc.stringMatching(/^[A-Z]{2}$/);
const bban = fc.stringMatching(/^[A-Z0-9]{11,30}$/);

describe('any IBAN', () => {
  it('is right with the check digits of ISO 7064', () => {
    fc.assert(
      fc.property(country, bban, (code, account) => {
        expect(isIban(code + checkDigits(code, account) + account)).toBe(true);
      }),
    );
  });

  it('is wrong when one character is mistyped or two neighbours change places', () => {
    const slip = fc.record({ at: fc.nat(14), digit: fc.stringMatching(/^\d$/) });
    fc.assert(
      fc.property(fc.stringMatching(/^\d{15,20}$/), slip, (account, { at, digit }) => {
        const check = checkDigits('GB', account);
        const mistyped = account.slice(0, at) + digit + account.slice(at + 1);
        expect(isIban(`GB${check}${mistyped}`)).toBe(mistyped === account);
        const neighbours = account.slice(at, at + 2);
        const swapped =
          account.slice(0, at) + Array.from(neighbours).reverse().join('') + account.slice(at + 2);
        expect(isIban(`GB${check}${swapped}`)).toBe(swapped === account);
      }),
    );
  });
});

describe('any account in the United Kingdom', () => {
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
