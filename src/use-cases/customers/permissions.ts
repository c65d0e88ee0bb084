import { expired } from '../../domain/lifecycle/consent-moves.ts';
import type { Permission } from '../../domain/ports/customer-store.ts';
import type { User } from '../../domain/records/records.ts';
import type { RunningLimit } from '../../families/common/family.ts';
import type { Review } from '../../families/common/review.ts';
import type { HeldAccount } from '../../families/common/view.ts';
import { familyNamed } from '../../families/index.ts';
import type { Pence } from '../../shared/money.ts';
import { londonDate, type Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { describeConsent } from '../consents/consent-summary.ts';

type Parts = Pick<UseCaseParts, 'store' | 'holidays' | 'settings'>;

/** A limit per period, and the amount already paid in the current period. */
export interface SpentLimit extends RunningLimit {
  readonly spentPence: Pence;
}

/** A consent to recurring payments that a customer gave, in its current state. */
export interface PermissionView extends Permission {
  /** The terms, in the words that the customer agreed to. */
  readonly review: Review;
  /** The debtor account, with the customer as its holder. Null if no account was chosen yet. */
  readonly account: HeldAccount | null;
  /** True if payments can still be made under this consent. */
  readonly isRunning: boolean;
  /** The limits and the amounts used. Empty if no more payments can be made. */
  readonly limits: readonly SpentLimit[];
}

/**
 * Lists the consents to recurring payments that users of the customer gave, newest first (rules,
 * 14.12).
 */
export async function listPermissions(
  parts: Parts,
  user: Pick<User, 'customerId' | 'customerName'>,
  now: Instant,
): Promise<readonly PermissionView[]> {
  const found = await parts.store.permissionsOf(user.customerId);
  return Promise.all(found.map((permission) => viewOf(parts, permission, user, now)));
}

/**
 * Returns one consent to recurring payments. Undefined if it does not exist or belongs to another
 * customer.
 */
export async function findPermission(
  parts: Parts,
  consentId: string,
  user: Pick<User, 'customerId' | 'customerName'>,
  now: Instant,
): Promise<PermissionView | undefined> {
  const found = await parts.store.findPermission(consentId, user.customerId);
  return found && viewOf(parts, found, user, now);
}

async function viewOf(
  parts: Parts,
  { consent: stored, grantedBy }: Permission,
  { customerName }: Pick<User, 'customerName'>,
  now: Instant,
): Promise<PermissionView> {
  const { store } = parts;
  const consent = expired(stored, now) ?? stored;
  const isRunning = consent.status === 'Authorised';
  const { debtorAccount, family, id } = consent;
  const limits = isRunning ? familyNamed(family).limitsOn(consent, londonDate(now)) : [];
  const [review, spent] = await Promise.all([
    describeConsent(parts, consent, now, consent.createdAt),
    store.spentIn(id, limits),
  ]);
  return {
    ...{ consent, grantedBy, review, isRunning },
    account: debtorAccount === null ? null : { number: debtorAccount, holderName: customerName },
    limits: limits.map((limit, index) => ({ ...limit, spentPence: spent[index] ?? 0 })),
  };
}
