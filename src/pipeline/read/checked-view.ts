import type { FilePayment } from '../../domain/payment.ts';
import type { PaymentView } from '../types.ts';

/** Shows a payment that was parsed and checked. */
export class CheckedView implements PaymentView {
  readonly start: number;
  readonly #payment: FilePayment;

  constructor(payment: FilePayment, start: number) {
    this.#payment = payment;
    this.start = start;
  }

  get index() {
    return this.#payment.index;
  }

  get instrument() {
    return this.#payment.instrument;
  }

  get date() {
    return this.#payment.date;
  }

  get amountPence() {
    return this.#payment.amountPence;
  }

  get debtor() {
    return this.#payment.debtor;
  }

  get creditor() {
    return this.#payment.creditor;
  }

  get creditorName() {
    return this.#payment.creditorName;
  }

  get instructionIdentification() {
    return this.#payment.instructionIdentification;
  }

  get endToEndIdentification() {
    return this.#payment.endToEndIdentification;
  }

  get reference() {
    return this.#payment.reference;
  }

  get unstructured() {
    return this.#payment.unstructured;
  }

  toPayment(): FilePayment {
    return this.#payment;
  }
}
