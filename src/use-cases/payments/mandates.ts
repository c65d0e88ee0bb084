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
import type { UseCaseParts } from '../dependencies.ts';

type MandateParts = Pick<UseCaseParts, 'holidays' | 'paymentSource' | 'rates' | 'store'>;

/** A payment instruction, with its file and its debtor account. */
export interface ToPay {
  readonly paymentInstruction: PaymentInstruction;
  readonly file: FileFacts | undefined;
  /**
   * The account that is debited for payments that name no debtor account. Null if all payments name
   * one.
   */
  readonly account: AccountNumber | null;
}

/**
 * Returns the amount debited from each account, in pence. For an order, returns the cost of its
 * largest payment (rules, 5.15).
 */
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

/** Returns the number of approvals that the mandates of the accounts require. */
export function requiredFor(shares: Shares, accounts: readonly Account[]): number {
  return approvalsRequired(
    accounts.map(({ number, mandate }) => ({ mandate, amountPence: shares.get(number) ?? 0 })),
  );
}

/** Returns the sum over all accounts, in pence. */
export function totalOf(shares: Shares): Pence {
  return [...shares.values()].reduce((sum, pence) => sum + pence, 0);
}

/**
 * Returns how many approvals a payment needs if it is submitted at `now`, and their deadline.
 * Returns null if one approval is enough (rules, 5.15 and 5.16). If an account now belongs to
 * another customer, its mandate is ignored, because the account is not debited.
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

/**
 * Returns the CompletionDateTime that the TPP sent as deadline for the last approval. Null if it
 * sent none.
 */
function completionOf(data: string): Instant | null {
  const written = memberString(data, ['Authorisation', 'CompletionDateTime']);
  return (written === undefined ? undefined : parseInstant(written)) ?? null;
}

/**
 * Returns the deadlines for approvals that follow from the execution dates. An order without a date
 * has none.
 */
function boundsOf(
  { holidays }: Pick<MandateParts, 'holidays'>,
  { paymentInstruction, file }: ToPay,
): Pick<TimeAllowed, 'lastMoments' | 'ends'> {
  if (paymentInstruction.kind === 'order') {
    const { order } = paymentInstruction;
    const first = order.nextPayment(null, holidays);
    const date = first?.date ?? null;
    if (first === null || date === null) return { lastMoments: [], ends: [] };
    // An order with several payments can still be approved after the day of its first payment.
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
