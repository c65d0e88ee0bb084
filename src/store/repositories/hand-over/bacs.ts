import type { ListedAdvice } from '../../../domain/ports/hub-admin-store.ts';
import type { ActionFacts } from '../../../domain/records/action-proposals.ts';
import type { BacsOutcome } from '../../../domain/schemes/bacs-reports.ts';
import type { BacsAdvice, SentSubmission } from '../../../domain/schemes/hand-over.ts';
import type { Instant, LocalDate } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import {
  contentOf,
  IS_SENT,
  SENT,
  withTotal,
  type ContentRow,
  type SentRow,
} from './message-rows.ts';

/** The Bacs submissions that reports are compared with, and the stored items of reports. */
export class Bacs {
  *submissions(
    processingDay: LocalDate,
    after: string,
    limit: number,
  ): DbCommand<readonly SentSubmission[]> {
    const rows = yield* SQL.submissions.all(processingDay, after, limit);
    return rows.map(({ content, sha256, bytes, ...message }) => ({
      ...withTotal(message),
      content: contentOf({ content, sha256, bytes }),
    }));
  }

  readonly endedCredits = (messageId: string, indexes: readonly number[]) =>
    SQL.ended.all({ messageId, indexes: JSON.stringify(indexes) });

  *awaitedReturns(messageId: string, indexes: readonly number[]): DbCommand<readonly number[]> {
    const credits = { messageId, indexes: JSON.stringify(indexes) };
    // Read before the returns, because a confirmation turns a proposal into a return.
    const proposed = (yield* SQL.proposed.all(credits)).filter(({ facts }) => {
      return (JSON.parse(facts) as ActionFacts)['Outcome'] === 'returned';
    });
    return [...(yield* SQL.decided.all(credits)), ...proposed.map(({ index }) => index)];
  }

  *addAdvices(delivery: string, advices: readonly BacsAdvice[], now: Instant): DbCommand<void> {
    for (const { record, outcome, ...advice } of advices) {
      yield* SQL.addAdvice.write({ ...advice, ...record, kind: outcome, delivery, now });
    }
  }

  readonly listAdvices = (limit: number) => SQL.advices.all(limit);
}

type SubmissionRow = Omit<SentSubmission, 'content' | 'total'> & ContentRow & SentRow;

type AdviceColumns = Omit<BacsAdvice, 'record' | 'outcome'> &
  BacsAdvice['record'] & { readonly kind: BacsOutcome };

type AdviceRow = AdviceColumns &
  Pick<ListedAdvice, 'receivedAt' | 'paymentId'> & {
    readonly sha256: string;
    readonly documentName: string;
  };

function adviceOf(row: AdviceRow): ListedAdvice {
  const { destination, originator, pence, reference, name, processingDay, ...others } = row;
  const { kind: outcome, sha256, documentName, ...advice } = others;
  return {
    ...advice,
    outcome,
    record: { destination, originator, pence, reference, name, processingDay },
    document: { sha256, name: documentName },
  };
}

/** Credits of a message. `indexes`: JSON list. */
interface CreditsOf {
  readonly messageId: string;
  readonly indexes: string;
}

const SQL = {
  submissions: sql<[string, string, number], SubmissionRow>(`
    SELECT ${SENT}, scheme_message.created_at AS createdAt, handed_over_at AS handedOverAt,
      content, sha256, bytes
    FROM scheme_message
      JOIN batch ON batch.payment_id = scheme_message.payment_id
        AND batch.number = scheme_message.batch
    WHERE scheme_message.instrument = 'BACS' AND settlement_date = ? AND id > ?
      AND (handed_over_at IS NOT NULL OR ${IS_SENT})
    ORDER BY id LIMIT ?`),
  ended: sql<CreditsOf, number>(`
    SELECT payment_index AS "index" FROM scheme_return
  WHERE message_id = @messageId
    AND payment_index IN (SELECT CAST(value AS BIGINT) FROM json_each(@indexes))
  UNION
  SELECT payment_index FROM scheme_message
    JOIN scheme_answer ON scheme_answer.payment_id = scheme_message.payment_id
      AND scheme_answer.batch = scheme_message.batch
  WHERE scheme_message.id = @messageId AND answer = 'rejected'
    AND payment_index IN (SELECT CAST(value AS BIGINT) FROM json_each(@indexes))
  UNION
  SELECT CAST(value AS BIGINT) FROM json_each(@indexes)
  WHERE EXISTS (
    SELECT 1 FROM scheme_message WHERE id = @messageId AND rest = 'rejected')`).pluck(),
  // Returns that two operators decided, and for which no record came yet.
  decided: sql<CreditsOf, number>(`
    SELECT payment_index AS "index" FROM scheme_return
    WHERE message_id = @messageId
      AND payment_index IN (SELECT CAST(value AS BIGINT) FROM json_each(@indexes))
      AND delivery IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM scheme_advice
        WHERE scheme_advice.message_id = scheme_return.message_id
          AND scheme_advice.payment_index = scheme_return.payment_index
          AND kind = 'returned')`).pluck(),
  // Open proposals about credits that did not come back.
  proposed: sql<CreditsOf, { index: number; facts: string }>(`
    SELECT payment_index AS "index", facts FROM operator_proposal
    WHERE action = 'decideOutcome' AND ended_at IS NULL
      AND subject IN (SELECT @messageId || '-' || value FROM json_each(@indexes))
      AND NOT EXISTS (
        SELECT 1 FROM scheme_return
        WHERE message_id = @messageId
          AND scheme_return.payment_index = operator_proposal.payment_index)`),
  addAdvice: sql<AdviceColumns & { delivery: string; now: Instant }>(`
    INSERT INTO scheme_advice
      (delivery, position, kind, code, description, destination, originator, amount_minor,
       reference, name, processing_day, new_account, message_id, payment_index, received_at)
    VALUES (@delivery, @position, @kind, @code, @description, @destination, @originator, @pence,
      @reference, @name, @processingDay, @newAccount, @messageId, @index, @now)`),
  advices: sql<[number], AdviceRow>(`
    SELECT position, scheme_advice.kind, code, description, destination, originator,
      amount_minor AS pence, reference, scheme_advice.name, processing_day AS processingDay,
      new_account AS newAccount, message_id AS messageId, payment_index AS "index",
      scheme_advice.received_at AS receivedAt, delivery AS sha256,
      scheme_delivery.name AS documentName, scheme_message.payment_id AS paymentId
    FROM scheme_advice
      JOIN scheme_delivery ON scheme_delivery.sha256 = delivery
      LEFT JOIN scheme_message ON scheme_message.id = message_id
    ORDER BY scheme_advice.received_at DESC, delivery DESC, position DESC LIMIT ?`).as(adviceOf),
};
