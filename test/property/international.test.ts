import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addZodFaults } from '../../src/contract/faults.ts';
import { InternationalInitiation } from '../../src/contract/international/initiation.ts';
import { checkClearingCode } from '../../src/contract/international/ncc.ts';
import { checkInternational } from '../../src/contract/international/rules.ts';
import { destinationOf, ibanProblem } from '../../src/domain/parties/destinations.ts';
import { FaultList } from '../../src/shared/errors.ts';
import { formatAmount, parseAmount } from '../../src/shared/money.ts';
import { TO_EMIRATES, TO_GERMANY, TO_USA, type Members } from '../helpers/international.ts';

/** Patterns for the clearing codes in the table of the rules (7.6). */
const CLEARING_CODES = [
  ['AU', 'AUBSB', /^[0-9]{6}$/],
  ['CA', 'CACPA', /^[0-9]{9}$/],
  ['HK', 'HKNCC', /^[0-9]{3}$/],
  ['IN', 'INFSC', /^[A-Za-z0-9]{11}$/],
  ['NZ', 'NZNCC', /^[0-9]{6}$/],
  ['RU', 'RUCBC', /^[0-9]{9}$/],
  ['ZA', 'ZANCC', /^[0-9]{6}$/],
  ['US', 'USABA', /^[0-9]{9}$/],
] as const;

const anyIdentification = fc.oneof(
  fc.stringMatching(/^[0-9]{2,12}$/),
  fc.stringMatching(/^[A-Za-z0-9]{10,12}$/),
  fc.string({ maxLength: 12 }),
);

describe('any clearing code', () => {
  it.each(CLEARING_CODES)(
    'of %s is accepted as %s if its value has the right format',
    (country, code, form) => {
      fc.assert(
        fc.property(fc.oneof(anyIdentification, fc.stringMatching(form)), (identification) => {
          const clearingCode = { NCCCode: code, NCCIdentification: identification };
          const isTaken = checkClearingCode(clearingCode, country).length === 0;
          expect(isTaken).toBe(form.test(identification));
        }),
      );
    },
  );

  it('is accepted for its own country only', () => {
    for (const [country] of CLEARING_CODES) {
      const matching = CLEARING_CODES.filter(([, NCCCode]) => {
        const problems = checkClearingCode({ NCCCode, NCCIdentification: '' }, country);
        return problems.every(({ member }) => member !== 'NCCCode');
      });
      expect(matching.map(([own]) => own)).toEqual([country]);
    }
  });
});

/**
 * Returns the IBAN of an account. Computes the check digits from the definition: letters as two
 * digits, remainder modulo 97.
 */
function ibanOf(prefix: string, account: string): string {
  const digits = Array.from(`${account}${prefix}00`, (character) =>
    String(parseInt(character, 36)),
  ).join('');
  return prefix + String(98n - (BigInt(digits) % 97n)).padStart(2, '0') + account;
}

describe('any IBAN', () => {
  it('is accepted for a destination exactly if it has the length of that country', () => {
    // In these countries, account numbers contain only digits. Any number of the right length is
    // valid.
    const country = fc.constantFrom('DE', 'NO', 'AE', 'BE', 'SE', 'TL', 'PT');
    fc.assert(
      fc.property(country, fc.stringMatching(/^[0-9]{11,30}$/), (code, account) => {
        const destination = destinationOf(code);
        const iban = ibanOf(code, account);
        const isTaken = ibanProblem(iban, destination) === undefined;
        expect(isTaken).toBe(iban.length === destination?.iban?.length);
        const fitting = account.padEnd(30, '0').slice(0, (destination?.iban?.length ?? 0) - 4);
        expect(ibanProblem(ibanOf(code, fitting), destination)).toBeUndefined();
      }),
    );
  });
});

describe('any amount', () => {
  it.each([0, 2, 3])('with %i decimals is parsed back from its formatted text', (digits) => {
    const largest = Math.min(10 ** (13 + digits) - 1, Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: largest }), (amount) => {
        expect(parseAmount(formatAmount(amount, digits), digits)).toBe(amount);
      }),
    );
  });

  it('is parsed exactly or rejected', () => {
    const written = fc.stringMatching(/^[0-9]{1,13}\.[0-9]{3}$/);
    fc.assert(
      fc.property(written, (text) => {
        const exact = BigInt(text.replace('.', ''));
        const expected = exact > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(exact);
        expect(parseAmount(text, 3)).toBe(expected);
      }),
    );
  });
});

/** Returns a copy of a value in which one nested field is replaced or removed. */
function spoilt(value: Members, [member, ...rest]: readonly string[], by: unknown): Members {
  if (member === undefined) return value;
  const inside = value[member];
  const isObject = typeof inside === 'object' && inside !== null;
  if (rest.length === 0 || !isObject) return { ...value, [member]: by };
  return { ...value, [member]: spoilt({ ...inside }, rest, by) };
}

const anyPath = fc
  .constantFrom(
    'LocalInstrument',
    'InstructionPriority',
    'CurrencyOfTransfer',
    'DestinationCountryCode',
    'InstructedAmount',
    'InstructedAmount.Amount',
    'InstructedAmount.Currency',
    'ExchangeRateInformation',
    'DebtorAccount',
    'Creditor',
    'Creditor.Name',
    'Creditor.PostalAddress',
    'Creditor.PostalAddress.Country',
    'CreditorAgent',
    'CreditorAgent.SchemeName',
    'CreditorAgent.Identification',
    'CreditorAccount',
    'CreditorAccount.SchemeName',
    'CreditorAccount.Identification',
    'SupplementaryData',
    'SupplementaryData.DestinationCountry',
    'SupplementaryData.NCCCode',
    'SupplementaryData.NCCIdentification',
  )
  .map((path) => path.split('.'));

const anyValue = fc.oneof(
  fc.constantFrom(undefined, null, '', 'x', 7, [], {}, 'EUR', 'GBP', 'JPY', 'US', 'DE', 'IBAN'),
  fc.jsonValue({ maxDepth: 2 }),
);

const anyInitiation = fc
  .tuple(
    fc.constantFrom(TO_GERMANY, TO_USA, TO_EMIRATES),
    fc.array(fc.tuple(anyPath, anyValue), { maxLength: 6 }),
  )
  .map(([initiation, changes]) =>
    changes.reduce((changed, [path, value]) => spoilt(changed, path, value), initiation),
  );

describe('any Initiation', () => {
  it('gets no duplicate error for a field from schema and rules', () => {
    fc.assert(
      fc.property(anyInitiation, (initiation) => {
        const faults = new FaultList(1000);
        const body = { Data: { Initiation: initiation } };
        const read = InternationalInitiation.safeParse(initiation);
        if (!read.success) addZodFaults(faults, read.error, initiation, 'Data.Initiation');
        checkInternational(body, faults);
        const faultTexts = faults.faults.map(({ path = '', code }) => `${code} ${path}`);
        expect(faultTexts).toEqual([...new Set(faultTexts)]);
      }),
      { numRuns: 2000 },
    );
  });
});
