import { expect, test } from 'vitest';
import { RemittanceInformation } from '../../../src/contract/v4/fields.ts';

test('remittance information is counted in characters', () => {
  const isValid = (...Unstructured: string[]) =>
    RemittanceInformation.safeParse({ Unstructured }).success;
  expect(isValid('\u{1F370}'.repeat(140))).toBe(true);
  expect(isValid('a'.repeat(70), 'b'.repeat(69))).toBe(true);
  expect(isValid('a'.repeat(70), 'b'.repeat(70))).toBe(false);
});
