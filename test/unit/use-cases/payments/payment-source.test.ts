import { expect, test } from 'vitest';
import { PaymentSource } from '../../../../src/use-cases/payments/payment-source.ts';
import { caseOf } from '../../../contract/families/family-cases.ts';
import { LIMITS } from '../../../helpers/limits.ts';

const data = JSON.stringify({ Initiation: caseOf('domestic-payments').initiation });
const family = 'domestic-payments';

test('PaymentSource reads the instruction of each payment and consent once', () => {
  const paymentSource = new PaymentSource(LIMITS);
  const first = paymentSource.ofPayment({ id: 'a', family, data });
  expect(paymentSource.ofPayment({ id: 'a', family, data })).toBe(first);
  expect(paymentSource.ofPayment({ id: 'b', family, data })).not.toBe(first);
  const ofConsent = paymentSource.ofConsent({ id: 'a', family, data });
  expect(paymentSource.ofConsent({ id: 'a', family, data })).toBe(ofConsent);
  expect(ofConsent).not.toBe(first);
});

test('PaymentSource evicts the oldest instruction when its cache is full', () => {
  const paymentSource = new PaymentSource(LIMITS);
  const first = paymentSource.ofPayment({ id: '0', family, data });
  for (let id = 1; id < 4096; id += 1) paymentSource.ofPayment({ id: String(id), family, data });
  expect(paymentSource.ofPayment({ id: '0', family, data })).toBe(first);
  paymentSource.ofPayment({ id: 'one more', family, data });
  expect(paymentSource.ofPayment({ id: '0', family, data })).not.toBe(first);
});
