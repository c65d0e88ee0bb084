import { lastMomentOf } from '../../domain/calendar/last-days.ts';
import type { PaymentInstruction } from '../../domain/execution/order.ts';
import { largestCost, sharesOfFile, type Shares } from '../../domain/execution/shares.ts';
import { approveBy, type TimeAllowed } from '../../domain/lifecycle/payment-approvals.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import { approvalsRequired } from '../../domain/parties/mandates.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account, Consent, PaymentApproval } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { memberString } from '../../shared/json/json.ts';
import type { Pence } from '../../shared/money.ts';
import {
  addDays,
  londonInstant,
  parseInstant,
  type Instant,
  type LocalDate,
} from '../../shared/time.ts';
import type { EngineParts } from '../dependencies.ts';

type MandateParts = Pick<EngineParts, 'holidays' | 'paymentSource' | 'rates' | 'store'>;

/** What is to be paid, by a consent or a payment, and from where. */
export interface ToPay {
  readonly paymentInstruction: PaymentInstruction;
  readonly file: FileFacts | undefined;
  /** The account that is debited where the payments name none; null: they all name one. */
  readonly account: AccountNumber | null;
}

/** What each account pays: of an order its largest payment (rules, 5.15). */
export function sharesOf(
  { rates }: Pick<MandateParts, 'rates'>,
  { paymentInstruction, file, account }: ToPay,
  now: Instant,
): Shares {
  switch (paymentInstruction.kind) {
    case 'file':
      return sharesOfFile(expectDefined(file, 'the file of the consent'), account);
    case 'order': {
      const paid = expectDefined(account, 'the account that pays an order');
      return new Map([[paid, largestCost(paymentInstruction.order, rates, now)]]);
    }
    case 'none':
      return new Map();
  }
}

/** How many must approve what is paid from these accounts, by their mandates. */
export function requiredFor(shares: Shares, accounts: readonly Account[]): number {
  return approvalsRequired(
    accounts.map(({ number, mandate }) => ({ mandate, amountPence: shares.get(number) ?? 0 })),
  );
}

/** What all accounts pay together. */
export function totalOf(shares: Shares): Pence {
  return [...shares.values()].reduce((sum, pence) => sum + pence, 0);
}

/**
 * How many must approve a payment that is submitted at `now`, and until when; null where one
 * approval suffices (rules, 5.15 and 5.16). The mandate of an account that belongs to another
 * customer by now does not count: the account is not debited.
 */
export async function approvalNeeded(
  parts: MandateParts,
  { data, customerId }: Pick<Consent, 'data' | 'customerId'>,
  toPay: ToPay,
  now: Instant,
): Promise<Pick<PaymentApproval, 'required' | 'approveBy'> | null> {
  const shares = sharesOf(parts, toPay, now);
  const accounts = await Promise.all(
    [...shares.keys()].map(async (number) =>
      expectDefined(await parts.store.findAccount(number), `account ${number}`),
    ),
  );
  const owned = accounts.filter((account) => account.customerId === customerId);
  const required = requiredFor(shares, owned);
  if (required === 1) return null;
  const completionAt = completionOf(data);
  return { required, approveBy: approveBy({ completionAt, ...boundsOf(parts, toPay) }, now) };
}

/** The latest time for the last approval, where the TPP names one. */
function completionOf(data: string): Instant | null {
  const written = memberString(data, ['Authorisation', 'CompletionDateTime']);
  return (written === undefined ? undefined : parseInstant(written)) ?? null;
}

/** The bounds of what is asked for a day; what is asked for at once has none. */
function boundsOf(
  { holidays }: Pick<MandateParts, 'holidays'>,
  { paymentInstruction, file }: ToPay,
): Pick<TimeAllowed, 'lastMoments' | 'ends'> {
  if (paymentInstruction.kind === 'order') {
    const { order } = paymentInstruction;
    const first = order.nextPayment(null, holidays);
    const date = first?.date ?? null;
    if (first === null || date === null) return { lastMoments: [], ends: [] };
    // What goes on may be approved after its first day too.
    const isOnly = order.nextPayment(first, holidays) === null;
    const lastMoments = [lastMomentOf({ instrument: order.instrument, date }, holidays)];
    return { lastMoments, ends: isOnly ? [endOf(date)] : [] };
  }
  const days = (file?.groups ?? []).flatMap(({ instrument, date }) => {
    const day = date ?? file?.namedToday;
    return day === undefined ? [] : [{ instrument, date: day }];
  });
  return {
    lastMoments: days.map((day) => lastMomentOf(day, holidays)),
    ends: days.map(({ date }) => endOf(date)),
  };
}

function endOf(day: LocalDate): Instant {
  return londonInstant(addDays(day, 1));
}
