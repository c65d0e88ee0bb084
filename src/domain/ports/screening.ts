import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { PayeeAnswer } from '../parties/payee-check.ts';
import type { PayeeNews } from '../parties/payees.ts';
import type { Approval } from '../records/records.ts';
import type { OutsideDecision, ScreeningReason } from '../records/screening.ts';
import type { Money } from '../schemes/messages.ts';
import type { Instrument } from '../schemes/schemes.ts';

/** A payment about which the screening decides before it is booked. */
export interface ScreenedPayment {
  /** The same payment always has the same id, so that the screening can repeat its decision. */
  readonly id: string;
  readonly instrument: Instrument;
  readonly amount: Money;
  readonly debtorAccount: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  /** ISO 3166-1 alpha-2. */
  readonly creditorCountry: string;
  readonly reference: string;
  readonly requestedDate: LocalDate | null;
  /** The result of the name check that the customer saw. Null if the name was not checked. */
  readonly payeeAnswer: PayeeAnswer['outcome'] | null;
  /** The difference from the payees whom the customer has paid before. Null if there is none. */
  readonly payeeNews: PayeeNews | null;
}

/** The submissions of a customer in the last 24 hours, without the screened one. */
export interface Velocity {
  readonly submissions: number;
  readonly totalPence: Pence;
}

/** The facts about the submission of the payments. */
export interface ScreeningContext {
  readonly paymentId: string;
  readonly family: string;
  readonly clientId: string;
  /** Organisation of the TPP. Null if its client no longer exists. */
  readonly organisationId: string | null;
  readonly customerId: string;
  /** Time at which the payment was allowed to be executed, or its later day. */
  readonly receivedAt: Instant;
  readonly approvals: readonly Pick<Approval, 'userId' | 'at' | 'factor' | 'address'>[];
  /** The `Risk` object of the request, as the TPP sent it. Null if there is none. */
  readonly risk: unknown;
  readonly velocity: Velocity;
}

export type ScreeningDecision =
  { readonly kind: 'accept' } | ({ readonly kind: 'hold' | 'reject' } & ScreeningReason);

/** Decisions in the bank's case system, and the position in its feed after them. */
export interface OutsideDecisions {
  readonly decisions: readonly OutsideDecision[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** Maximum number of payments in a request to the screening. */
export const MAX_SCREENED = 1000;

/** The bank's screening for fraud and sanctions. */
export interface Screening {
  /**
   * Returns a decision for each payment, in their order.
   *
   * @throws ScreeningUnavailable if it does not answer in time
   */
  screen(
    context: ScreeningContext,
    payments: readonly ScreenedPayment[],
  ): Promise<readonly ScreeningDecision[]>;
  /**
   * Returns decisions about held payments after a position in the feed. Null: from the start.
   *
   * @throws ScreeningUnavailable if it does not answer
   */
  decisionsAfter(cursor: string | null): Promise<OutsideDecisions>;
}

/** The screening gave no usable answer. The message is for operators. */
export class ScreeningUnavailable extends Error {
  override readonly name = 'ScreeningUnavailable';
}

/** The possible fates of payments about which the screening does not answer. */
export type UnansweredAction = 'wait' | 'hold' | 'accept';

/** The bank's screening, with the settings for payments that it does not answer. */
export interface BankScreening extends Screening {
  /** @param family payment type, for example `domestic-payments` */
  whenUnanswered(family: string): UnansweredAction;
}
