import { expect, test } from 'vitest';
import { RemittanceInformation } from '../../../src/versions/v4.0/fields.ts';
import { consentReason, paymentReason } from '../../../src/versions/v4.0/statuses.ts';

test('the reason of a consent does not repeat what only the customer may read', () => {
  const consent = { refusedBy: 'bank', refusal: 'Your limit is £5,000.' } as const;
  expect(consentReason(consent)).toEqual({
    StatusReason: [{ StatusReasonCode: 'U042', StatusReasonDescription: 'The bank rejected it.' }],
  });
  expect(consentReason({ refusedBy: null })).toEqual({});
});

test('the reason of a payment that was never debited is about the account to pay from', () => {
  const textOf = (sentAt: number | null) =>
    (paymentReason({ reason: 'AC04', sentAt })['StatusReason'] as object[])[0];
  expect(textOf(null)).toEqual({
    StatusReasonCode: 'AC04',
    StatusReasonDescription: 'The account to pay from is closed.',
  });
  expect(textOf(1)).toMatchObject({
    StatusReasonDescription: 'The payee’s account is closed.',
  });
});

test('remittance information is counted in characters', () => {
  const isValid = (...Unstructured: string[]) =>
    RemittanceInformation.safeParse({ Unstructured }).success;
  expect(isValid('\u{1F370}'.repeat(140))).toBe(true);
  expect(isValid('a'.repeat(70), 'b'.repeat(69))).toBe(true);
  expect(isValid('a'.repeat(70), 'b'.repeat(70))).toBe(false);
});
