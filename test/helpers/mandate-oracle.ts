/**
 * Independent model of the rules for payments that need several approvals (rules, 5.15 to 5.20). It
 * shares no code with the service, so that property tests can compare the use cases with it.
 */

export interface Tier {
  readonly from: number;
  readonly approvals: number;
}

/** The two debtor accounts of a generated scenario. */
export type AccountName = 'main' | 'other';

export interface OracleUser {
  /** True if the user belongs to another company and has no rights at this one. */
  readonly isStranger: boolean;
  readonly mayUploadFiles: boolean;
  /** The user's approval limit in pence. Null means no limit. */
  readonly limit: number | null;
}

/** The bank's approval settings for a company at one time. */
export interface OracleBank {
  readonly mandates: Readonly<Record<AccountName, readonly Tier[]>>;
  readonly users: readonly OracleUser[];
  readonly companyLimit: number | null;
}

export interface OraclePayment {
  readonly isFile: boolean;
  /** The amount to debit from each account, in pence. */
  readonly shares: Partial<Record<AccountName, number>>;
  /** Earliest time of booking. Null means that the payment may be booked at once. */
  readonly dayBegins: number | null;
  /** End of the requested execution day. Null if no day is requested. */
  readonly dayEnds: number | null;
  /** The TPP's deadline for all approvals. Null if the TPP sets none. */
  readonly completion: number | null;
  /** True if the TPP requires a single approver. */
  readonly asksForSingle: boolean;
}

/** An action of one user. `user` is an index into the list of the bank's users. */
export interface Deed {
  readonly user: number;
  readonly does: 'approve' | 'reject' | 'cancel';
}

/** The state of a submitted payment. */
export interface OracleState {
  readonly required: number;
  readonly by: number;
  readonly stands: 'waiting' | 'released' | 'booked' | 'rejected' | 'expired' | 'cancelled';
  /** Indexes of all users who have approved, including the first approver. */
  readonly approvers: readonly number[];
}

const DAYS_30 = 30 * 24 * 60 * 60 * 1000;

function neededFor({ shares }: OraclePayment, { mandates }: OracleBank): number {
  let needed = 1;
  for (const name of ['main', 'other'] as const) {
    const paid = shares[name];
    if (paid === undefined) continue;
    let highest: Tier | undefined;
    for (const tier of mandates[name]) {
      if (paid >= tier.from && (highest === undefined || tier.from > highest.from)) highest = tier;
    }
    if (highest !== undefined && highest.approvals > needed) needed = highest.approvals;
  }
  return needed;
}

/** Returns true if a user may approve a payment that needs this number of approvals. */
function mayApprove(
  payment: OraclePayment,
  bank: OracleBank,
  who: number,
  { needed, now }: { readonly needed: number; readonly now: number },
): boolean {
  const user = bank.users[who];
  if (user === undefined || user.isStranger) return false;
  if (payment.isFile && !user.mayUploadFiles) return false;
  if (payment.dayEnds !== null && now >= payment.dayEnds) return false;
  if (payment.completion !== null && now >= payment.completion) return false;
  if (!payment.isFile && needed === 1) return true;
  const total = (payment.shares.main ?? 0) + (payment.shares.other ?? 0);
  return [user.limit, bank.companyLimit].every((limit) => limit === null || total <= limit);
}

/**
 * Returns true if the bank accepts the first approval, which is given when the consent is
 * authorised.
 */
export function firstIsTaken(
  payment: OraclePayment,
  bank: OracleBank,
  who: number,
  now: number,
): boolean {
  const needed = neededFor(payment, bank);
  if (payment.asksForSingle && needed > 1) return false;
  return mayApprove(payment, bank, who, { needed, now });
}

/**
 * Returns the state of a payment after its submission. Returns undefined if the bank refuses the
 * submission, because its deadline has passed or because it needs more approvals than the single
 * one that the TPP requires.
 */
export function submitted(
  payment: OraclePayment,
  bank: OracleBank,
  first: number,
  now: number,
): OracleState | undefined {
  const required = neededFor(payment, bank);
  const named = Math.min(payment.completion ?? now + DAYS_30, now + 3 * DAYS_30);
  const by = Math.min(named, payment.dayEnds ?? Infinity);
  const approvers = [first];
  if (required === 1) return released({ required, by, stands: 'waiting', approvers }, payment, now);
  return by <= now || payment.asksForSingle
    ? undefined
    : { required, by, stands: 'waiting', approvers };
}

/** Returns the state after a user's action, and whether the bank accepts that action. */
export function after(
  state: OracleState,
  { user: who, does }: Deed,
  payment: OraclePayment,
  bank: OracleBank,
  now: number,
): { readonly state: OracleState; readonly isDone: boolean } {
  const refused = { state, isDone: false };
  const user = bank.users[who];
  if (user === undefined || user.isStranger) return refused;
  if (does === 'cancel') {
    if (payment.isFile && !user.mayUploadFiles) return refused;
    if (state.stands !== 'waiting' && state.stands !== 'released') return refused;
    return { state: { ...state, stands: 'cancelled' }, isDone: true };
  }
  if (state.stands !== 'waiting' || state.approvers.includes(who)) return refused;
  if (does === 'reject') return { state: { ...state, stands: 'rejected' }, isDone: true };
  if (!mayApprove(payment, bank, who, { needed: state.required, now })) return refused;
  const approvers = [...state.approvers, who];
  const counted = { ...state, approvers };
  const isLast = approvers.length === state.required;
  return { state: isLast ? released(counted, payment, now) : counted, isDone: true };
}

/**
 * Returns the state after the last approval. An order that is due is booked at once. A file is
 * booked by a later step.
 */
function released(state: OracleState, payment: OraclePayment, now: number): OracleState {
  const isDue = payment.dayBegins === null || now >= payment.dayBegins;
  return { ...state, stands: isDue && !payment.isFile ? 'booked' : 'released' };
}

/** Returns the state after the bank has processed all deadlines and all due bookings. */
export function settled(state: OracleState, payment: OraclePayment, now: number): OracleState {
  if (state.stands === 'released' && now >= (payment.dayBegins ?? -Infinity)) {
    return { ...state, stands: 'booked' };
  }
  return lookedAt(state, now);
}

/**
 * Returns the state after the payment is read. Reading it expires it if its deadline has passed.
 */
export function lookedAt(state: OracleState, now: number): OracleState {
  return state.stands === 'waiting' && now >= state.by ? { ...state, stands: 'expired' } : state;
}
