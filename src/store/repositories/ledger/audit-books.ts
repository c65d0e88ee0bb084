import { sql, type DbCommand, type Sql } from '../engine.ts';

/** Maximum number of inconsistencies that one check reports. */
const MAX_FINDINGS_PER_CHECK = 100;

/** SQL that selects each transfer twice: as a credit and as a debit. */
const MOVEMENTS = `SELECT credit_account AS account, amount_pence FROM transfer
  UNION ALL SELECT debit_account, -amount_pence FROM transfer`;

/** SQL that sums the transfers of each batch, by kind of transfer. */
const BOOKED = `SELECT payment_id, batch,
    SUM(CASE kind WHEN 'debit' THEN amount_pence ELSE 0 END) AS taken,
    SUM(CASE kind WHEN 'returned-credit' THEN amount_pence ELSE 0 END) AS given_back,
    SUM(CASE kind WHEN 'late-return' THEN amount_pence ELSE 0 END) AS returned_later,
    SUM(CASE kind WHEN 'debit' THEN amount_pence WHEN 'late-return' THEN 0 ELSE -amount_pence END)
      AS residue
  FROM transfer WHERE payment_id IS NOT NULL GROUP BY payment_id, batch`;

/** For each batch, SQL that counts and sums its refused, rejected, returned and pending credits. */
const STANDING_OUT = `SELECT payment_id, batch,
    SUM(CASE WHEN status IN ('Refused', 'Rejected') THEN 1 ELSE 0 END) AS rejected,
    SUM(CASE status WHEN 'Returned' THEN 1 ELSE 0 END) AS returned,
    SUM(CASE status WHEN 'Pending' THEN 1 ELSE 0 END) AS pending,
    SUM(CASE status WHEN 'Refused' THEN amount_pence ELSE 0 END) AS refused_pence,
    SUM(CASE status WHEN 'Rejected' THEN amount_pence ELSE 0 END) AS rejected_pence,
    SUM(CASE status WHEN 'Returned' THEN amount_pence ELSE 0 END) AS returned_pence,
    SUM(CASE status WHEN 'Pending' THEN amount_pence ELSE 0 END) AS pending_pence
  FROM credit_outcome GROUP BY payment_id, batch`;

/**
 * SQL that computes the group status of each payment from its batches. The status is null if a
 * batch is not final yet.
 */
const CALLED_FOR = `SELECT payment_id,
    CASE
      WHEN SUM(CASE WHEN state IN ('answered', 'failed') THEN 0 ELSE 1 END) > 0 THEN NULL
      WHEN SUM(rejected + returned) = 0 THEN 'ACSC'
      WHEN SUM(rejected + returned) = SUM(payments) THEN 'RJCT'
      ELSE 'PART' END AS final_status,
    MAX(CASE WHEN state IN ('booked', 'sent', 'answered') OR clearing_pence > 0
        -- Given up after some of it was debited.
        OR (abandoned_at IS NOT NULL AND EXISTS (SELECT 1 FROM transfer
          WHERE transfer.payment_id = batch.payment_id AND transfer.batch = batch.number))
      THEN 1 ELSE 0 END) AS begun
  FROM batch GROUP BY payment_id`;

/*
 * Each check is a query that selects inconsistent rows and describes each in one sentence.
 */

const BALANCES = `SELECT 'Account ' || number || ' has a balance of ' || balance_pence || ' pence but its transfers sum to ' ||
     COALESCE(total, 0) || '.'
   FROM account LEFT JOIN
     (SELECT account, SUM(amount_pence) AS total FROM (${MOVEMENTS}) AS movement GROUP BY account)
       AS movement ON account = number
   WHERE balance_pence <> @held`;

/**
 * Start of a SQL expression for the bank's own accounts, whose `customer_id` is null. PostgreSQL
 * stores no balance for them, because it is the sum of their transfers.
 */
const OF_OWN = 'CASE WHEN customer_id IS NULL THEN';

/** A placeholder in SQL for a number in the JSON that describes a file. */
const FIELD = /@('\w+')/g;

const FILE_TOTALS = `SELECT 'The batches of ' || payment.id || ' contain ' || contained.payments ||
     ' payments of ' || pence || ' pence, but its file contains ' || @'payments' || ' of ' ||
     @'totalPence' || '.'
   FROM payment JOIN file ON file.consent_id = payment.consent_id
     JOIN (SELECT payment_id, SUM(payments) AS payments, SUM(total_pence) AS pence
       FROM batch WHERE payment_id IN (SELECT payment_id FROM batch WHERE only_index IS NOT NULL)
       GROUP BY payment_id) AS contained ON contained.payment_id = payment.id
   WHERE contained.payments <> @'payments' OR pence <> @'totalPence'`;

const CHECKS: readonly Sql[] = [
  {
    sqlite: BALANCES.replace('@held', 'COALESCE(total, 0)'),
    postgres: BALANCES.replace('@held', `${OF_OWN} 0 ELSE COALESCE(total, 0) END`),
  },

  {
    sqlite: `SELECT 'The balances sum to ' || SUM(balance_pence) || ' pence instead of zero.'
      FROM account HAVING SUM(balance_pence) <> 0`,
    postgres: `SELECT 'The balances sum to ' || SUM(held) || ' pence instead of zero.'
      FROM (SELECT ${OF_OWN} COALESCE((SELECT SUM(amount_pence) FROM (${MOVEMENTS}) AS movement
          WHERE account = number), 0) ELSE balance_pence END AS held FROM account) AS account
      HAVING SUM(held) <> 0`,
  },

  `SELECT 'Batch ' || number || ' of ' || batch.payment_id || ' has ' || clearing_pence ||
     ' pence in clearing but its transfers leave ' || COALESCE(residue, 0) || '.'
   FROM batch LEFT JOIN (${BOOKED}) AS booked
     ON booked.payment_id = batch.payment_id AND booked.batch = number
   WHERE clearing_pence <> COALESCE(residue, 0)
     OR (state IN ('answered', 'failed') AND COALESCE(residue, 0) <> 0)`,

  `SELECT 'Batch ' || number || ' of ' || batch.payment_id || ' of ' || total_pence || ' pence' ||
     ' was debited ' || COALESCE(taken, 0) || ' with ' || COALESCE(refused_pence, 0) ||
     ' pence refused, and got back ' || COALESCE(given_back, 0) || ' with ' ||
     COALESCE(rejected_pence, 0) || ' pence rejected.'
   FROM batch
     LEFT JOIN (${BOOKED}) AS booked
       ON booked.payment_id = batch.payment_id AND booked.batch = number
     LEFT JOIN (${STANDING_OUT}) AS outcome
       ON outcome.payment_id = batch.payment_id AND outcome.batch = number
   WHERE state IN ('booked', 'sent', 'answered')
     AND (total_pence <> COALESCE(taken, 0) + COALESCE(refused_pence, 0)
       OR COALESCE(given_back, 0) <> COALESCE(rejected_pence, 0))`,

  `SELECT 'Batch ' || number || ' of ' || batch.payment_id || ' counts ' || batch.rejected ||
     ' rejected and ' || batch.pending || ' pending credits but has outcomes for ' ||
     COALESCE(outcome.rejected, 0) || ' and ' || COALESCE(outcome.pending, 0) || '.'
   FROM batch LEFT JOIN (${STANDING_OUT}) AS outcome
     ON outcome.payment_id = batch.payment_id AND outcome.batch = number
   WHERE batch.pending <> COALESCE(outcome.pending, 0)
     OR batch.pending_pence <> COALESCE(outcome.pending_pence, 0)
     OR (state <> 'failed' AND batch.rejected <> COALESCE(outcome.rejected, 0))
     OR (state = 'failed' AND batch.rejected <> payments)`,

  `SELECT 'Batch ' || number || ' of ' || batch.payment_id || ' counts ' || batch.returned ||
     ' returned credits but has outcomes for ' || COALESCE(outcome.returned, 0) || ' with ' ||
     COALESCE(returned_pence, 0) || ' pence and transfers of ' || COALESCE(returned_later, 0) || '.'
   FROM batch
     LEFT JOIN (${BOOKED}) AS booked
       ON booked.payment_id = batch.payment_id AND booked.batch = number
     LEFT JOIN (${STANDING_OUT}) AS outcome
       ON outcome.payment_id = batch.payment_id AND outcome.batch = number
   WHERE batch.returned <> COALESCE(outcome.returned, 0)
     OR COALESCE(returned_pence, 0) <> COALESCE(returned_later, 0)`,

  `SELECT 'Batch ' || number || ' of ' || batch.payment_id || ' of ' || total_pence || ' pence' ||
     ' has ' || (refused_pence + rejected_pence) || ' pence rejected and ' || returned_pence ||
     ' returned.'
   FROM batch JOIN (${STANDING_OUT}) AS outcome
     ON outcome.payment_id = batch.payment_id AND outcome.batch = number
   WHERE refused_pence + rejected_pence + returned_pence > total_pence`,

  // Debits with and without a payment index are in different indexes.
  `SELECT 'Transfer ' || id || ' gives money of ' || payment_id || ' back to ' || credit_account ||
     ', which was not debited for it.'
   FROM transfer WHERE kind IN ('returned-credit', 'late-return') AND NOT EXISTS (
     SELECT 1 FROM transfer AS debit
     WHERE debit.payment_id = transfer.payment_id AND debit.batch = transfer.batch
       AND debit.kind = 'debit' AND debit.payment_index IS NULL
       AND debit.debit_account = transfer.credit_account)
   AND NOT EXISTS (
     SELECT 1 FROM transfer AS debit
     WHERE debit.payment_id = transfer.payment_id
       AND debit.payment_index = transfer.payment_index AND debit.kind = 'debit'
       AND debit.debit_account = transfer.credit_account)`,

  `SELECT 'Payment ' || id || ' is ' || group_status || ' but its batches imply ' ||
     COALESCE(final_status, CASE begun WHEN 1 THEN 'ACSP' ELSE 'waiting' END) || '.'
   FROM payment JOIN (${CALLED_FOR}) AS called ON payment_id = id
   WHERE CASE
     WHEN final_status IS NOT NULL THEN group_status <> final_status
     WHEN begun = 1 THEN group_status <> 'ACSP'
     ELSE group_status NOT IN ('RCVD', 'PDNG', 'ACWC') END`,

  `SELECT 'Payment ' || outcome.payment_index || ' of ' || outcome.payment_id || ' is in batch ' ||
     batch.number || ' but has an outcome in batch ' || outcome.batch || '.'
   FROM batch JOIN credit_outcome AS outcome
     ON outcome.payment_id = batch.payment_id AND outcome.payment_index = only_index
   WHERE only_index IS NOT NULL AND outcome.batch <> batch.number`,

  `SELECT 'Payment ' || transfer.payment_index || ' of ' || transfer.payment_id ||
     ' is in batch ' || batch.number || ' but has a transfer in batch ' || transfer.batch || '.'
   FROM batch JOIN transfer
     ON transfer.payment_id = batch.payment_id AND transfer.payment_index = only_index
   WHERE only_index IS NOT NULL AND transfer.batch <> batch.number`,

  {
    sqlite: FILE_TOTALS.replaceAll(FIELD, '(file.facts ->> $1)'),
    postgres: FILE_TOTALS.replaceAll(FIELD, 'CAST(CAST(file.facts AS JSON) ->> $1 AS BIGINT)'),
  },

  `SELECT 'Payment ' || payment.id || ' has no batch.'
   FROM payment LEFT JOIN batch ON payment_id = payment.id
   WHERE payment_id IS NULL AND COALESCE(approval_status, 'approved') = 'approved'`,

  `SELECT 'Payment ' || payment.id || ' has a batch but is not fully approved.'
   FROM payment JOIN batch ON payment_id = payment.id
   WHERE approval_status <> 'approved'`,

  `SELECT 'Payment ' || id || ' has ' || given || ' of ' || approvals_required ||
     ' approvals but is ' || approval_status || ' and ' || group_status || '.'
   FROM payment JOIN (
     SELECT consent_id AS approved, SUM(CASE decision WHEN 'approve' THEN 1 ELSE 0 END) AS given,
       SUM(CASE decision WHEN 'reject' THEN 1 ELSE 0 END) AS refused
     FROM approval GROUP BY consent_id) AS decided ON approved = consent_id
   WHERE CASE approval_status
     WHEN 'waiting' THEN given >= approvals_required OR refused > 0 OR group_status <> 'PDNG'
     WHEN 'approved' THEN given <> approvals_required OR refused > 0
     WHEN 'rejected' THEN group_status <> 'RJCT'
       OR refused <> CASE WHEN cancelled_at IS NULL AND reason <> 'AG01' THEN 1 ELSE 0 END
     WHEN 'expired' THEN refused > 0 OR group_status <> 'RJCT' END`,

  `SELECT 'Payment ' || payment.id || ' has a consent that is ' || consent.status || '.'
   FROM payment JOIN consent ON consent.id = consent_id
   WHERE consumes_consent = 1 AND consent.status <> 'Consumed'`,

  `SELECT 'Consent ' || COALESCE(spending.consent_id, made.consent_id) || ' counts ' ||
     COALESCE(total, 0) || ' pence as paid instead of ' || COALESCE(paid, 0) || '.'
   FROM (SELECT consent_id, SUM(total_pence) AS total FROM consent_spending GROUP BY consent_id)
       AS spending
     FULL JOIN (SELECT consent_id, SUM(total_pence) AS paid
       FROM payment JOIN batch ON batch.payment_id = payment.id
       WHERE consumes_consent = 0 AND group_status <> 'RJCT' GROUP BY consent_id) AS made
     ON made.consent_id = spending.consent_id
   WHERE COALESCE(total, 0) <> COALESCE(paid, 0)`,

  `SELECT 'Consent ' || consent.id || ' is Consumed but has no payment.'
   FROM consent LEFT JOIN payment ON consent_id = consent.id AND consumes_consent = 1
   WHERE consent.status = 'Consumed' AND payment.id IS NULL`,

  `SELECT 'Batch ' || number || ' of ' || batch.payment_id || ' is ' || state || ' but ' ||
     COALESCE('has a step to ' || step, 'has no step') || '.'
   FROM batch LEFT JOIN work ON work.payment_id = batch.payment_id AND work.batch = number
   WHERE COALESCE(step, 'none') <> CASE state WHEN 'waiting' THEN 'book'
     WHEN 'booked' THEN 'send' WHEN 'sent' THEN 'collect' ELSE 'none' END`,
];

/** Returns the query of a check. */
const limited = (check: string): string => `${check} LIMIT ${String(MAX_FINDINGS_PER_CHECK)}`;

const QUERIES = CHECKS.map((check) =>
  sql<[], string>(
    typeof check === 'string'
      ? limited(check)
      : { sqlite: limited(check.sqlite), postgres: limited(check.postgres) },
  ).pluck(),
);

/**
 * Checks the books. It recomputes the balances from the transfers, the batches from the transfers
 * and outcomes, and the payments from the batches. Returns one sentence for each inconsistency.
 */
export function* auditBooks(): DbCommand<readonly string[]> {
  const findings: string[] = [];
  for (const query of QUERIES) findings.push(...(yield* query.all()));
  return findings;
}
