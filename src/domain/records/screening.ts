import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';

/*
 * Payments that the bank's screening or an operator holds. Two operators, or the bank's own case
 * system, release or reject them (docs/decisions, 141 and 166).
 */

/** The reason why the screening holds or rejects a payment. */
export type ScreeningClass = 'fraud' | 'sanctions' | 'other';

/**
 * The facts that the customer may learn about a held payment: that it is checked and why, that it
 * is checked, or nothing. The TPP learns nothing.
 */
export type TellPayer = 'reasons' | 'delay' | 'nothing';

/** The reasons of the screening. Only operators see `reasons` and `bankCaseId`. */
export interface ScreeningReason {
  readonly class: ScreeningClass;
  /** Codes of the bank. */
  readonly reasons: readonly string[];
  /** Id of the case in the bank's own system. Null if there is none. */
  readonly bankCaseId: string | null;
  readonly tellPayer: TellPayer;
}

/**
 * A booking step that is held. It books a single payment or, in a file, several payments whose
 * decisions are not known yet.
 */
export interface NewCase extends Omit<ScreeningReason, 'class'> {
  /**
   * `unanswered`: the screening did not answer, and the settings hold such payments. `operator`: an
   * operator holds them, and `reasons` has the reason in words.
   */
  readonly class: ScreeningClass | 'unanswered' | 'operator';
  /** Id of the operator who holds the payment. Null if the screening holds it. */
  readonly heldBy: string | null;
  /** Id of the payment for the screening. Null if the step books several payments. */
  readonly screeningId: string | null;
  readonly payments: number;
  readonly totalPence: Pence;
  /** Time at which the payment is rejected if it is not decided. Null if there is no limit. */
  readonly endsAt: Instant | null;
}

export const CASE_DECISIONS = ['release', 'reject'] as const;

export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** Maximum number of cases of a payment that two operators decide together. */
export const MAX_CASES_TOGETHER = 10_000;

/** A decision about a case. */
export interface DecidedBy {
  readonly decision: CaseDecision;
  /** Id of an operator, or a name in the bank's case system. */
  readonly by: string;
  readonly at: Instant;
}

/** A decision that another person must confirm. */
export interface ProposedCaseDecision extends DecidedBy {
  /** The reason in words. Null if it was proposed in the bank's case system. */
  readonly reason: string | null;
}

/** A stored case. */
export interface ScreeningCase extends NewCase {
  readonly id: number;
  readonly paymentId: string;
  readonly batch: number;
  /** Index of the first payment of the step, as in `Work`. */
  readonly cursor: number;
  readonly openedAt: Instant;
  /** A decision that another person must confirm. Null if there is none. */
  readonly proposed: ProposedCaseDecision | null;
  /** Null while the payment is held. */
  readonly decided: DecidedBy | null;
}

/** The result of an operator's decision. Only `proposed` and `decided` change anything. */
export type CaseDecisionResult =
  | 'proposed'
  | 'decided'
  /** There is no case with this number. */
  | 'unknown'
  /** It was decided before, or its payment was cancelled. */
  | 'ended'
  /** The operator who proposed the decision cannot confirm it. */
  | 'sameOperator'
  /** There is a proposal although the operator expected none, or none although one was expected. */
  | 'changed';

/** The result of a withdrawal. Only `done` changes anything. */
export type CaseWithdrawal = 'done' | 'unknown' | 'ended' | 'changed';

/** A decision that was made in the bank's own case system. */
export interface OutsideDecision {
  readonly screeningId: string;
  readonly decision: CaseDecision;
  /** The people who decided: one or two. */
  readonly by: readonly string[];
}

/** Numbers about the open cases, for metrics. */
export interface CaseCounts {
  readonly open: number;
  /** The earliest time at which a payment will be rejected. Null if there is no such time. */
  readonly nextEndsAt: Instant | null;
}

/**
 * The payments that an operator can hold: not booked and not held. None if the payment has ended or
 * waits for approvals.
 */
export interface Holdable {
  readonly payments: number;
  readonly totalPence: Pence;
  /** Number of the open cases of the payment. */
  readonly openCases: number;
}

/** The result of an operator's request to hold a payment. Only `held` changes anything. */
export type HoldResult =
  | {
      readonly kind: 'held';
      /** The new cases, one for each booking step. */
      readonly cases: readonly ScreeningCase[];
      /** Number of booking steps that were not held: begun, parked, or with a case. */
      readonly others: number;
    }
  | {
      readonly kind:
        /** There is no payment with this id. */
        | 'unknown'
        /** No step books the payment: it was booked, has ended, or waits for approvals. */
        | 'noBooking'
        /** Each booking step is held, or two people have decided about it. */
        | 'heldBefore'
        /** A booking step is parked. Operators abandon it or retry it. */
        | 'parked'
        /** The booking has begun: some payments of each step are debited. */
        | 'begun';
    };
