import type { Instant } from '../../shared/time.ts';

/**
 * The statuses of the standard and the moves between them, one table for each kind (rules, 5.1, 5.4
 * and 5.5). A status that is not a key of a table does not exist; a move that is not listed does
 * not happen.
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

/** Single payments that are made at once: domestic, international and variable recurring. */
export const PAYMENT_MOVES = {
  Pending: ['AcceptedSettlementInProcess', 'Rejected'],
  AcceptedSettlementInProcess: [
    'AcceptedSettlementCompleted',
    'AcceptedCreditSettlementCompleted',
    'Rejected',
  ],
  AcceptedSettlementCompleted: [],
  AcceptedCreditSettlementCompleted: [],
  Rejected: [],
} as const satisfies Moves;

/** Scheduled payments, standing orders and file payments. */
export const INITIATION_MOVES = {
  InitiationPending: ['InitiationCompleted', 'InitiationFailed'],
  InitiationCompleted: [],
  InitiationFailed: [],
} as const satisfies Moves;

/** As above, of what the customer can cancel: a standing order after its first payment, too. */
export const CANCELLABLE_MOVES = {
  InitiationPending: ['InitiationCompleted', 'InitiationFailed', 'Cancelled'],
  InitiationCompleted: ['Cancelled'],
  InitiationFailed: [],
  Cancelled: [],
} as const satisfies Moves;

/** The group status of a report (pacs.002, ExternalPaymentGroupStatus1Code). */
export const GROUP_MOVES = {
  RCVD: ['PDNG', 'ACWC', 'ACSP', 'RJCT'],
  PDNG: ['ACSP', 'RJCT'],
  ACWC: ['ACSP', 'RJCT'],
  ACSP: ['ACSC', 'PART', 'RJCT'],
  ACSC: [],
  PART: [],
  RJCT: [],
} as const satisfies Moves;

/** The bank's own: a payment that needs more than one approval (docs/decisions, 93). */
export const APPROVAL_MOVES = {
  waiting: ['approved', 'rejected', 'expired'],
  approved: [],
  rejected: [],
  expired: [],
} as const satisfies Moves;

/** The bank's own: a batch on its way through the books (docs/decisions, 83). */
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

/** The status of a payment whose report has that group status (rules, 5.5 and 6.23). */
export function initiationStatusOf(groupStatus: GroupStatus): InitiationStatus {
  return INITIATION_STATUSES[groupStatus];
}

/** Where an accepted payment ends: the debtor's side is settled, or the creditor has the money. */
export type CompletedStatus = Extract<
  PaymentStatus,
  'AcceptedSettlementCompleted' | 'AcceptedCreditSettlementCompleted'
>;

/** Statuses whose end each payment has by itself: `completed` is where an accepted one ends. */
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

/** Whether a table lists the move from one status to the other. */
export function mayMove<Table extends Moves>(
  table: Table,
  from: keyof Table,
  to: keyof Table,
): boolean {
  const moves: readonly PropertyKey[] = table[from] ?? [];
  return moves.includes(to);
}

/** The statuses of a table from which nothing moves any more. */
export function finalStatuses<Table extends Moves>(table: Table): readonly (keyof Table)[] {
  return Object.keys(table).filter((status) => table[status]?.length === 0);
}

/** The statuses from which a consent may come to that one. */
export function statusesBefore(to: ConsentStatus): readonly ConsentStatus[] {
  const statuses = Object.keys(CONSENT_MOVES) as ConsentStatus[];
  return statuses.filter((from) => mayMove(CONSENT_MOVES, from, to));
}

/** Whether a consent that expires then has expired. */
export function isOver(expiresAt: Instant | null, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}
