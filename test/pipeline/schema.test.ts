import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { PaymentFile } from '../../src/contract/initiation.ts';
import { files, fuzz, parsedOrNot, readAll } from '../property/reader-files.ts';
import { readCases } from './cases.ts';

/** The schema for those who write files; `vitest -u` writes it anew. */
const WRITTEN = '../../docs/schemas/UK.OBIE.PaymentInitiation.3.1.json';

const schema = z.toJSONSchema(PaymentFile, { io: 'input', unrepresentable: 'any' });

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
formats.default(ajv);
const obeys = ajv.compile(schema);

test('the schema in the repository is the one that validates', async () => {
  const path = fileURLToPath(new URL(WRITTEN, import.meta.url));
  const text = await format(JSON.stringify(schema), { parser: 'json', printWidth: 100 });
  await expect(text).toMatchFileSnapshot(path);
});

/** Refused for what no schema tells, by the beginnings of the names of their folders. */
const BEYOND = [
  // What the consent announced, the bank's settings, and the day it is.
  ...['totals-', 'bacs-', 'dates-', 'report-limit', 'amounts-more-than-faster-payments'],
  // What two members make of each other.
  'creditor-is-the-debtor',
  // What two readers could understand differently, and what nobody sees.
  ...['hardening-', 'envelope-payments-twice', 'envelope-data-twice'],
  // Check digits; how much a total comes to.
  ...['creditor-iban-check-digits', 'creditor-iban-impossible-digits'],
];

describe('the schema of a payment file', () => {
  const cases = readCases().flatMap((one) => {
    const value = parsedOrNot(one.upload);
    return value === undefined ? [] : [{ ...one, value }];
  });

  it.each(cases)('agrees on $name: $title', ({ name, value, expect: { accepted } }) => {
    const isValid = obeys(value);
    if (accepted) expect(obeys.errors).toBeNull();
    else if (!BEYOND.some((beginning) => name.startsWith(beginning))) expect(isValid).toBe(false);
  });

  it('refuses nothing that the readers take, and tells most of what they refuse', () => {
    let refusedByBoth = 0;
    fc.assert(
      fc.property(files, (bytes) => {
        const { accepted, elements } = readAll('exact', bytes);
        const isValid = obeys(parsedOrNot(bytes));
        // That a file has no payments is told when all of it was read.
        if (accepted && elements > 0) expect([isValid, obeys.errors]).toEqual([true, null]);
        else if (!isValid) refusedByBoth += 1;
      }),
      fuzz(),
    );
    expect(refusedByBoth).toBeGreaterThan(0);
  });
});
