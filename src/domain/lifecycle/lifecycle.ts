import type { Instant } from '../../shared/time.ts';

/**
 * The allowed status changes of consents (rules, 5.1, 5.4 and 5.5). This file has one such table
 * for each kind of resource. The keys are all statuses, and each value lists the statuses that may
 * follow.
 */
export const CONSENT_MOVES = {
  AwaitingUpload: ['AwaitingAuthorisation', 'Rejected'],
  AwaitingAuthorisation: ['Authorised', 'Rejected', 'Revoked', 'Expired'],
  Authorised: ['Consumed', 'Rejected', 'Revoked', 'Expired'],
  Consumed: [],
  Rejected: [],
  Revoked: [],
  Expired: [],
} as const satisfies Moves;

/**
 * The allowed status changes of payments that are made at once: domestic, international and VRP
 * payments. A completed payment becomes Rejected if the creditor's bank returns it.
 */
export const PAYMENT_MOVES = {
  Pending: ['AcceptedSettlementInProcess', 'Rejected'],
  AcceptedSettlementInProcess: [
    'AcceptedSettlementCompleted',
    'AcceptedCreditSettlementCompleted',
    'Rejected',
  ],
  AcceptedSettlementCompleted: ['Rejected'],
  AcceptedCreditSettlementCompleted: ['Rejected'],
  Rejected: [],
} as const satisfies Moves;

/**
 * The allowed status changes of scheduled payments, standing orders and file payments. A completed
 * payment has failed if the creditors' banks return all of it.
 */
export const INITIATION_MOVES = {
  InitiationPending: ['InitiationCompleted', 'InitiationFailed'],
  InitiationCompleted: ['InitiationFailed'],
  InitiationFailed: [],
} as const satisfies Moves;

/**
 * The allowed status changes of the same payments if the customer can cancel them. A standing order
 * can still be cancelled after its first payment, so InitiationCompleted may become Cancelled.
 */
export const CANCELLABLE_MOVES = {
  InitiationPending: ['InitiationCompleted', 'InitiationFailed', 'Cancelled'],
  InitiationCompleted: ['InitiationFailed', 'Cancelled'],
  InitiationFailed: [],
  Cancelled: [],
} as const satisfies Moves;

/**
 * The allowed group status changes of a payment report (pacs.002, ExternalPaymentGroupStatus1Code).
 * ACSC and PART change only if credits are returned.
 */
export const GROUP_MOVES = {
  RCVD: ['PDNG', 'ACWC', 'ACSP', 'RJCT'],
  PDNG: ['ACSP', 'RJCT'],
  ACWC: ['ACSP', 'RJCT'],
  ACSP: ['ACSC', 'PART', 'RJCT'],
  ACSC: ['PART', 'RJCT'],
  PART: ['RJCT'],
  RJCT: [],
} as const satisfies Moves;

/**
 * The allowed state changes of a payment that requires several approvals. TPPs do not see these
 * states (docs/decisions, 93).
 */
export const APPROVAL_MOVES = {
  waiting: ['approved', 'rejected', 'expired'],
  approved: [],
  rejected: [],
  expired: [],
} as const satisfies Moves;

/**
 * The allowed state changes of a batch during execution. TPPs do not see these states
 * (docs/decisions, 83).
 */
export const BATCH_MOVES = {
  waiting: ['booked', 'failed'],
  booked: ['sent', 'failed'],
  sent: ['answered', 'failed'],
  answered: [],
  failed: [],
} as const satisfies Moves;

type Moves = Record<string, readonly string[]>;

export type ConsentStatus = keyof typeof CONSENT_MOVES;
export type PaymentStatus = keyof typeof PAYMENT_MOVES;
export type InitiationStatus = keyof typeof INITIATION_MOVES;
export type GroupStatus = keyof typeof GROUP_MOVES;
export type BatchState = keyof typeof BATCH_MOVES;
export type ApprovalStatus = keyof typeof APPROVAL_MOVES;

const INITIATION_STATUSES: Readonly<Record<GroupStatus, InitiationStatus>> = {
  RCVD: 'InitiationPending',
  PDNG: 'InitiationPending',
  ACWC: 'InitiationPending',
  ACSP: 'InitiationPending',
  ACSC: 'InitiationCompleted',
  PART: 'InitiationCompleted',
  RJCT: 'InitiationFailed',
};

/** Returns the status of a payment resource for a group status (rules, 5.5 and 6.23). */
export function initiationStatusOf(groupStatus: GroupStatus): InitiationStatus {
  return INITIATION_STATUSES[groupStatus];
}

/**
 * The status of a payment that was accepted. Either the debtor's side is settled, or the creditor
 * has received the money.
 */
export type CompletedStatus = Extract<
  PaymentStatus,
  'AcceptedSettlementCompleted' | 'AcceptedCreditSettlementCompleted'
>;

/**
 * Returns the status of a payment that is made at once. `completed` is the status that the scheme
 * reports for an accepted payment.
 */
export function paymentStatusOf(
  groupStatus: GroupStatus,
  completed: CompletedStatus,
): PaymentStatus {
  switch (groupStatus) {
    case 'RCVD':
    case 'PDNG':
    case 'ACWC':
      return 'Pending';
    case 'ACSP':
      return 'AcceptedSettlementInProcess';
    case 'ACSC':
    case 'PART':
      return completed;
    case 'RJCT':
      return 'Rejected';
  }
}

/** Returns true if a table allows a status change. */
export function mayMove<Table extends Moves>(
  table: Table,
  from: keyof Table,
  to: keyof Table,
): boolean {
  const moves: readonly PropertyKey[] = table[from] ?? [];
  return moves.includes(to);
}

/** Returns the statuses of a table from which no further change is allowed. */
export function finalStatuses<Table extends Moves>(table: Table): readonly (keyof Table)[] {
  return Object.keys(table).filter((status) => table[status]?.length === 0);
}

/** Returns the statuses from which a consent may change to the status `to`. */
export function statusesBefore(to: ConsentStatus): readonly ConsentStatus[] {
  const statuses = Object.keys(CONSENT_MOVES) as ConsentStatus[];
  return statuses.filter((from) => mayMove(CONSENT_MOVES, from, to));
}

/** Returns true if `expiresAt` has passed. An `expiresAt` of null never passes. */
export function isOver(expiresAt: Instant | null, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}
