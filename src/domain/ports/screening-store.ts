import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { Work } from '../records/records.ts';
import type {
  CaseCounts,
  CaseDecision,
  CaseDecisionResult,
  CaseWithdrawal,
  Holdable,
  HoldResult,
  NewCase,
  OutsideDecision,
  ScreeningCase,
} from '../records/screening.ts';
import type { PaidPayee } from './booking.ts';
import type { Velocity } from './screening.ts';

/** Name of the setting with the position in the feed of the bank's case system. */
export const CASES_CURSOR = 'screening.cursor';

/** An operator's decision about a case. */
export interface OperatorDecision {
  readonly id: number;
  readonly decision: CaseDecision;
  /** The reason in words. It is stored in the audit log. */
  readonly reason: string;
  /**
   * The decision must be a proposal (false), or the confirmation of a proposal (true). Undefined if
   * it can be either.
   */
  readonly isConfirmation?: boolean;
}

/** Stores the payments that the bank's screening or an operator holds. */
export interface ScreeningStore {
  /**
   * Returns the case of a step, also if it is decided. If two people have rejected a batch that an
   * operator held, this is the case of all its steps.
   */
  findCase(step: Pick<Work, 'paymentId' | 'batch' | 'cursor'>): Promise<ScreeningCase | undefined>;
  /**
   * Opens a case, unless the step has one, and defers the step to its limit. Does nothing if the
   * case is decided, or if the step does not exist any more. The case replaces that of an operator
   * whose hold was released.
   */
  openCase(work: Work, opened: NewCase, now: Instant): Promise<void>;
  /**
   * Holds those booking steps of a payment that have not begun and have no case. Each gets a case
   * without a limit. A run of a step that is under way has no effect, so a payment is either held
   * or booked.
   *
   * @param reason the reason in words. Only operators see it
   */
  holdPayment(paymentId: string, reason: string, act: Act): Promise<HoldResult>;
  /** Counts the payments of the batches that wait for booking, and the open cases. */
  holdableOf(paymentId: string): Promise<Holdable>;
  /** Returns open cases, those that end first at the front. */
  listCases(limit: number): Promise<readonly ScreeningCase[]>;
  /** Returns the open cases of payments. */
  casesOf(paymentIds: readonly string[]): Promise<readonly ScreeningCase[]>;
  /**
   * Stores the decision of an operator. The first operator proposes it and another one confirms it.
   * A different decision replaces the proposal. The step of a decided case becomes due at once.
   */
  decideCase(decided: OperatorDecision, act: Act): Promise<CaseDecisionResult>;
  /** Withdraws a proposed decision. The payment stays held. Every operator may withdraw it. */
  withdrawCase(id: number, act: Act): Promise<CaseWithdrawal>;
  /** Rejects a held payment at its limit, unless it is decided. Returns the decision. */
  endCase(id: number, act: Act): Promise<CaseDecision>;
  /**
   * Stores decisions of the bank's case system, and the position in its feed. Returns how many
   * cases are decided now. A decision about a payment that has no case yet is kept until its step
   * ends. Decisions about other payments and decided cases have no effect.
   */
  takeOutsideDecisions(
    decisions: readonly OutsideDecision[],
    cursor: string,
    act: Act,
  ): Promise<number>;
  countCases(): Promise<CaseCounts>;
  /**
   * Returns true if a step has a case of the screening and has not been performed, also if the case
   * is decided.
   */
  hasHeldSteps(): Promise<boolean>;
  /**
   * Returns those payees with one of these names whom the customer has paid before. Names are in
   * the form of `comparableName`.
   */
  paidPayees(customerId: string, names: readonly string[]): Promise<readonly PaidPayee[]>;
  /** Remembers payees of a customer whose payments were debited. */
  rememberPayees(customerId: string, payees: readonly PaidPayee[]): Promise<void>;
  /** Counts the newest submissions of a customer since a time, at most 1,000, without one. */
  velocityOf(customerId: string, since: Instant, without: string): Promise<Velocity>;
}
