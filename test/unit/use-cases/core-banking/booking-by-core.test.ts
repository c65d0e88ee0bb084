import { expect, test } from 'vitest';
import type { Booking } from '../../../../src/domain/ports/booking.ts';
import { CoreRejected, CoreUnavailable } from '../../../../src/domain/ports/core-banking.ts';
import { bookingByCore } from '../../../../src/use-cases/core-banking/booking-by-core.ts';

const debit = {
  index: 0,
  account: '11280001234567',
  amountPence: 5,
  reference: '',
  counterparty: '',
};
const BOOKING: Booking = {
  ...{ debits: [debit], whole: true, nextCursor: null, quote: null, next: null },
};
const NOW = Date.parse('2026-12-01T09:00:00Z');
const FOUND = {
  batch: { paymentId: 'pmt-1', number: 0, dueAt: NOW, onlyIndex: null },
  payment: { customerId: 'northwind', releasedAt: NOW },
};

const retryMs = () => 250;

test('a booking has no decisions if this service keeps the accounts', async () => {
  expect(await bookingByCore(null, FOUND, BOOKING, NOW)).toBe(BOOKING);
});

test('a booking is deferred if the decision of the core is unknown', async () => {
  const perform = () => Promise.reject(new CoreUnavailable('no answer'));
  expect(await bookingByCore({ perform, retryMs }, FOUND, BOOKING, NOW)).toBe(250);
});

test('a step fails, and decides nothing, if the core does not accept the request', async () => {
  const perform = () => Promise.reject(new CoreRejected('the id is in use'));
  await expect(bookingByCore({ perform, retryMs }, FOUND, BOOKING, NOW)).rejects.toThrow(
    'the id is in use',
  );
});
