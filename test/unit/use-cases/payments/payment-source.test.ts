import { expect, test } from 'vitest';
import { PaymentSource } from '../../../../src/use-cases/payments/payment-source.ts';
import { caseOf } from '../../../contract/families/family-cases.ts';
import { LIMITS } from '../../../helpers/limits.ts';

const data = JSON.stringify({ Initiation: caseOf('domestic-payments').initiation });
const family = 'domestic-payments';

test('what is to be paid is read once of each payment and consent, by its id', () => {
  const paymentSource = new PaymentSource(LIMITS);
  const first = paymentSource.ofPayment({ id: 'a', family, data });
  expect(paymentSource.ofPayment({ id: 'a', family, data })).toBe(first);
  expect(paymentSource.ofPayment({ id: 'b', family, data })).not.toBe(first);
  const ofConsent = paymentSource.ofConsent({ id: 'a', family, data });
  expect(paymentSource.ofConsent({ id: 'a', family, data })).toBe(ofConsent);
  expect(ofConsent).not.toBe(first);
});

test('so many are remembered; the oldest is forgotten for a new one, and read again', () => {
  const paymentSource = new PaymentSource(LIMITS);
  const first = paymentSource.ofPayment({ id: '0', family, data });
  for (let id = 1; id < 4096; id += 1) paymentSource.ofPayment({ id: String(id), family, data });
  expect(paymentSource.ofPayment({ id: '0', family, data })).toBe(first);
  paymentSource.ofPayment({ id: 'one more', family, data });
  expect(paymentSource.ofPayment({ id: '0', family, data })).not.toBe(first);
});
