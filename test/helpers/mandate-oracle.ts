/*
 * The rules of several approvals (rules, 5.15 to 5.20) once more, as plainly as one can write them,
 * and with nothing of the service's own code: what the properties hold the engine against.
 */

export interface Tier {
  readonly from: number;
  readonly approvals: number;
}

/** The two accounts that a scene may pay from. */
export type AccountName = 'main' | 'other';

export interface OracleUser {
  /** Of another company, which has no business here. */
  readonly isStranger: boolean;
  readonly mayUploadFiles: boolean;
  /** In pence; null: none. */
  readonly limit: number | null;
}

/** What the bank says of a company at a moment. */
export interface OracleBank {
  readonly mandates: Readonly<Record<AccountName, readonly Tier[]>>;
  readonly users: readonly OracleUser[];
  readonly companyLimit: number | null;
}

export interface OraclePayment {
  readonly isFile: boolean;
  /** What each account pays, in pence. */
  readonly shares: Partial<Record<AccountName, number>>;
  /** When it can be booked first; null: at once. */
  readonly dayBegins: number | null;
  /** The end of the day that is asked for; null: none is. */
  readonly dayEnds: number | null;
  /** When the time ends that the TPP allows; null: it does not say. */
  readonly completion: number | null;
  /** Whether the TPP wants an approval that one person gives alone. */
  readonly asksForSingle: boolean;
}

/** One user, by place among the bank's, does one thing. */
export interface Deed {
  readonly user: number;
  readonly does: 'approve' | 'reject' | 'cancel';
}

/** Where a submitted payment is. */
export interface OracleState {
  readonly required: number;
  readonly by: number;
  readonly stands: 'waiting' | 'released' | 'booked' | 'rejected' | 'expired' | 'cancelled';
  /** Who approved, by place, the first one with them. */
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

/** Whether a user may approve a payment that so many have to approve. */
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

/** Whether the first approval, in the TPP's journey, is taken. */
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
 * A payment as it is submitted; undefined where it is refused: its time is over, or others would
 * have to approve what one person was to approve alone.
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

/** What a deed comes to, and whether it is answered as done. */
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

/** Orders that are due are booked with their last approval; files wait for a step of their own. */
function released(state: OracleState, payment: OraclePayment, now: number): OracleState {
  const isDue = payment.dayBegins === null || now >= payment.dayBegins;
  return { ...state, stands: isDue && !payment.isFile ? 'booked' : 'released' };
}

/** Where it is once everybody has looked, and nothing is left to be done by then. */
export function settled(state: OracleState, payment: OraclePayment, now: number): OracleState {
  if (state.stands === 'released' && now >= (payment.dayBegins ?? -Infinity)) {
    return { ...state, stands: 'booked' };
  }
  return lookedAt(state, now);
}

/** Whoever looks at it when its time is over ends it. */
export function lookedAt(state: OracleState, now: number): OracleState {
  return state.stands === 'waiting' && now >= state.by ? { ...state, stands: 'expired' } : state;
}
