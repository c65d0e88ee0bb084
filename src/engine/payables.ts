import type { Payable } from '../domain/execution/order.ts';
import type { Consent, Payment } from '../domain/records/records.ts';
import type { SchemeLimits } from '../domain/schemes/schemes.ts';
import { familyNamed } from '../families/index.ts';
import { assert } from '../kernel/assert.ts';

/** What a payment has the bank pay: there is none that pays nothing. */
export type Paid = Exclude<Payable, { readonly kind: 'none' }>;

/** What a consent has the bank pay, once a payment is submitted under it. */
export function payableOfConsent(
  { family, data }: Pick<Consent, 'family' | 'data'>,
  limits: SchemeLimits,
): Payable {
  return familyNamed(family).payableOf(data, 'consent', limits);
}

/** What a payment has the bank pay. */
export function payableOfPayment(
  { family, data }: Pick<Payment, 'family' | 'data'>,
  limits: SchemeLimits,
): Paid {
  const payable = familyNamed(family).payableOf(data, 'payment', limits);
  assert(payable.kind !== 'none', `a payment of ${family} says what is to be paid`);
  return payable;
}
