import { Violation } from '../story.ts';
import { creditKey, minorOf, type ExecutedCredit } from './audit-credits.ts';
import type { HubReport } from './hub-account.ts';
import type { HubDocument } from './hub-books.ts';
import { keyOf, type ServiceBooks } from './service-books.ts';

/** The counts of an audit, for the progress of the campaign. */
export interface OutcomeCounts {
  readonly credits: number;
  readonly rejected: number;
  readonly returned: number;
  /** Returns that were set aside for an operator. */
  readonly setAside: number;
  /** Credits that the hub reported as accepted before it rejected them. */
  readonly acceptedFirst: number;
}

interface Parts {
  readonly credits: readonly ExecutedCredit[];
  readonly documents: readonly HubDocument[];
  readonly books: ServiceBooks;
}

/**
 * Checks that the hub and the service agree about each credit, that each debtor got back the money
 * of a rejected or returned credit once, and that the settlement accounts contain the difference.
 */
export function auditOutcomes(parts: Parts): OutcomeCounts {
  const counts = { credits: 0, rejected: 0, returned: 0, setAside: 0, acceptedFirst: 0 };
  const settled = new Map<string, number>();
  const answers = new Answers(parts);
  for (const executed of parts.credits) {
    const ending = endingOf(executed, parts.books, answers);
    counts.credits += 1;
    if (ending !== 'paid') counts[ending] += 1;
    const { instrument, currency } = executed.message;
    const isSettled = ending !== 'rejected' && ending !== 'returned';
    if (currency !== 'GBP') continue;
    const pence = isSettled ? minorOf(executed.credit.amount) : 0;
    settled.set(instrument, (settled.get(instrument) ?? 0) + pence);
  }
  for (const [instrument, pence] of settled) {
    const inBooks = parts.books.settledPence.get(instrument) ?? 0;
    if (inBooks === pence) continue;
    const difference = `${String(inBooks)} pence, but the hub executed ${String(pence)}`;
    throw new Violation(`The settlement account of ${instrument} has ${difference}.`);
  }
  return counts;
}

/** The end of a credit in the books. It throws a Violation if the hub does not agree. */
type Ending = 'paid' | 'rejected' | 'returned' | 'setAside' | 'acceptedFirst';

function endingOf(executed: ExecutedCredit, books: ServiceBooks, answers: Answers): Ending {
  const { message, index, credit } = executed;
  const outcome = books.outcomes.get(creditKey(executed));
  const inBooks = outcome === undefined ? 'paid' : `${outcome.status} ${outcome.reason}`;
  const refunds = refundsOf(executed, books);
  const fail = (): never => {
    const { status, reason, returnReason } = credit;
    const atHub = [status, reason, returnReason].filter((one) => one !== null).join(' ');
    const back = `${String(refunds.rejected.length)}, ${String(refunds.returned.length)}`;
    const where = `Credit ${String(index)} of ${executed.paymentId} in ${message.id}`;
    throw new Violation(`${where} is ${inBooks} (refunds: ${back}) and ${atHub} at the hub.`);
  };
  const expectRefunds = (rejected: number, returned: number): void => {
    const { length: once } = refunds.rejected;
    if (once !== rejected || refunds.returned.length !== returned) fail();
    if (message.currency !== 'GBP') return;
    const isWhole = [...refunds.rejected, ...refunds.returned].every(
      (pence) => pence === minorOf(credit.amount),
    );
    if (!isWhole) fail();
  };
  if (credit.status === 'RJCT') {
    if (inBooks === 'paid') {
      expectRefunds(0, 0);
      if (!answers.isAcceptedFirst(executed)) fail();
      return 'acceptedFirst';
    }
    const isWholeRejected = inBooks === 'Rejected NARR' && answers.hasNoReasons(executed);
    if (inBooks !== `Rejected ${credit.reason ?? ''}` && !isWholeRejected) fail();
    expectRefunds(1, 0);
    answers.expectUnusable(executed);
    return 'rejected';
  }
  const problem = books.returns.get(keyOf(message.id, index));
  if (credit.returnReason === null) {
    if (inBooks !== 'paid' || problem !== undefined) fail();
    expectRefunds(0, 0);
    return 'paid';
  }
  if (problem === undefined) fail();
  if (problem !== null) {
    // Only an operator can decide about a debtor's account that is closed or has a new owner.
    if (inBooks !== 'paid' || problem !== 'notOwned') fail();
    expectRefunds(0, 0);
    return 'setAside';
  }
  if (inBooks !== `Returned ${credit.returnReason}`) fail();
  expectRefunds(0, 1);
  return 'returned';
}

function refundsOf({ paymentId, index }: ExecutedCredit, { refunds }: ServiceBooks) {
  return {
    rejected: refunds.get(keyOf('returned-credit', paymentId, index)) ?? [],
    returned: refunds.get(keyOf('late-return', paymentId, index)) ?? [],
  };
}

/** The documents that answer whole messages, or accept credits that the hub rejected. */
class Answers {
  readonly #documents = new Map<string, HubDocument[]>();
  readonly #withoutReasons = new Set<string>();
  readonly #unusable: ReadonlySet<string>;

  constructor({ documents, books }: Parts) {
    for (const document of documents) {
      const { kind, messageId } = document;
      // Reports of Bacs contain no ISO codes of rejections.
      if (kind === 'group answer' || kind === 'input report') this.#withoutReasons.add(messageId);
      if (document.kind !== 'contradiction') continue;
      const known = this.#documents.get(document.messageId) ?? [];
      this.#documents.set(document.messageId, [...known, document]);
    }
    this.#unusable = new Set(
      books.unusable.flatMap(({ delivery, problem, messageId, index }) => {
        const credit = keyOf(problem, messageId ?? '', index ?? 'all');
        return [credit, keyOf(delivery, credit)];
      }),
    );
  }

  /** Returns true if a document without reasons answered the whole message. */
  hasNoReasons({ message }: ExecutedCredit): boolean {
    return this.#withoutReasons.has(message.id);
  }

  /** Returns true if the bank got the contradiction first and set the rejection aside. */
  isAcceptedFirst({ message, index }: ExecutedCredit): boolean {
    if (!this.#documents.has(message.id)) return false;
    return [index, 'all'].some((one) =>
      this.#unusable.has(keyOf('rejectedAfterAcceptance', message.id, one)),
    );
  }

  /** Throws a Violation unless each later acceptance of a rejected credit was set aside. */
  expectUnusable({ message, index }: ExecutedCredit): void {
    for (const { sha256, file } of this.#documents.get(message.id) ?? []) {
      const key = keyOf(sha256, 'acceptedAfterRejection', message.id, index);
      if (this.#unusable.has(key)) continue;
      const where = `${file} accepts credit ${String(index)} of ${message.id}`;
      throw new Violation(`${where} after its rejection, and was not set aside.`);
    }
  }
}

const MALFORMED: ReadonlySet<string> = new Set(['malformed', 'malformed report']);
const UNKNOWN: ReadonlySet<string> = new Set(['unknown', 'unknown record']);

/** Checks that the service took each document of the hub, and set malformed ones aside. */
export function auditDocuments(
  { documents, books }: Omit<Parts, 'credits'>,
  reports: readonly HubReport[] = [],
): void {
  const unusable = new Set(books.unusable.map(({ delivery }) => delivery));
  const unknown = new Set(books.deliveries.keys());
  for (const { kind, file, sha256 } of documents) {
    const delivery = books.deliveries.get(sha256);
    if (delivery === undefined) throw new Violation(`The service never stored ${file} (${kind}).`);
    unknown.delete(sha256);
    const { state, code } = delivery;
    const isRight = MALFORMED.has(kind)
      ? state === 'set-aside' && code !== 'idReused'
      : state === 'taken';
    if (!isRight) throw new Violation(`${file} (${kind}) is ${state}: ${code ?? 'no code'}.`);
    if (UNKNOWN.has(kind) && !unusable.has(sha256)) {
      throw new Violation(`The answer in ${file} to an unknown credit was not set aside.`);
    }
  }
  for (const { kind, file, sha256 } of reports) {
    const stored = sha256.flatMap((one) => books.deliveries.get(one) ?? []);
    if (stored.length === 0) throw new Violation(`The service never stored ${file} (${kind}).`);
    const problem = stored.find(({ state }) => state !== 'taken');
    if (problem !== undefined) {
      const { state, code } = problem;
      throw new Violation(`${file} (${kind}) is ${state}: ${code ?? 'no code'}.`);
    }
    for (const one of sha256) unknown.delete(one);
    const hash = sha256.find((one) => unusable.has(one));
    if (hash !== undefined) throw new Violation(`Entries of ${file} (${kind}) were set aside.`);
  }
  const [other] = unknown;
  if (other !== undefined) throw new Violation(`The hub never delivered document ${other}.`);
}
