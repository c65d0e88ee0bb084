import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { FILE_FORMS } from '../../src/contract/file-forms.ts';
import { JSON_TYPES } from '../property/file-forms.ts';
import { filesOf, fuzz, parsedOrNot, readAll } from '../property/reader-files.ts';
import { readCases } from './cases.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
formats.default(ajv);
/** Prefixes of the folders of cases that are rejected for reasons that no schema can express. */
const BEYOND = [
  // Values of the consent, settings of the bank, and the current date.
  ...['totals-', 'bacs-', 'dates-', 'report-limit', 'amounts-more-than-faster-payments'],
  // Relations between two members, and between two lines.
  ...['creditor-is-the-debtor', 'v4-fields-lines-too-long'],
  // JSON that two parsers could interpret differently, and invisible characters.
  ...['hardening-', 'envelope-payments-twice', 'envelope-data-twice'],
  // Check digits and totals.
  ...['creditor-iban-check-digits', 'creditor-iban-impossible-digits'],
];

describe.each(JSON_TYPES)('the schema of %s', (type) => {
  const schema = z.toJSONSchema(FILE_FORMS[type].file, { io: 'input', unrepresentable: 'any' });
  const obeys = ajv.compile(schema);

  /** The published schemas are in docs/schemas. `vitest -u` rewrites them. */
  test('matches that in the repository', async () => {
    const path = fileURLToPath(new URL(`../../docs/schemas/${type}.json`, import.meta.url));
    const text = await format(JSON.stringify(schema), { parser: 'json', printWidth: 100 });
    await expect(text).toMatchFileSnapshot(path);
  });

  const cases = readCases()
    .filter(({ metadata }) => metadata.fileType === type)
    .flatMap((one) => {
      const value = parsedOrNot(one.upload);
      return value === undefined ? [] : [{ ...one, value }];
    });

  it.each(cases)('agrees on $name: $title', ({ name, value, expect: { accepted } }) => {
    const isValid = obeys(value);
    if (accepted) expect(obeys.errors).toBeNull();
    else if (!BEYOND.some((beginning) => name.startsWith(beginning))) expect(isValid).toBe(false);
  });

  it('accepts every file that the readers accept, and rejects most others', () => {
    let refusedByBoth = 0;
    fc.assert(
      fc.property(filesOf(type), (bytes) => {
        const { accepted, elements } = readAll('exact', bytes, undefined, type);
        const isValid = obeys(parsedOrNot(bytes));
        // An empty list is reported only after the whole file was read.
        if (accepted && elements > 0) expect([isValid, obeys.errors]).toEqual([true, null]);
        else if (!isValid) refusedByBoth += 1;
      }),
      fuzz(),
    );
    expect(refusedByBoth).toBeGreaterThan(0);
  });
});
