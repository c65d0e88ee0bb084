import { describe, expect, it } from 'vitest';
import { isCountry } from '../../../../src/domain/parties/countries.ts';
import {
  accountProblem,
  destinationOf,
  ibanProblem,
} from '../../../../src/domain/parties/destinations.ts';

/** Examples in the IBAN registry (SWIFT, release 102). */
const REGISTRY = `
  AD1200012030200359100100
  AE070331234567890123456
  AL47212110090000000235698741
  AT611904300234573201
  AZ21NABZ00000000137010001944
  BA391290079401028494
  BE68539007547034
  BG80BNBG96611020345678
  BH67BMAG00001299123456
  BI4210000100010000332045181
  BR1800360305000010009795493C1
  BY13NBRB3600900000002Z00AB00
  CH9300762011623852957
  CR05015202001026284066
  CY17002001280000001200527600
  CZ6508000000192000145399
  DE89370400440532013000
  DJ2100010000000154000100186
  DK5000400440116243
  DO28BAGR00000001212453611324
  EE382200221020145685
  EG380019000500000000263180002
  ES9121000418450200051332
  FI2112345600000785
  FK88SC123456789012
  FO6264600001631634
  FR1420041010050500013M02606
  GB29NWBK60161331926819
  GE29NB0000000101904917
  GI75NWBK000000007099453
  GL8964710001000206
  GR1601101250000000012300695
  GT82TRAJ01020000001210029690
  HN88CABF00000000000250005469
  HR1210010051863000160
  HU42117730161111101800000000
  IE29AIBK93115212345678
  IL620108000000099999999
  IQ98NBIQ850123456789012
  IS140159260076545510730339
  IT60X0542811101000000123456
  JO94CBJO0010000000000131000302
  KW81CBKU0000000000001234560101
  KZ86125KZT5004100100
  LB62099900000001001901229114
  LC55HEMM000100010012001200023015
  LI21088100002324013AA
  LT121000011101001000
  LU280019400644750000
  LV80BANK0000435195001
  LY83002048000020100120361
  MC5811222000010123456789030
  MD24AG000225100013104168
  ME25505000012345678951
  MK07250120000058984
  MN121234123456789123
  MR1300020001010000123456753
  MT84MALT011000012345MTLCAST001S
  MU17BOMM0101101030300200000MUR
  NI45BAPR00000013000003558124
  NL91ABNA0417164300
  NO9386011117947
  OM810180000001299123456
  PK36SCBL0000001123456702
  PL61109010140000071219812874
  PS92PALS000000000400123456702
  PT50000201231234567890154
  QA58DOHB00001234567890ABCDEFG
  RO49AAAA1B31007593840000
  RS35260005601001611379
  SA0380000000608010167519
  SC18SSCB11010000000000001497USD
  SD2129010501234001
  SE4550000000058398257466
  SI56263300012039086
  SK3112000000198742637541
  SM86U0322509800000000270100
  SO211000001001000100141
  ST23000100010051845310146
  SV62CENR00000000000000700025
  TL380080012345678910157
  TN5910006035183598478831
  TR330006100519786457841326
  UA213223130000026007233566001
  VA59001123000012345678
  VG96VPVG0000012345678901
  YE15CBYE0001018861234567891234
`;

const EXAMPLES = REGISTRY.trim().split(/\s+/);

/** Countries on the EPC's list. Territories use the IBANs of the country they belong to. */
const SEPA =
  'AD AL AT AX BE BG BL CH CY CZ DE DK EE ES FI FR GB GF GG GI GP GR HR HU IE IM IS IT JE LI LT LU ' +
  'LV MC MD ME MF MK MQ MT NL NO PL PM PT RE RO RS SE SI SK SM VA YT';

const TERRITORIES = [
  ['FI2112345600000785', 'AX'],
  ['GB29NWBK60161331926819', 'GG IM JE'],
  ['FR1420041010050500013M02606', 'BL GF GP MF MQ NC PF PM RE TF WF YT'],
] as const;

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

describe('a destination', () => {
  it('is one of the 249 countries of ISO 3166-1', () => {
    const countries = CODES.filter((code) => destinationOf(code) !== undefined);
    expect(countries).toHaveLength(249);
    expect(countries.every(isCountry)).toBe(true);
  });

  it.each(['XK', 'UK', 'EU', 'ZZ', 'de', 'DEU', '', 'constructor'])('is not %j', (code) => {
    expect(destinationOf(code)).toBeUndefined();
  });

  it('is cross-border unless it is the United Kingdom', () => {
    expect(CODES.filter((code) => destinationOf(code)?.isCrossBorder === false)).toEqual(['GB']);
  });

  it('is in SEPA if the EPC lists it', () => {
    const reached = CODES.filter((code) => destinationOf(code)?.isSepa === true);
    expect(reached).toEqual(SEPA.split(' '));
  });
});

describe('the IBAN of a destination', () => {
  it.each(EXAMPLES)("may be the registry's example %s", (iban) => {
    const destination = destinationOf(iban.slice(0, 2));
    expect(destination?.iban).toEqual({ prefix: iban.slice(0, 2), length: iban.length });
    expect(ibanProblem(iban, destination)).toBeUndefined();
  });

  it('of a territory begins with the country that it belongs to', () => {
    for (const [iban, countries] of TERRITORIES) {
      for (const country of countries.split(' ')) {
        expect(destinationOf(country)?.iban?.prefix).toBe(iban.slice(0, 2));
        expect(ibanProblem(iban, destinationOf(country))).toBeUndefined();
      }
    }
  });

  it('does not exist in other countries', () => {
    const known = new Set(EXAMPLES.map((iban) => iban.slice(0, 2)));
    for (const [, countries] of TERRITORIES)
      countries.split(' ').forEach((code) => known.add(code));
    const withIban = CODES.filter((code) => destinationOf(code)?.iban !== undefined);
    expect(new Set(withIban)).toEqual(known);
  });

  it('needs the right check digits, country and length', () => {
    const germany = destinationOf('DE');
    expect(ibanProblem('DE88370400440532013000', germany)).toContain('check digits');
    expect(ibanProblem('DE0037040044053201300X', germany)).toContain('check digits');
    expect(ibanProblem('FR1420041010050500013M02606', germany)).toContain('begins with DE');
    // Correct check digits, but one character is missing.
    expect(ibanProblem('DE5137040044053201300', germany)).toContain('22 characters');
  });

  it('is any IBAN if the destination is not known', () => {
    expect(ibanProblem('DE89370400440532013000', undefined)).toBeUndefined();
    expect(ibanProblem('DE88370400440532013000', undefined)).toContain('check digits');
  });
});

describe('the account number of a destination', () => {
  const problem = (country: string, text: string) => accountProblem(text, destinationOf(country));

  it.each([
    ['AU', '1', '062000123456789'],
    ['CA', '12345', '000302169123456789012'],
    ['IN', '123456', '123456789012345678'],
    ['JP', '1234567', '00010011234567'],
    ['MA', '007780000123456789012345', '007780000123456789012345'],
    ['MX', '032180000118359719', '032180000118359719'],
    ['NZ', '006838900', '010902006838900000'],
  ])('in %s has the digits from %s to %s', (country, shortest, longest) => {
    for (const right of [shortest, longest]) expect(problem(country, right)).toBeUndefined();
    for (const wrong of [shortest.slice(1), `${longest}0`, `A${longest.slice(1)}`]) {
      expect(problem(country, wrong)).toContain('digits');
    }
  });

  it('in Hong Kong has 6 to 18 letters and digits', () => {
    for (const right of ['123456', '004001123456789012', '00400112345678901A']) {
      expect(problem('HK', right)).toBeUndefined();
    }
    for (const wrong of ['12345', '0040011234567890123']) {
      expect(problem('HK', wrong)).toContain('6 to 18 letters and digits');
    }
  });

  it('in the USA has up to 17 letters and digits', () => {
    expect(problem('US', '0123456789')).toBeUndefined();
    expect(problem('US', `A${'1'.repeat(16)}`)).toBeUndefined();
    expect(problem('US', '1'.repeat(18))).toContain('1 to 17 letters and digits');
  });

  it('in other countries has up to 34 letters and digits', () => {
    expect(problem('CL', 'A'.repeat(34))).toBeUndefined();
    expect(problem('ZA', '12345678901234567890')).toBeUndefined();
    expect(problem('CL', 'A'.repeat(35))).toContain('1 to 34 letters and digits');
    expect(problem('AO', 'AO06004400006729503010102')).toBeUndefined();
  });

  it('may contain single separators', () => {
    expect(problem('NZ', '01-0902-0068389-00')).toBeUndefined();
    expect(problem('CL', '00 123.456/7')).toBeUndefined();
    for (const wrong of ['-123', '123-', '12--34', '12- 34', '12_34']) {
      expect(problem('CL', wrong), wrong).toBeDefined();
    }
    expect(problem('CL', Array.from('123456789012345678').join('-'))).toBeDefined();
  });

  it.each(['!!!', '', ' ', '???', 'Ⅻ', '１２３', '<b>', "1'2", '12\n'])(
    'is never %j, whatever the country',
    (text) => {
      for (const country of ['US', 'AU', 'CL', 'IN']) {
        expect(problem(country, text)).toBeDefined();
      }
      expect(accountProblem(text, undefined)).toBeDefined();
    },
  );
});

describe('the BIC of a destination', () => {
  it.each([
    ['DE', 'DE'],
    ['US', 'US'],
    ['GP', 'GP FR'],
    ['NC', 'NC FR'],
    ['JE', 'JE GB'],
    ['AX', 'AX FI'],
    ['GB', 'GB GG IM JE'],
    ['VG', 'VG'],
    ['MC', 'MC FR'],
    ['IE', 'IE GB'],
    ['DK', 'DK FO GL'],
    ['PR', 'PR US'],
  ])('%s contains one of %s', (country, countries) => {
    expect(destinationOf(country)?.bicCountries).toEqual(countries.split(' '));
  });

  it('contains only countries of ISO 3166-1', () => {
    const named = CODES.flatMap((code) => destinationOf(code)?.bicCountries ?? []);
    expect(named.filter((code) => !isCountry(code))).toEqual([]);
  });
});
