import { describe as group, expect, it } from 'vitest';
import { z } from 'zod';
import { addJsonFaults, addZodFaults, describe, valueAt } from '../../../src/contract/faults.ts';
import { FaultList } from '../../../src/shared/errors.ts';
import { parseJson } from '../../../src/shared/json/json.ts';

const LONE_SURROGATE = /\p{Cs}/u;

function faultsOf(schema: z.ZodType, value: unknown, limit = 100) {
  const faults = new FaultList(limit);
  const checked = schema.safeParse(value);
  if (checked.error !== undefined) addZodFaults(faults, checked.error, value, 'Data');
  return faults;
}

group('the faults of a value', () => {
  const Payment = z.strictObject({
    Reference: z.string('Expected text.'),
    Lines: z.array(z.string('Expected text.')),
    Code: z.string().refine((code) => code === 'UK.OBIE.FPS', {
      error: 'Expected UK.OBIE.FPS.',
      params: { code: 'unsupportedLocalInstrument' },
    }),
  });

  it('have a code of the standard, a path, and a message with the value found', () => {
    const value = { Lines: ['a', 7], Code: 'UK.OBIE.SWIFT', Extra: null };
    const { faults } = faultsOf(Payment, value);
    expect(faults).toHaveLength(4);
    expect(faults).toEqual(
      expect.arrayContaining([
        {
          code: 'UK.OBIE.Field.Missing',
          path: 'Data.Reference',
          message: 'Reference is required.',
        },
        {
          code: 'UK.OBIE.Field.Invalid',
          path: 'Data.Lines[1]',
          message: 'Found 7. Expected text.',
        },
        {
          code: 'UK.OBIE.Unsupported.LocalInstrument',
          path: 'Data.Code',
          message: 'Found "UK.OBIE.SWIFT". Expected UK.OBIE.FPS.',
        },
        {
          code: 'UK.OBIE.Field.Unexpected',
          path: 'Data.Extra',
          message: 'Unknown field Extra.',
        },
      ]),
    );
  });

  it('are counted beyond the number that is stored', () => {
    const strangers = Object.fromEntries([1, 2, 3, 4].map((at) => [`Extra${String(at)}`, at]));
    const faults = faultsOf(z.strictObject({}), strangers, 3);
    expect(faults.faults).toHaveLength(3);
    expect(faults.total).toBe(4);
  });

  it('shorten a value of unsafe characters like any other', () => {
    const hidden = describe('\u{E0041}'.repeat(60));
    expect([...hidden].length).toBeLessThanOrEqual(62);
    expect(hidden).toMatch(/^"(\\udb40\\udc41)+.*…"$/);
  });

  it('stay within the maximum length for any names and values', () => {
    const hostile = '😀'.repeat(10_000);
    const faults = faultsOf(Payment, { [hostile]: 1, Code: hostile, Lines: [], Reference: 'r' });
    expect(faults.total).toBe(2);
    for (const { message, path = '' } of faults.faults) {
      expect(message.length).toBeLessThanOrEqual(500);
      expect(message).not.toMatch(LONE_SURROGATE);
      expect(path.length).toBeLessThanOrEqual(500);
      expect(path).not.toMatch(LONE_SURROGATE);
    }
  });
});

group('a value in a message', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [1.5, '1.5'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
    [[1, 2], 'a list of 2'],
    [{ a: 1 }, 'an object'],
  ])('%j is written as %s', (value, words) => {
    expect(describe(value)).toBe(words);
  });
});

group('the faults of the JSON parser', () => {
  it('are all counted, and stored up to the limit', () => {
    const faults = new FaultList();
    const text = `{${Array.from({ length: 301 }, () => '"a":0').join()}}`;
    const parsed = parseJson(text, { path: 'Data' });
    if ('syntax' in parsed) throw new Error(parsed.syntax.message);
    addJsonFaults(faults, parsed);
    expect(faults.total).toBe(300);
    expect(faults.faults).toHaveLength(100);
    expect(faults.faults[0]).toMatchObject({
      code: 'UK.OBIE.Resource.InvalidFormat',
      path: 'Data.a',
    });
  });
});

group('a path', () => {
  it('leads to an own member of the value, or to undefined', () => {
    const value = { list: [{ name: 'x' }] };
    expect(valueAt(value, ['list', 0, 'name'])).toBe('x');
    expect(valueAt(value, ['list', 1, 'name'])).toBeUndefined();
    expect(valueAt(value, ['constructor', 'name'])).toBeUndefined();
    expect(valueAt(null, ['list'])).toBeUndefined();
  });
});
