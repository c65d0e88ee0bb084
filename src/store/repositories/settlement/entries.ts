import type { Delivery } from '../../../domain/schemes/hand-over.ts';
import type {
  EntryProblem,
  MatchedEntry,
  MatchedReport,
  TakenReport,
} from '../../../domain/schemes/reconciliation.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';
import type { Deliveries } from '../hand-over/deliveries.ts';
import type { Messages } from '../hand-over/messages.ts';
import type { Problems } from '../hand-over/problems.ts';
import type { Payments } from '../payments/payments.ts';
import type { Statements } from './statements.ts';

const LOCK = rowLock('settlement_exchange', 'name');

interface Parts {
  readonly payments: Payments;
  readonly messages: Messages;
  readonly deliveries: Deliveries;
  readonly problems: Problems;
  readonly statements: Statements;
}

type Source = Pick<Delivery, 'sha256' | 'exchange'> & { readonly now: Instant };

/** The entries of the bank's settlement accounts, matched with the credits that they settle. */
export class Entries {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *take(
    { sha256, exchange }: Pick<Delivery, 'sha256' | 'exchange'>,
    report: MatchedReport,
    now: Instant,
  ): DbCommand<TakenReport | null> {
    const { deliveries, payments, messages, statements } = this.#parts;
    if (!(yield* deliveries.advance(sha256, report))) return null;
    // Documents are read at the same time, and several of them may report the same entry.
    yield* SQL.addExchange.run(exchange);
    yield* LOCK.acquire([exchange]);
    yield* SQL.setInstruments.write(sha256, exchange);
    const named = report.entries.flatMap(({ messageId }) => messageId ?? []);
    const sent = yield* messages.find([...new Set(named)]);
    // Answers and returns lock the payments too, so they see these entries, or these see them.
    yield* payments.lock([...new Set(sent.map(({ paymentId }) => paymentId))].sort());
    let added = 0;
    let unexpected = 0;
    for (const entry of report.entries) {
      const result = yield* this.#takeEntry(entry, { sha256, exchange, now });
      added += result.isNew ? 1 : 0;
      unexpected += result.isExpected ? 0 : 1;
    }
    for (const [place, statement] of report.statements.entries()) {
      yield* statements.add(statement, { sha256, exchange, now, place });
    }
    return { added, unexpected };
  }

  /**
   * Removes the problem from the entries about a returned credit, because its return was delivered.
   * They then count.
   */
  *adoptReturn({ messageId, index }: CreditName): DbCommand<void> {
    yield* SQL.adopt.write(messageId, index);
    yield* SQL.sumReturn.write({ messageId, index });
  }

  *#takeEntry(
    entry: MatchedEntry,
    { sha256, exchange, now }: Source,
  ): DbCommand<{ readonly isNew: boolean; readonly isExpected: boolean }> {
    const { account, servicerReference: reference, direction } = entry;
    const isReversal = Number(entry.isReversal);
    const known = yield* SQL.find.get(exchange, account, reference, direction, isReversal);
    if (known !== undefined) {
      return { isNew: false, isExpected: yield* this.#takeAgain(entry, known, sha256) };
    }
    const problem = entry.problem ?? (yield* this.#problemOf(entry));
    const { amount, messageId, index, transactions, position, bookingDate, valueDate } = entry;
    const isNew = yield* SQL.add.run({
      sha256,
      position,
      exchange,
      account,
      reference,
      direction,
      isReversal,
      isReturn: Number(entry.isReturn),
      amount: amount.minor,
      currency: amount.currency,
      bookingDate,
      valueDate,
      messageId,
      index,
      transactions,
      problem,
      now,
    });
    if (isNew === 1 && problem === null) yield* this.#count(entry);
    return { isNew: isNew === 1, isExpected: problem === null };
  }

  /**
   * Compares an entry that was reported before with the stored one. An entry counts once, even if
   * only one of the documents names the credit that it settles. Returns false if it contradicts the
   * earlier one.
   */
  *#takeAgain(entry: MatchedEntry, known: KnownEntry, sha256: string): DbCommand<boolean> {
    const { amount, position, messageId, index, transactions } = entry;
    if (amount.minor !== known.amount || amount.currency !== known.currency) {
      const facts = JSON.stringify(entry);
      const changed = { position, problem: 'entryChanged', messageId, index, facts } as const;
      yield* this.#parts.problems.addAnswers(sha256, [changed]);
      return false;
    }
    if (known.problem !== 'unknown' || entry.problem !== null) return true;
    const problem = yield* this.#problemOf(entry);
    yield* SQL.name.write({ messageId, index, transactions, problem, id: known.id });
    if (problem === null) yield* this.#count(entry);
    return true;
  }

  /**
   * Returns the problem of an entry that is found by comparison with the stored answers and
   * entries.
   */
  *#problemOf({
    messageId,
    index,
    isReturn,
    isReversal,
  }: MatchedEntry): DbCommand<EntryProblem | null> {
    const id = expectDefined(messageId ?? undefined, 'the message of an entry');
    if (index === null) return null;
    if (isReturn) return (yield* SQL.findReturn.get(id, index)) ? null : 'noReturn';
    if (isReversal) return null;
    const settled = (yield* SQL.countSettled.get(id, index))?.entries ?? 0;
    // The reversal of this entry was reported first.
    if (settled < 0) return null;
    if ((yield* SQL.findRejected.get(id, index)) !== undefined) return 'rejected';
    return settled > 0 ? 'twice' : null;
  }

  *#count(entry: MatchedEntry): DbCommand<void> {
    const { messageId, index, amount, transactions, isReturn, isReversal } = entry;
    const sign = isReversal ? -1 : 1;
    const minor = sign * amount.minor;
    const id = expectDefined(messageId ?? undefined, 'the message of an entry');
    if (!isReturn) yield* SQL.countMessage.write(sign * transactions, minor, id);
    else if (index !== null) yield* SQL.sumReturn.write({ messageId: id, index });
    if (isReversal && !isReturn && index !== null) yield* this.#endByReversal(entry, id, index);
  }

  /**
   * Removes the problem (`twice`, `rejected`) from an open entry about the credit of a reversal, so
   * that it counts. The reversal cancels either this entry, or the earlier one that has counted in
   * its place.
   */
  *#endByReversal(reversal: MatchedEntry, messageId: string, index: number): DbCommand<void> {
    if ((yield* this.#problemOf({ ...reversal, isReversal: false })) !== null) return;
    const open = yield* SQL.findOpen.get(messageId, index);
    if (open === undefined) return;
    const { id, amount } = open;
    yield* SQL.name.write({ messageId, index, transactions: 1, problem: null, id });
    yield* SQL.countMessage.write(1, amount, messageId);
  }
}

interface KnownEntry {
  readonly id: number;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly problem: EntryProblem | null;
}

interface EntryRow {
  readonly sha256: string;
  readonly position: number;
  readonly exchange: string;
  readonly account: string;
  readonly reference: string;
  readonly direction: string;
  readonly isReversal: number;
  readonly isReturn: number;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  readonly messageId: string | null;
  readonly index: number | null;
  readonly transactions: number;
  readonly problem: EntryProblem | null;
  readonly now: Instant;
}

type NameRow = Pick<EntryRow, 'messageId' | 'index' | 'transactions' | 'problem'> & {
  readonly id: number;
};

/** SQL condition: the entries about a single credit that count. */
const OF_CREDIT = `settlement_entry.message_id = @messageId AND payment_index = @index
  AND problem IS NULL`;

const SQL = {
  addExchange: sql<[string]>(`
    INSERT INTO settlement_exchange (name) VALUES (?) ON CONFLICT (name) DO NOTHING`),
  setInstruments: sql<[string, string]>(`
    UPDATE settlement_exchange
    SET instruments = (SELECT instruments FROM scheme_delivery
      WHERE scheme_delivery.sha256 = ?)
    WHERE name = ?`),
  find: sql<[string, string, string, string, number], KnownEntry>(`
    SELECT id, amount_minor AS amount, currency, problem FROM settlement_entry
    WHERE exchange = ? AND account = ? AND reference = ? AND direction = ? AND is_reversal = ?`),
  add: sql<EntryRow>(`
    INSERT INTO settlement_entry
      (delivery, position, exchange, account, reference, direction, is_reversal, is_return,
       amount_minor, currency, booking_date, value_date, message_id, payment_index, transactions,
       problem, received_at)
    VALUES (@sha256, @position, @exchange, @account, @reference, @direction, @isReversal,
      @isReturn, @amount, @currency, @bookingDate, @valueDate, @messageId, @index, @transactions,
      @problem, @now)
    ON CONFLICT (exchange, account, reference, direction, is_reversal) DO NOTHING`),
  name: sql<NameRow>(`
    UPDATE settlement_entry SET message_id = @messageId, payment_index = @index,
      transactions = @transactions, problem = @problem, resolved_at = NULL WHERE id = @id`),
  adopt: sql<[string, number]>(`
    UPDATE settlement_entry SET problem = NULL
    WHERE message_id = ? AND payment_index = ? AND is_return = 1 AND problem = 'noReturn'`),
  findReturn: sql<[string, number], { index: number }>(`
    SELECT payment_index AS "index" FROM scheme_return
    WHERE message_id = ? AND payment_index = ?`),
  // Without the messages of single payments, whose numbers show this.
  findRejected: sql<[string, number], { answer: string }>(`
    SELECT answer FROM scheme_message
      JOIN scheme_answer ON scheme_answer.payment_id = scheme_message.payment_id
        AND scheme_answer.batch = scheme_message.batch
    WHERE scheme_message.id = ? AND scheme_answer.payment_index = ? AND answer = 'rejected'
      AND transactions > 1`),
  countSettled: sql<[string, number], { entries: number }>(`
    SELECT CAST(COALESCE(SUM(CASE is_reversal WHEN 1 THEN -1 ELSE 1 END), 0) AS BIGINT) AS entries
    FROM settlement_entry
    WHERE message_id = ? AND payment_index = ? AND is_return = 0 AND problem IS NULL`),
  findOpen: sql<[string, number], Pick<KnownEntry, 'id' | 'amount'>>(`
    SELECT id, amount_minor AS amount FROM settlement_entry
    WHERE message_id = ? AND payment_index = ? AND is_return = 0 AND is_reversal = 0
      AND problem IN ('twice', 'rejected') AND resolved_at IS NULL ORDER BY id LIMIT 1`),
  countMessage: sql<[number, MinorUnits, string]>(`
    UPDATE scheme_message SET reported = reported + CAST(? AS BIGINT),
      reported_minor = reported_minor + CAST(? AS BIGINT) WHERE id = ?`),
  sumReturn: sql<CreditName>(`
    UPDATE scheme_return SET reported_minor = (
      SELECT CAST(COALESCE(SUM(CASE is_reversal WHEN 1 THEN -settlement_entry.amount_minor
        ELSE settlement_entry.amount_minor END), 0) AS BIGINT)
      FROM settlement_entry WHERE ${OF_CREDIT} AND is_return = 1)
    WHERE message_id = @messageId AND payment_index = @index`),
};
