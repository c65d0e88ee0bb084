import {
  MAX_CORE_REQUESTS,
  type ConsentHistory,
  type HistoryMessage,
  type HistorySubject,
  type OpenHistory,
  type PaymentHistory,
} from '../../../domain/ports/history-store.ts';
import type { Batch, Payment } from '../../../domain/records/records.ts';
import { leftOutOf } from '../../../domain/schemes/messages.ts';
import type { DbCommand } from '../engine.ts';
import { withAmount, withTotal } from '../hand-over/message-rows.ts';
import type { Recalls } from '../hand-over/recalls.ts';
import type { CoreRequests } from '../ledger/core-requests.ts';
import type { Batches } from '../payments/batches.ts';
import type { Decisions } from '../payments/consent-decisions.ts';
import { proposalOf } from '../operators/action-statements.ts';
import { paymentOf } from '../payments/payments.ts';
import { caseOf } from '../screening/case-statements.ts';
import {
  SQL,
  type DocumentColumns,
  type EventRow,
  type MessageRow,
  type RowsOf,
} from './history-statements.ts';

/** A number that is greater than every batch and every index: the largest 32-bit integer. */
const MAX_NUMBER = 2_147_483_647;

interface Parts {
  readonly batches: Batches;
  readonly recalls: Recalls;
  readonly decisions: Decisions;
  readonly coreRequests: CoreRequests;
}

/** Reads the history of payments for operators. */
export class History {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *ofPayment(subject: HistorySubject, limit: number): DbCommand<PaymentHistory> {
    const rows = rowsOf(subject, limit);
    const sql = SQL;
    const common = yield* sql.commonDebits.all(rows);
    const transfers = [...common, ...(yield* sql.transfers.all(rows))];
    const found = (yield* sql.messages.all(rows)).filter((row) => contains(row, subject));
    const messages = JSON.stringify(found.map(({ id }) => id));
    const credits = { messages, first: rows.first, last: rows.last, limit };
    const requests = yield* this.#parts.coreRequests.open(MAX_CORE_REQUESTS + 1);
    const coreRequests = requests
      .slice(0, MAX_CORE_REQUESTS)
      .filter(({ operations }) =>
        operations.some(({ id }) => id.includes(`${subject.paymentId}.`)),
      );
    return {
      ...{ coreRequests, isCoreComplete: requests.length <= MAX_CORE_REQUESTS },
      batches: yield* this.#batchesOf(subject, limit),
      recalls: yield* this.#parts.recalls.list(recallsOf(subject), limit),
      outcomes: yield* sql.outcomes.all(rows),
      transfers: transfers.slice(0, limit),
      cases: (yield* sql.cases.all(rows)).map(caseOf),
      steps: yield* sql.steps.all(rows),
      messages: found.map(messageOf),
      answers: (yield* sql.answers.all(rows)).map(withDocument),
      returns: (yield* sql.returns.all(credits)).map((row) => withDocument(withAmount(row))),
      enquiries: yield* sql.enquiries.all(credits),
      proposals: (yield* sql.proposals.all(rows)).map(proposalOf),
      entries: (yield* sql.entries.all(credits)).map(withAmount),
      problems: yield* sql.problems.all(credits),
      open: yield* this.#openOf(subject, rows),
    };
  }

  *#openOf(subject: HistorySubject, rows: RowsOf): DbCommand<OpenHistory> {
    const sql = SQL;
    const found = [...(yield* sql.unanswered.all(rows)), ...(yield* sql.pending.all(rows))];
    const messages = new Map(
      found.filter((row) => contains(row, subject)).map((row) => [row.id, messageOf(row)]),
    );
    return {
      messages: [...messages.values()].slice(0, rows.limit),
      proposals: (yield* sql.openProposals.all(rows)).map(proposalOf),
      problems: yield* sql.openProblems.all(rows),
    };
  }

  *#batchesOf({ paymentId, credit }: HistorySubject, limit: number): DbCommand<readonly Batch[]> {
    const { batches } = this.#parts;
    if (credit === null) return yield* batches.newest(paymentId, limit);
    const batch = yield* batches.find(paymentId, credit.batch);
    return batch === undefined ? [] : [batch];
  }

  *ofConsent(
    consentId: string,
    paymentId: string | null,
    limit: number,
  ): DbCommand<ConsentHistory> {
    const found: EventRow[] = [];
    // With all ids in one statement, PostgreSQL would read the events of all resources in order.
    for (const id of [consentId, ...(paymentId === null ? [] : [paymentId])]) {
      found.push(...(yield* SQL.events.all(id, limit)));
    }
    const newest = found.sort((one, other) => other.sequence - one.sequence);
    const approvals = yield* this.#parts.decisions.of(consentId);
    return { approvals, events: newest.slice(0, limit) };
  }

  *paymentsUnder(consentId: string, limit: number): DbCommand<readonly Payment[]> {
    return (yield* SQL.paymentsUnder.all(consentId, limit)).map(paymentOf);
  }
}

function recallsOf({ paymentId, credit }: HistorySubject) {
  return credit === null
    ? ({ by: 'payment', id: paymentId } as const)
    : ({ by: 'credit', paymentId, index: credit.index } as const);
}

function rowsOf({ paymentId, credit }: HistorySubject, limit: number): RowsOf {
  const [firstBatch, lastBatch] = credit === null ? [0, MAX_NUMBER] : [credit.batch, credit.batch];
  const [first, last] = credit === null ? [0, MAX_NUMBER] : [credit.index, credit.index];
  return { paymentId, firstBatch, lastBatch, first, last, limit };
}

/** Returns false if a message leaves the credit out, although it is in its range. */
function contains(row: MessageRow, { credit }: HistorySubject): boolean {
  return credit === null || !leftOutOf(row).includes(credit.index);
}

function messageOf(row: MessageRow): HistoryMessage {
  const { id, batch, instrument, createdAt, transactions, total } = withTotal(row);
  const { handedOverAt, attempts, tryAt, problem, refusedAt, enquireAt } = row;
  const { open, pending, accepted, rejected } = row;
  return {
    id,
    batch,
    instrument,
    createdAt,
    transactions,
    total,
    handedOverAt,
    attempts,
    tryAt,
    problem,
    refusedAt,
    enquireAt,
    credits: { open, pending, accepted, rejected },
  };
}

/** Returns a row with its document, or null if two operators decided. */
function withDocument<Row extends DocumentColumns>({ sha256, name, exchange, ...row }: Row) {
  const { receivedAt } = row;
  const isKnown = sha256 !== null && name !== null && exchange !== null && receivedAt !== null;
  return { ...row, document: isKnown ? { sha256, name, exchange, receivedAt } : null };
}
