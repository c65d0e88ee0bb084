import type { PayeeAnswer, PayeeQuestion } from '../parties/payee-check.ts';
import type { Milliseconds } from '../../shared/time.ts';

/** Confirmation of Payee: compares the names of payees with the names of their accounts. */
export interface PayeeConfirmation {
  /**
   * Returns an answer for each question, in their order.
   *
   * @param deadlineMs longest time that the customer waits for the answers, in milliseconds
   * @throws PayeeCheckFailed if the answers do not arrive in time or cannot be used
   */
  confirm(
    questions: readonly PayeeQuestion[],
    deadlineMs: Milliseconds,
  ): Promise<readonly PayeeAnswer[]>;
}

/** No name could be checked. The message is for operators. */
export class PayeeCheckFailed extends Error {
  override readonly name = 'PayeeCheckFailed';
  readonly reason: 'timedOut' | 'notReachable';

  constructor(reason: PayeeCheckFailed['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
