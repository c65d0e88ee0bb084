import type {
  HubProblem,
  ProblemCounts,
  ProblemEnd,
} from '../../../domain/ports/hub-admin-store.ts';
import type { DeliveryProblem, UnusableAnswer } from '../../../domain/schemes/hand-over.ts';
import type { ProblemKind, ReturnProblem } from '../../../domain/schemes/hub-problems.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';

/** The problems with deliveries of a payment hub. */
export class Problems {
  readonly addDocument = (sha256: string, { code, problem }: DeliveryProblem) =>
    SQL.addDocument.write(sha256, code, problem);

  *addAnswers(sha256: string, answers: readonly UnusableAnswer[]): DbCommand<void> {
    for (const answer of answers) yield* SQL.addAnswer.write({ ...answer, sha256 });
  }

  readonly addReturn = ({ messageId, index }: CreditName, problem: ReturnProblem) =>
    SQL.addReturn.write(problem, messageId, index);

  *count(): DbCommand<ProblemCounts> {
    const counts = { document: 0, answer: 0, return: 0 };
    for (const { kind, problems } of yield* SQL.count.all()) counts[kind] = problems;
    return counts;
  }

  *list(which: 'open' | 'dismissed', limit: number): DbCommand<readonly HubProblem[]> {
    return (yield* SQL[which].all(limit)).map(problemOf);
  }

  readonly find = (id: number) => SQL.find.get(id);

  /** Ends an open problem. Returns false if it has ended. */
  *dismiss(id: number, { at, by, note }: ProblemEnd): DbCommand<boolean> {
    return (yield* SQL.dismiss.run(at, by, note, id)) === 1;
  }

  /** Ends an open or dismissed problem. Returns false if it has ended otherwise. */
  *repeat(id: number, { at, by }: ProblemEnd): DbCommand<boolean> {
    return (yield* SQL.repeat.run(at, by, id)) === 1;
  }
}

interface ProblemRow extends Pick<
  HubProblem,
  | 'id'
  | 'kind'
  | 'code'
  | 'receivedAt'
  | 'detail'
  | 'position'
  | 'facts'
  | 'messageId'
  | 'paymentId'
  | 'index'
> {
  readonly sha256: string | null;
  readonly name: string | null;
  readonly exchange: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly endedAt: Instant | null;
  readonly endedBy: string | null;
  readonly ending: ProblemEnd['ending'] | null;
  readonly note: string | null;
}

function problemOf(row: ProblemRow): HubProblem {
  const { sha256, name, exchange, amountMinor: minor, currency, ...others } = row;
  const { endedAt: at, endedBy: by, ending, note, ...problem } = others;
  return {
    ...problem,
    document:
      sha256 === null || name === null || exchange === null ? null : { sha256, name, exchange },
    amount: minor === null || currency === null ? null : { minor, currency },
    end: at === null || by === null || ending === null ? null : { at, by, ending, note },
  };
}

const PROBLEM = `SELECT scheme_problem.id, scheme_problem.kind, code, scheme_problem.delivery AS sha256,
    scheme_delivery.name, scheme_delivery.exchange,
    COALESCE(scheme_delivery.received_at, scheme_return.received_at) AS receivedAt, detail, position, facts,
    scheme_problem.message_id AS messageId, scheme_message.payment_id AS paymentId,
    scheme_problem.payment_index AS "index", amount_minor AS amountMinor,
    CASE WHEN amount_minor IS NOT NULL THEN currency END AS currency, ended_at AS endedAt,
    ended_by AS endedBy, ending, note
  FROM scheme_problem
    LEFT JOIN scheme_delivery ON scheme_delivery.sha256 = scheme_problem.delivery
    LEFT JOIN scheme_message ON scheme_message.id = scheme_problem.message_id
    LEFT JOIN scheme_return ON scheme_problem.kind = 'return'
      AND scheme_return.message_id = scheme_problem.message_id
      AND scheme_return.payment_index = scheme_problem.payment_index`;

const SQL = {
  addDocument: sql<[string, string, string]>(`
    INSERT INTO scheme_problem (kind, delivery, code, detail) VALUES ('document', ?, ?, ?)`),
  addAnswer: sql<UnusableAnswer & { readonly sha256: string }>(`
    INSERT INTO scheme_problem
      (kind, delivery, code, position, facts, message_id, payment_id, payment_index)
    VALUES ('answer', @sha256, @problem, @position, @facts, @messageId,
      (SELECT payment_id FROM scheme_message WHERE id = @messageId), @index)
    ON CONFLICT (delivery, position) WHERE kind = 'answer' DO NOTHING`),
  addReturn: sql<[string, string, number]>(`
    INSERT INTO scheme_problem (kind, code, delivery, message_id, payment_id, payment_index)
    SELECT 'return', ?, delivery, message_id, payment_id, payment_index
    FROM scheme_return JOIN scheme_message ON scheme_message.id = message_id
    WHERE message_id = ? AND payment_index = ?`),
  count: sql<[], { kind: ProblemKind; problems: number }>(
    `SELECT kind, COUNT(*) AS problems FROM scheme_problem WHERE ended_at IS NULL GROUP BY kind`,
  ),
  open: sql<[number], ProblemRow>(`
    ${PROBLEM} WHERE ended_at IS NULL ORDER BY scheme_problem.id LIMIT ?`),
  dismissed: sql<[number], ProblemRow>(`
    ${PROBLEM} WHERE ending = 'dismissed' ORDER BY scheme_problem.id LIMIT ?`),
  find: sql<[number], ProblemRow>(`${PROBLEM} WHERE scheme_problem.id = ?`).as(problemOf),
  dismiss: sql<[Instant, string, string | null, number]>(`
    UPDATE scheme_problem SET ended_at = ?, ended_by = ?, ending = 'dismissed', note = ?
    WHERE id = ? AND ended_at IS NULL`),
  repeat: sql<[Instant, string, number]>(`
    UPDATE scheme_problem SET ended_at = ?, ended_by = ?, ending = 'repeated', note = NULL
    WHERE id = ? AND (ending IS NULL OR ending = 'dismissed')`),
};
