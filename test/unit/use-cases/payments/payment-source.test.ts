import { expect, test } from 'vitest';
import { Payables } from '../../../../src/use-cases/payments/payment-source.ts';
import { caseOf } from '../../../contract/families/family-cases.ts';
import { LIMITS } from '../../../helpers/limits.ts';

const data = JSON.stringify({ Initiation: caseOf('domestic-payments').initiation });
const family = 'domestic-payments';

test('what is to be paid is read once of each payment and consent, by its id', () => {
  const payables = new Payables(LIMITS);
  const first = payables.ofPayment({ id: 'a', family, data });
  expect(payables.ofPayment({ id: 'a', family, data })).toBe(first);
  expect(payables.ofPayment({ id: 'b', family, data })).not.toBe(first);
  const ofConsent = payables.ofConsent({ id: 'a', family, data });
  expect(payables.ofConsent({ id: 'a', family, data })).toBe(ofConsent);
  expect(ofConsent).not.toBe(first);
});

test('so many are remembered; the oldest is forgotten for a new one, and read again', () => {
  const payables = new Payables(LIMITS);
  const first = payables.ofPayment({ id: '0', family, data });
  for (let id = 1; id < 4096; id += 1) payables.ofPayment({ id: String(id), family, data });
  expect(payables.ofPayment({ id: '0', family, data })).toBe(first);
  payables.ofPayment({ id: 'one more', family, data });
  expect(payables.ofPayment({ id: '0', family, data })).not.toBe(first);
});
