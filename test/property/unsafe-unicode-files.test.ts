import { describe, expect, it } from 'vitest';
import { isUnsafeCodePoint } from '../../src/shared/unsafe-unicode.ts';
import type { ReaderName } from '../../src/pipeline/read/index.ts';
import { account, fileOf, payment, PAYROLL } from '../helpers/payment-file.ts';
import { readAll, write, type Style } from './reader-files.ts';

const READERS: readonly ReaderName[] = ['fast', 'exact', 'stream'];

const CODES = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);

/** One invisible character of each kind that the service rejects. */
const SAMPLE = ['\u0085', '\u00ad', '\u034f', '\u061c', '\u180e', '\u200d', '\u2028', '\u202e'];
const OUTSIDE_THE_PLANE = ['\ufe0f', '\ufeff', '\u{e0041}'];

/** Two ways to write JSON: without escapes, and with every non-ASCII character escaped. */
const PLAIN: Style = { asciiOnly: false, indent: 0, slashes: false };
const WAYS = [PLAIN, { ...PLAIN, asciiOnly: true }];

/**
 * Returns a payment in which every text field is set. `change` may replace each text, given its
 * path.
 */
function fullPayment(change: (text: string, path: string) => string): Record<string, unknown> {
  const lines = ['12 Long Lane', 'Floor 3'].map((line, index) => {
    return change(line, `CreditorPostalAddress.AddressLine[${String(index)}]`);
  });
  const text = (path: string): string => change('Text', path);
  const within = (path: string, number: string): object => ({
    ...account(number, text(`${path}.Name`)),
    SecondaryIdentification: text(`${path}.SecondaryIdentification`),
  });
  const address = Object.fromEntries(
    ['Department', 'SubDepartment', 'StreetName', 'BuildingNumber', 'PostCode', 'TownName']
      .concat('CountrySubDivision')
      .map((name) => [name, text(`CreditorPostalAddress.${name}`)]),
  );
  return payment(1, {
    InstructionIdentification: text('InstructionIdentification'),
    EndToEndIdentification: text('EndToEndIdentification'),
    DebtorAccount: within('DebtorAccount', PAYROLL),
    CreditorAccount: within('CreditorAccount', '20000055779911'),
    CreditorPostalAddress: { ...address, AddressLine: lines },
    RemittanceInformation: {
      Reference: text('RemittanceInformation.Reference'),
      Unstructured: text('RemittanceInformation.Unstructured'),
    },
  });
}

const PLACES: string[] = [];
const FULL = fullPayment((text, path) => {
  PLACES.push(path);
  return text;
});

describe.each(READERS)('the %s reader', (reader) => {
  const read = (payments: readonly object[], way: Style) =>
    readAll(reader, Buffer.from(write({ Data: { DomesticPayments: payments } }, way)));

  it('accepts a payment with every text field', () => {
    expect(readAll(reader, fileOf([FULL, FULL]))).toMatchObject({ accepted: true, faults: [] });
  });

  it.each(PLACES)('rejects invisible characters in %s', (place) => {
    // These payments follow a valid one, from which the fast reader has learnt the layout.
    const hiding = [...SAMPLE, ...OUTSIDE_THE_PLANE].map((character) =>
      fullPayment((text, path) => (path === place ? `${text}${character}` : text)),
    );
    const expected = hiding.map((_, index) => {
      return `UK.OBIE.Field.Invalid Data.DomesticPayments[${String(index + 1)}].${place}`;
    });
    for (const way of WAYS) expect(read([FULL, ...hiding], way).faults).toEqual(expected);
  });

  it('rejects every invisible character, and accepts all others', () => {
    const named = (code: number) => {
      const name = `A${String.fromCodePoint(code)}B`;
      return payment(code, { CreditorAccount: account('20000055779911', name) });
    };
    const hidden = CODES.filter(isUnsafeCodePoint);
    for (const way of WAYS) {
      const { faults } = read([payment(0), ...hidden.map(named)], way);
      expect(faults).toHaveLength(hidden.length);
    }
    // Put many characters into one name, because there are a million of them.
    const shown = CODES.filter((code) => !isUnsafeCodePoint(code));
    const names = Array.from({ length: Math.ceil(shown.length / 300) }, (_, part) =>
      String.fromCodePoint(...shown.slice(part * 300, (part + 1) * 300)),
    );
    const payments = names.map((name, index) =>
      payment(index, { CreditorAccount: account('20000055779911', name) }),
    );
    for (const way of WAYS) {
      const outcome = read(payments, way);
      expect(outcome.faults).toEqual([]);
      expect(outcome.payments.map(({ creditorName }) => creditorName)).toEqual(names);
    }
  });
});
