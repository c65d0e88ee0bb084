import { Violation } from '../story.ts';
import { creditKey, minorOf, type ExecutedCredit } from './audit-credits.ts';
import type { HubAccount, HubEntry } from './hub-account.ts';
import type { ServiceAccount, ServiceEntry } from './service-account.ts';
import type { ServiceBooks } from './service-books.ts';

interface Parts {
  readonly atHub: HubAccount;
  readonly atService: ServiceAccount;
  readonly credits: readonly ExecutedCredit[];
  readonly outcomes: ServiceBooks['outcomes'];
}

/**
 * Checks that the service counted each entry of the settlement account once, and that it finds no
 * difference that the hub did not cause by contradictory answers.
 */
export function auditAccount({ atHub, atService, ...sent }: Parts): void {
  auditSame(atHub.entries.map(hubEntry), atService.entries.map(serviceEntry), 'entry');
  auditSame(
    atHub.statements.map(({ currency, sequence, openingMinor, closingMinor }) =>
      [currency, sequence, openingMinor, closingMinor, 'no break'].join(' '),
    ),
    atService.statements.map(({ currency, sequence, openingMinor, closingMinor, break: found }) =>
      [currency, sequence, openingMinor, closingMinor, found ?? 'no break'].join(' '),
    ),
    'statement',
  );
  for (const { messageId, index, amountMinor, reportedMinor } of atService.returns) {
    if (amountMinor === reportedMinor) continue;
    const sums = `${String(amountMinor)} came back, ${String(reportedMinor)} are reported`;
    throw new Violation(`Return of credit ${String(index)} of ${messageId}: ${sums}.`);
  }
  auditMessages(atService, sent);
}

/** Checks that both sides have the same records, each once. */
function auditSame(hub: readonly string[], service: readonly string[], what: string): void {
  const left = new Set(hub);
  for (const one of service) {
    if (!left.delete(one)) throw new Violation(`The hub has no ${what} ${one}.`);
  }
  const [missing] = left;
  if (missing !== undefined) throw new Violation(`The service has no ${what} ${missing}.`);
}

function hubEntry(entry: HubEntry): string {
  const { number, direction, amountMinor, currency, credits } = entry;
  const isReturn = direction === 'CRDT';
  const message = isReturn ? messageOfReturn(entry) : (entry.messageId ?? entry.credit?.messageId);
  return textOf({
    ...{ reference: `HUB-ENTRY-${String(number)}`, account: `SETTLEMENT-${currency}` },
    ...{ direction, amountMinor, currency, messageId: message ?? null, transactions: credits },
    ...{ isReturn: isReturn ? 1 : 0, problem: null },
  });
}

/** The id of a credit begins with the id of its message. */
function messageOfReturn({ credit }: HubEntry): string | undefined {
  const id = credit?.instructionId ?? credit?.transactionId;
  return id?.slice(0, id.lastIndexOf('-'));
}

function serviceEntry(entry: ServiceEntry): string {
  return textOf(entry);
}

function textOf(entry: ServiceEntry): string {
  const { reference, account, direction, amountMinor, currency, messageId } = entry;
  return [
    ...[reference, account, direction, amountMinor, currency, messageId, entry.transactions],
    entry.isReturn === 1 ? 'return' : 'payment',
    entry.problem ?? 'no problem',
  ].join(' ');
}

/** Checks the sums of the messages, which show the differences. */
function auditMessages(
  { settled }: ServiceAccount,
  { credits, outcomes }: Pick<Parts, 'credits' | 'outcomes'>,
): void {
  const expected = new Map<string, { accepted: Sum; reported: Sum }>();
  for (const executed of credits) {
    const { message, credit } = executed;
    const sums = expected.get(message.id) ?? { accepted: new Sum(), reported: new Sum() };
    expected.set(message.id, sums);
    const isContradicted = credit.status === 'RJCT' && !outcomes.has(creditKey(executed));
    if (credit.status === 'ACSC') sums.reported.add(credit.amount);
    if (credit.status === 'ACSC' || isContradicted) sums.accepted.add(credit.amount);
  }
  for (const { id, accepted, acceptedMinor, reported, reportedMinor } of settled) {
    const found = `${textOfSum(accepted, acceptedMinor)}, ${textOfSum(reported, reportedMinor)}`;
    const sums = expected.get(id) ?? { accepted: new Sum(), reported: new Sum() };
    const wanted = `${String(sums.accepted)}, ${String(sums.reported)}`;
    if (found === wanted) continue;
    throw new Violation(`Message ${id}: accepted and reported ${found}, expected ${wanted}.`);
  }
}

const textOfSum = (credits: number, minor: number): string =>
  `${String(credits)} with ${String(minor)}`;

/** A number of credits and the sum of their amounts. */
class Sum {
  #credits = 0;
  #minor = 0;

  add(amount: string): void {
    this.#credits += 1;
    this.#minor += minorOf(amount);
  }

  toString(): string {
    return textOfSum(this.#credits, this.#minor);
  }
}
