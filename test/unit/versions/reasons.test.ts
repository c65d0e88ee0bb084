import { expect, test } from 'vitest';
import { ALL_STATUSES, ENDINGS } from '../../../src/versions/v4.0/reasons.ts';

test('the reason of a consent does not repeat what only the customer may read', () => {
  const consent = {
    status: 'Rejected',
    refusedBy: 'bank',
    refusal: 'Your limit is £5,000.',
    restrictions: null,
  } as const;
  expect(ENDINGS.ofConsent(consent)).toEqual({
    StatusReason: [{ StatusReasonCode: 'U042', StatusReasonDescription: 'The bank rejected it.' }],
  });
  expect(ENDINGS.ofConsent({ status: 'Authorised', refusedBy: null, restrictions: null })).toEqual(
    {},
  );
});

test('the reason of a payment that was never debited is about the account to pay from', () => {
  const textOf = (sentAt: number | null) =>
    (ENDINGS.ofPayment({ reason: 'AC04', sentAt }, 'RJCT')['StatusReason'] as object[])[0];
  expect(textOf(null)).toEqual({
    StatusReasonCode: 'AC04',
    StatusReasonDescription: 'The account to pay from is closed.',
  });
  expect(textOf(1)).toMatchObject({
    StatusReasonDescription: 'The payee’s account is closed.',
  });
});

test('the reason of a consent in force that ended names the party that ended it', () => {
  const codeOf = (refusedBy: 'customer' | 'bank') =>
    ALL_STATUSES.ofConsent({ status: 'Revoked', refusedBy, restrictions: null });
  expect(codeOf('customer')).toEqual({
    StatusReason: [{ StatusReasonCode: 'CUST', StatusReasonDescription: 'The customer ended it.' }],
  });
  expect(codeOf('bank')).toMatchObject({ StatusReason: [{ StatusReasonCode: 'U042' }] });
});

test.each(['AwaitingAuthorisation', 'Authorised', 'Expired'] as const)(
  'a VRP consent with status %s has a reason with a code',
  (status) => {
    expect(ALL_STATUSES.ofConsent({ status, refusedBy: null, restrictions: null })).toMatchObject({
      StatusReason: [{ StatusReasonCode: expect.stringMatching(/^[A-Z0-9]{4}$/) as string }],
    });
    expect(ENDINGS.ofConsent({ status, refusedBy: null, restrictions: null })).toEqual({});
  },
);

test.each(['RCVD', 'PDNG', 'ACSP', 'ACSC', 'ACCC'])(
  'a VRP payment with status %s has a reason with a code',
  (status) => {
    const payment = { reason: null, sentAt: null };
    expect(ALL_STATUSES.ofPayment(payment, status)).toMatchObject({
      StatusReason: [{ StatusReasonCode: ALL_STATUSES.codeOf(status) }],
    });
    expect(ALL_STATUSES.codeOf(status)).toMatch(/^[A-Z0-9]{4}$/);
  },
);

test.each([
  [{ isPaused: true }, 'The customer has paused it.'],
  [{ isPaused: false }, 'The customer authorised it.'],
])('a VRP consent with the restrictions %o says so', (restrictions, text) => {
  const consent = { status: 'Authorised', refusedBy: null } as const;
  const stored = { ...consent, restrictions: JSON.stringify(restrictions) };
  expect(ALL_STATUSES.ofConsent(stored)).toMatchObject({
    StatusReason: [{ StatusReasonDescription: text }],
  });
});
