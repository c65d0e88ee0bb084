import type { Statement } from 'better-sqlite3';
import type { Database } from '../database.ts';
import type { RecallBehaviour } from '../outcomes.ts';

/** Ids of a credit in a message. Null if the message does not contain them. */
export interface CreditIds {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  readonly uetr: string | null;
}

/** Ids and amount with which a recall names its credit. */
export interface RecalledIds extends CreditIds {
  readonly messageId: string;
  /** Currency and amount, for example `GBP 10.50`. Null if the recall contains none. */
  readonly amount: string | null;
}

/** A recall as the hub has decided it. */
export interface StoredRecall extends RecalledIds {
  /** Number of the camt.056 among the messages. */
  readonly message: number;
  readonly caseId: string | null;
  /** ISO code of the refusal. Null for any other decision. */
  readonly code: string | null;
  /** The credit that comes back. Null for any other decision. */
  readonly creditMessage: number | null;
  readonly position: number | null;
}

/** A credit that a recall may name. */
export interface RecallableCredit extends CreditIds {
  readonly message: number;
  readonly position: number;
  readonly status: 'ACSC' | 'RJCT';
  readonly amountMinor: number;
  readonly currency: string;
  readonly returnReason: string | null;
  readonly recallBehaviour: RecallBehaviour;
}

/** Reason of a return that answers a recall: following a cancellation request. */
export const RECALLED = 'FOCR';

/** The recalls of credits, and the credits that come back because of them. */
export class RecallBooks {
  readonly #find: Statement;
  readonly #add: Statement;
  readonly #get: Statement;
  readonly #bringBack: Statement;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT credit.message, position, instruction_id AS instructionId,
         end_to_end_id AS endToEndId, transaction_id AS transactionId, uetr, status,
         amount_minor AS amountMinor, currency, return_reason AS returnReason,
         recall_behaviour AS recallBehaviour
       FROM credit JOIN message ON message.number = credit.message
       WHERE message.id = @messageId
         AND (instruction_id = @instructionId OR transaction_id = @transactionId)
       LIMIT 1`,
    );
    this.#add = database.prepare(
      `INSERT INTO recall VALUES (@message, @caseId, @messageId, @instructionId, @endToEndId,
         @transactionId, @uetr, @amount, @code, @creditMessage, @position)`,
    );
    this.#get = database.prepare(
      `SELECT message, case_id AS caseId, message_id AS messageId,
         instruction_id AS instructionId, end_to_end_id AS endToEndId,
         transaction_id AS transactionId, uetr, amount, code, credit_message AS creditMessage,
         position
       FROM recall WHERE message = ?`,
    );
    this.#bringBack = database.prepare(
      `UPDATE credit SET return_reason = '${RECALLED}', is_recalled = 1
       WHERE message = ? AND position = ?`,
    );
  }

  /** Returns the credit that a recall names by InstrId or TxId. */
  findCredit(ids: RecalledIds): RecallableCredit | undefined {
    return this.#find.get(ids) as RecallableCredit | undefined;
  }

  /** Stores a recall. Its credit comes back, if it names one. */
  add(recall: StoredRecall): void {
    this.#add.run(recall);
    const { creditMessage, position } = recall;
    if (creditMessage !== null) this.#bringBack.run(creditMessage, position);
  }

  get(message: number): StoredRecall | undefined {
    return this.#get.get(message) as StoredRecall | undefined;
  }
}
