import type { ApprovalCandidate, FailedPushes } from '../../../domain/ports/overview-store.ts';
import type {
  FileFilter,
  FileState,
  FileTotal,
  ListedFile,
} from '../../../domain/records/listed-file.ts';
import type { Holdable } from '../../../domain/records/screening.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import { PAYMENT, paymentOf, type PaymentRow } from '../payments/payments.ts';
import { IS_OPEN } from '../screening/case-statements.ts';

/** Lists of files, approvals and pushes, for operators. */
export class PaymentLists {
  *files(
    { from, before, state, after }: FileFilter,
    limit: number,
  ): DbCommand<readonly ListedFile[]> {
    const { at, id } = after ?? { at: before, id: '' };
    const rows = yield* SQL.files.all({ from, at, id, state: state ?? '', limit });
    const ids = JSON.stringify(rows.map((row) => row.id));
    const counts = new Map((yield* SQL.counts.all(ids)).map((row) => [row.paymentId, row]));
    return rows.map((row) => {
      // A file that waits for approval, or was rejected before, has no batches.
      const none = row.state === 'notPaid' ? row.payments : 0;
      const { failed, open } = counts.get(row.id) ?? { failed: none, open: row.payments - none };
      return { ...row, failed, open, paid: row.payments - failed - open };
    });
  }

  readonly fileTotals = (from: Instant, before: Instant) => SQL.fileTotals.all(from, before);

  readonly toApprove = (limit: number) => SQL.toApprove.all(limit);

  readonly candidates = (ids: readonly string[], limit: number) =>
    SQL.candidates.all(JSON.stringify(ids), limit);

  *holdable(paymentId: string): DbCommand<Holdable> {
    return (yield* SQL.holdable.get(paymentId)) ?? { payments: 0, totalPence: 0 };
  }

  *failedPushes(): DbCommand<FailedPushes> {
    return (yield* SQL.failedPushes.get()) ?? { events: 0, since: null };
  }
}

interface FilesQuery {
  readonly from: Instant;
  readonly at: Instant;
  readonly id: string;
  readonly state: FileState | '';
  readonly limit: number;
}

type FileRow = Omit<ListedFile, 'paid' | 'failed' | 'open'>;
type CountRow = Pick<ListedFile, 'failed' | 'open'> & { readonly paymentId: string };

/** SQL for the state of a file. */
const STATE = `CASE WHEN approval_status = 'waiting' THEN 'approval'
  WHEN group_status IN ('RCVD', 'PDNG', 'ACWC') THEN 'waiting'
  WHEN group_status = 'ACSP' THEN 'underWay' WHEN group_status = 'ACSC' THEN 'paid'
  WHEN group_status = 'PART' THEN 'partlyPaid' ELSE 'notPaid' END`;

/** Returns SQL for both engines. `@'name'` is a number in the JSON that describes a file. */
const withFacts = (sql: string) => ({
  sqlite: sql
    .replaceAll(/@('\w+')/g, '(file.facts ->> $1)')
    .replace('@kind', `(file.facts ->> '$.classification.kind')`),
  postgres: sql
    .replaceAll(/@('\w+')/g, 'CAST(CAST(file.facts AS JSON) ->> $1 AS BIGINT)')
    .replace('@kind', `(CAST(file.facts AS JSON) #>> '{classification,kind}')`),
});

const FILES = `payment JOIN file ON file.consent_id = payment.consent_id`;

const SQL = {
  files: sql<FilesQuery, FileRow>(
    withFacts(
      `SELECT payment.id, payment.consent_id AS "consentId", payment.client_id AS "clientId",
         payment.customer_id AS "customerId", payment.created_at AS "createdAt", reason,
         debtor_account AS "debtorAccount", ${STATE} AS state, @kind AS kind,
         @'totalPence' AS "totalPence", @'payments' AS payments
       FROM ${FILES}
       WHERE family = 'file-payments' AND created_at >= @from
         AND (created_at, payment.id) < (@at, @id)
         AND (CAST(@state AS TEXT) = '' OR ${STATE} = @state)
       ORDER BY created_at DESC, payment.id DESC LIMIT @limit`,
    ),
  ),
  // A group that was sent and asked about again has credits without a final answer only.
  counts: sql<[string], CountRow>(`
    SELECT payment_id AS "paymentId", CAST(SUM(rejected + returned) AS BIGINT) AS failed,
      CAST(SUM(CASE WHEN state IN ('answered', 'failed') THEN 0
        WHEN state = 'sent' AND round > 0 THEN pending
        ELSE payments - rejected END) AS BIGINT) AS open
    FROM batch WHERE payment_id IN (SELECT value FROM json_each(?)) GROUP BY payment_id`),
  fileTotals: sql<[Instant, Instant], FileTotal>(
    withFacts(
      `SELECT ${STATE} AS state, COUNT(*) AS files,
         CAST(SUM(@'totalPence') AS BIGINT) AS "totalPence"
       FROM ${FILES}
       WHERE family = 'file-payments' AND created_at >= ? AND created_at < ? GROUP BY 1`,
    ),
  ),
  toApprove: sql<[number], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment WHERE approval_status = 'waiting'
    ORDER BY approve_by, id LIMIT ?`).as(paymentOf),
  candidates: sql<[string, number], ApprovalCandidate>(`
    SELECT "paymentId", "userId" FROM (
      SELECT payment.id AS "paymentId", customer_user.id AS "userId",
        ROW_NUMBER() OVER (PARTITION BY payment.id ORDER BY customer_user.id) AS place
      FROM payment JOIN customer_user ON customer_user.customer_id = payment.customer_id
      WHERE payment.id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
        SELECT 1 FROM approval WHERE approval.consent_id = payment.consent_id
          AND approval.user_id = customer_user.id)) AS candidate
    WHERE place <= ? ORDER BY "paymentId", "userId"`),
  // The second condition on `state` allows the index `batch_unfinished` to be used.
  holdable: sql<[string], Holdable>(`
    SELECT CAST(COALESCE(SUM(payments), 0) AS BIGINT) AS payments,
      CAST(COALESCE(SUM(total_pence), 0) AS BIGINT) AS "totalPence"
    FROM batch WHERE payment_id = ? AND state = 'waiting'
      AND state NOT IN ('answered', 'failed') AND NOT EXISTS (
        SELECT 1 FROM screening_case WHERE screening_case.payment_id = batch.payment_id
          AND screening_case.batch = batch.number AND ${IS_OPEN})`),
  failedPushes: sql<[], FailedPushes>(`
    SELECT COUNT(*) AS events, MIN(push_failed_at) AS since
    FROM event_subscription JOIN event ON subscription_id = event_subscription.id
    WHERE unresponsive_since IS NULL AND state = 'open' AND push_tries > 0`),
};
