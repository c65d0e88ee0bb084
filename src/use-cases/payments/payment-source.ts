import type { PaymentInstruction } from '../../domain/execution/order.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import { familyNamed } from '../../families/index.ts';
import { assert } from '../../shared/assert.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';

/**
 * The payment instruction of a submitted payment. Unlike the instruction of a consent, it always
 * names a payment to execute.
 */
export type SubmittedInstruction = Exclude<PaymentInstruction, { readonly kind: 'none' }>;

/**
 * Maximum number of cached instructions, separately for consents and for payments. A new
 * instruction evicts the oldest one.
 */
const MAX_CACHED = 4096;

/**
 * Reads the payment instructions of consents and payments from the text that the TPP sent. They are
 * cached by id, because that text never changes.
 */
export class PaymentSource {
  readonly #limits: SchemeLimits;
  readonly #ofConsents = new Map<Consent['id'], PaymentInstruction>();
  readonly #ofPayments = new Map<Payment['id'], SubmittedInstruction>();

  constructor(limits: SchemeLimits) {
    this.#limits = limits;
  }

  /** Returns the payment instruction that a consent contains. */
  ofConsent({ id, family, data }: Pick<Consent, 'id' | 'family' | 'data'>): PaymentInstruction {
    const cached = this.#ofConsents.get(id);
    if (cached !== undefined) return cached;
    const paymentInstruction = familyNamed(family).instructionOf(data, 'consent', this.#limits);
    evictOldest(this.#ofConsents, MAX_CACHED);
    this.#ofConsents.set(id, paymentInstruction);
    return paymentInstruction;
  }

  ofPayment({ id, family, data }: Pick<Payment, 'id' | 'family' | 'data'>): SubmittedInstruction {
    const cached = this.#ofPayments.get(id);
    if (cached !== undefined) return cached;
    const paymentInstruction = familyNamed(family).instructionOf(data, 'payment', this.#limits);
    assert(paymentInstruction.kind !== 'none', `a payment of ${family} says what is to be paid`);
    evictOldest(this.#ofPayments, MAX_CACHED);
    this.#ofPayments.set(id, paymentInstruction);
    return paymentInstruction;
  }
}
