import type { PaymentInstruction } from '../../domain/execution/order.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import { familyNamed } from '../../families/index.ts';
import { assert } from '../../shared/assert.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';

/** What a payment has the bank pay: there is none that pays nothing. */
export type Paid = Exclude<PaymentInstruction, { readonly kind: 'none' }>;

/** What is remembered of consents, and of payments; the oldest is forgotten for a new one. */
const MAX_REMEMBERED = 4096;

/**
 * What consents and payments have the bank pay. It follows from the text that the TPP sent, which
 * never changes, and so it is read from that text once and remembered by the id.
 */
export class PaymentSource {
  readonly #limits: SchemeLimits;
  readonly #ofConsents = new Map<Consent['id'], PaymentInstruction>();
  readonly #ofPayments = new Map<Payment['id'], Paid>();

  constructor(limits: SchemeLimits) {
    this.#limits = limits;
  }

  /** What a consent has the bank pay, once a payment is submitted under it. */
  ofConsent({ id, family, data }: Pick<Consent, 'id' | 'family' | 'data'>): PaymentInstruction {
    const known = this.#ofConsents.get(id);
    if (known !== undefined) return known;
    const paymentInstruction = familyNamed(family).instructionOf(data, 'consent', this.#limits);
    evictOldest(this.#ofConsents, MAX_REMEMBERED);
    this.#ofConsents.set(id, paymentInstruction);
    return paymentInstruction;
  }

  /** What a payment has the bank pay. */
  ofPayment({ id, family, data }: Pick<Payment, 'id' | 'family' | 'data'>): Paid {
    const known = this.#ofPayments.get(id);
    if (known !== undefined) return known;
    const paymentInstruction = familyNamed(family).instructionOf(data, 'payment', this.#limits);
    assert(paymentInstruction.kind !== 'none', `a payment of ${family} says what is to be paid`);
    evictOldest(this.#ofPayments, MAX_REMEMBERED);
    this.#ofPayments.set(id, paymentInstruction);
    return paymentInstruction;
  }
}
