import type { MessageCredit, MessageHeader } from '../../domain/schemes/messages.ts';
import { assert } from '../../shared/assert.ts';
import type { MinorUnits } from '../../shared/money.ts';

/** Counts and adds up the credits of a message, and compares them with its header. */
export class MessageTotals {
  #transactions = 0;
  #total: MinorUnits = 0;
  #lastIndex = -1;
  readonly #header: MessageHeader;

  constructor(header: MessageHeader) {
    this.#header = header;
  }

  /**
   * Adds a credit. Throws a Bug if its amount is not positive or has another currency. Indexes of
   * payments must ascend, so that no payment is in a message twice.
   */
  add({ amount, payment }: MessageCredit): void {
    const { minor, currency } = amount;
    const { index } = payment;
    const expected = this.#header.total.currency;
    assert(Number.isSafeInteger(minor) && minor > 0, `payment ${String(index)}: bad amount`);
    assert(currency === expected, `payment ${String(index)}: ${currency} instead of ${expected}`);
    assert(
      index > this.#lastIndex,
      `payment ${String(index)} comes after payment ${String(this.#lastIndex)}`,
    );
    this.#lastIndex = index;
    this.#transactions += 1;
    this.#total += minor;
  }

  /**
   * Throws a Bug if the credits differ from the number and the total of the header. Writers call it
   * before the end of the message, so that a message with a wrong sum is never complete.
   */
  assertComplete(): void {
    const { id, transactions, total } = this.#header;
    assert(
      this.#transactions === transactions && this.#total === total.minor,
      `message ${id} has ${String(this.#transactions)} credits of ${String(this.#total)} in total instead of ` +
        `${String(transactions)} of ${String(total.minor)}`,
    );
  }
}
