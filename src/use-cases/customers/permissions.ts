import { expired } from '../../domain/lifecycle/consent-moves.ts';
import type { Permission } from '../../domain/ports/customer-store.ts';
import { formatPounds } from '../../domain/messages/format.ts';
import type { Consent, User } from '../../domain/records/records.ts';
import { lowerOf, restrictionsOf } from '../../domain/records/restrictions.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
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

/** A limit that was agreed with the consent, and the limit that the customer has set below it. */
export interface AgreedLimit {
  /** The agreed limit in words. */
  readonly text: string;
  readonly agreedPence: Pence;
  /** The limit that applies now. */
  readonly pence: Pence;
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
  /** True while the customer has paused it. */
  readonly isPaused: boolean;
  /** The maximum of one payment. Null if the consent sets none. */
  readonly maximum: AgreedLimit | null;
  /** The limits that the customer can lower, in the order of `limits`. */
  readonly agreedLimits: readonly AgreedLimit[];
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
  const limitsOf = (terms: Consent) => familyNamed(family).limitsOn(terms, londonDate(now));
  const limits = isRunning ? limitsOf(consent) : [];
  const agreed = isRunning ? limitsOf({ ...consent, restrictions: null }) : [];
  const [review, spent] = await Promise.all([
    describeConsent(parts, consent, now, consent.createdAt),
    store.spentIn(id, limits),
  ]);
  return {
    consent,
    grantedBy,
    review,
    isRunning,
    account: debtorAccount === null ? null : { number: debtorAccount, holderName: customerName },
    limits: limits.map((limit, index) => ({ ...limit, spentPence: spent[index] ?? 0 })),
    isPaused: restrictionsOf(consent).isPaused,
    maximum: maximumOf(consent, parts.settings),
    agreedLimits: agreed.map(({ text, maximumPence }, index) => ({
      text,
      agreedPence: maximumPence,
      pence: limits[index]?.maximumPence ?? maximumPence,
    })),
  };
}

/** Returns the maximum of one payment under a consent. Null if the consent sets none. */
function maximumOf(consent: Consent, limits: SchemeLimits): AgreedLimit | null {
  const { family, data } = consent;
  const instruction = familyNamed(family).instructionOf(data, 'consent', limits);
  const agreedPence = instruction.kind === 'none' ? instruction.maxPence : null;
  if (agreedPence === null) return null;
  const pence = lowerOf(agreedPence, restrictionsOf(consent).maximumPence);
  return { text: `${formatPounds(agreedPence)} each`, agreedPence, pence };
}
