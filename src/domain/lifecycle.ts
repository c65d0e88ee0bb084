/**
 * The statuses of the standard and the moves between them, one table for each kind (rules, 5).
 * A status that is not a key of a table does not exist; a move that is not listed does not happen.
 */
export const CONSENT_MOVES = {
  AwaitingUpload: ['AwaitingAuthorisation', 'Rejected'],
  AwaitingAuthorisation: ['Authorised', 'Rejected'],
  Authorised: ['Consumed'],
  Consumed: [],
  Rejected: [],
} as const satisfies Moves;

/** Scheduled payments, standing orders and file payments. */
export const INITIATION_MOVES = {
  InitiationPending: ['InitiationCompleted', 'InitiationFailed'],
  InitiationCompleted: [],
  InitiationFailed: [],
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

type Moves = Record<string, readonly string[]>;

export type ConsentStatus = keyof typeof CONSENT_MOVES;
export type InitiationStatus = keyof typeof INITIATION_MOVES;
export type GroupStatus = keyof typeof GROUP_MOVES;

const INITIATION_STATUSES: Readonly<Record<GroupStatus, InitiationStatus>> = {
  RCVD: 'InitiationPending',
  PDNG: 'InitiationPending',
  ACWC: 'InitiationPending',
  ACSP: 'InitiationPending',
  ACSC: 'InitiationCompleted',
  PART: 'InitiationCompleted',
  RJCT: 'InitiationFailed',
};

/** The status of a payment whose report has that group status (rules, 5 and 6). */
export function initiationStatusOf(groupStatus: GroupStatus): InitiationStatus {
  return INITIATION_STATUSES[groupStatus];
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
