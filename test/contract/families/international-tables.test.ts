import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { CONSENT_FIXTURES } from './consent-fixtures.ts';
import type { Members } from './family-case.ts';

const RULES = new URL('../../../docs/rules.md', import.meta.url);

/**
 * The clearing codes (rules, 7.6): the country, the NCCCode, and the length and characters of the
 * NCCIdentification.
 */
const CLEARING_CODES = [
  ['AU', 'AUBSB', 6, 'N'],
  ['CA', 'CACPA', 9, 'N'],
  ['HK', 'HKNCC', 3, 'N'],
  ['IN', 'INFSC', 11, 'A'],
  ['NZ', 'NZNCC', 6, 'N'],
  ['RU', 'RUCBC', 9, 'N'],
  ['ZA', 'ZANCC', 6, 'N'],
  ['US', 'USABA', 9, 'N'],
] as const;

/** The 24 currencies of international payments (rules, 7.8). */
const CURRENCIES = [
  'AED, AUD, CAD, CHF, CZK, DKK, EUR, GBP, HKD, HUF, ILS, INR',
  'JPY, MAD, MXN, NOK, NZD, PHP, PLN, SEK, SGD, THB, USD, ZAR',
].join(', ');

/** Well-formed currency codes that are not among the 24. Some are not in ISO 4217 either. */
const UNSUPPORTED = ['CNY', 'RUB', 'BRL', 'KWD', 'XAU', 'ABC'];
const MALFORMED = ['usd', 'US', 'USDX', 'U$D', '\u20ac', '840', ' USD', ''];

interface Body {
  readonly Data: { readonly Initiation: Members };
}

const { tpp } = useService();

describe('the tables of these tests', () => {
  const text = readFileSync(RULES, 'utf8').replaceAll(/\s+/g, ' ');

  test('contain the clearing codes of the rules', () => {
    const rows = [...text.matchAll(/ \| ([A-Z]{5}) \| (\d+) \| ([NA]) \|/g)];
    expect(rows.map(([, code, length, type]) => [code, Number(length), type])).toEqual(
      CLEARING_CODES.map(([, ...row]) => row),
    );
  });

  test('contain the currencies of the rules', () => {
    expect(text).toContain(`${CURRENCIES}.`);
  });
});

/** Returns a creditor agent that is a bank in the given country. */
function agentIn(country: string): Members {
  return { SchemeName: 'BICFI', Identification: `BANK${country}22` };
}

describe.each(['international-payment-consents', 'international-scheduled-payment-consents'])(
  '%s',
  (family) => {
    const base = CONSENT_FIXTURES.find(
      (fixture) => fixture.family === family && fixture.name === 'valid/agent-scheme',
    )?.body as Body;

    /** Requests a consent with the fixture's Initiation, in which some fields are replaced. */
    function ask(members: Members): Promise<Reply> {
      const Initiation = { ...base.Data.Initiation, ...members };
      return tpp().post(`/${family}`, { ...base, Data: { ...base.Data, Initiation } });
    }

    async function faultsWith(members: Members): Promise<readonly string[]> {
      const reply = await ask(members);
      expect(reply.status).toBe(faultsOf(reply).length === 0 ? 201 : 400);
      return faultsOf(reply).map((fault) => fault.replace('Data.Initiation.', ''));
    }

    describe.each(CLEARING_CODES)('to %s with %s', (country, code, length, type) => {
      const PostalAddress = { TownName: 'Anywhere', Country: country };
      const fitting = type === 'N' ? '1'.repeat(length) : 'aZ9'.repeat(length).slice(0, length);

      function faultsOfCode(clearingCode: Members): Promise<readonly string[]> {
        return faultsWith({
          Creditor: { Name: 'ACME', PostalAddress },
          CreditorAgent: agentIn(country),
          SupplementaryData: { DestinationCountry: country, ...clearingCode },
        });
      }

      test('is accepted with the values of the table', async () => {
        expect(await faultsOfCode({ NCCCode: code, NCCIdentification: fitting })).toEqual([]);
      });

      test.each([
        ['too short', fitting.slice(1)],
        ['too long', `${fitting}1`],
        ['empty', ''],
        ['of the wrong characters', `${fitting.slice(1)}${type === 'N' ? 'A' : '-'}`],
        ['with a blank', `${fitting.slice(1)} `],
        ['in other digits', `${fitting.slice(1)}\u0661`],
      ])('is rejected with an identification that is %s', async (_, NCCIdentification) => {
        const faults = await faultsOfCode({ NCCCode: code, NCCIdentification });
        expect(faults).toEqual(['Field.Invalid SupplementaryData.NCCIdentification']);
      });

      test('is rejected with the code of another country', async () => {
        for (const [, other] of CLEARING_CODES.filter(([another]) => another !== country)) {
          const faults = await faultsOfCode({ NCCCode: other, NCCIdentification: fitting });
          expect(faults).toEqual(['Field.Invalid SupplementaryData.NCCCode']);
        }
      });

      test('is rejected with only one of the two members', async () => {
        expect(await faultsOfCode({ NCCCode: code })).toEqual([
          'Field.Expected SupplementaryData.NCCIdentification',
        ]);
        expect(await faultsOfCode({ NCCIdentification: fitting })).toEqual([
          'Field.Expected SupplementaryData.NCCCode',
        ]);
      });

      test('is rejected if the country has no clearing code', async () => {
        const SupplementaryData = {
          DestinationCountry: 'CL',
          NCCCode: code,
          NCCIdentification: fitting,
        };
        expect(await faultsWith({ CreditorAgent: agentIn('CL'), SupplementaryData })).toEqual([
          'Field.Unexpected SupplementaryData.NCCCode',
          'Field.Unexpected SupplementaryData.NCCIdentification',
        ]);
      });
    });

    describe('currencies', () => {
      const inCurrency = (currency: string): Members => ({
        CurrencyOfTransfer: currency,
        InstructedAmount: { Amount: '165', Currency: currency },
      });

      test.each(CURRENCIES.split(', '))('%s is accepted', async (currency) => {
        expect(await faultsWith(inCurrency(currency))).toEqual([]);
      });

      test.each(UNSUPPORTED)('%s is not supported', async (currency) => {
        expect(await faultsWith(inCurrency(currency))).toEqual([
          'Unsupported.Currency CurrencyOfTransfer',
          'Unsupported.Currency InstructedAmount.Currency',
        ]);
      });

      test.each(MALFORMED)('"%s" is not a currency', async (currency) => {
        expect(await faultsWith(inCurrency(currency))).toEqual([
          'Field.Invalid CurrencyOfTransfer',
          'Field.Invalid InstructedAmount.Currency',
        ]);
      });
    });
  },
);
