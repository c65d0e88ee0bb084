import { statusesBefore, type ConsentStatus } from '../../../domain/lifecycle/lifecycle.ts';
import type { Consent } from '../../../domain/records/records.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql } from '../engine.ts';

/** Values that an authorisation stores, provided that the status is still `from`. */
type Approval = Consent & {
  readonly from: ConsentStatus;
  readonly userId: string;
  readonly grantId: string | null;
};

function sqlList(statuses: readonly ConsentStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

/** SQL list of the columns of a consent, named like the fields of `Consent`. */
export const CONSENT = `id, family, client_id AS clientId, status, created_at AS createdAt,
  status_updated_at AS statusUpdatedAt, api_version AS apiVersion, data, sent_data AS sentData,
  risk, debtor_account AS debtorAccount,
  customer_id AS customerId, refusal, refused_by AS refusedBy, expires_at AS expiresAt,
  lapses_at AS lapsesAt, restrictions`;

const SELECT = `SELECT ${CONSENT} FROM consent`;

/** The statements of consents and their files. */
export const SQL = {
  insert: sql<Consent>(`
    INSERT INTO consent (id, family, client_id, status, created_at, status_updated_at,
      api_version, data, sent_data, risk, debtor_account, expires_at, lapses_at)
    VALUES (@id, @family, @clientId, @status, @createdAt, @statusUpdatedAt,
      @apiVersion, @data, @sentData, @risk, @debtorAccount, @expiresAt, @lapsesAt)`),
  find: sql<[string], Consent>(`${SELECT} WHERE id = ?`),
  findByGrant: sql<[string], Consent>(`${SELECT} WHERE grant_id = ?`),
  move: sql<(string | number | null)[]>(`
    UPDATE consent SET status = ?, status_updated_at = ?, refused_by = ?, refusal = ?
    WHERE id = ? AND status = ?`),
  restrict: sql<[string | null, string]>('UPDATE consent SET restrictions = ? WHERE id = ?'),
  migrate: sql<[string, string | null, string | null, string]>(`
    UPDATE consent SET api_version = ?, sent_data = ?, risk = ? WHERE id = ?`),
  findToLapse: sql<[Instant, number], string>(`
    SELECT id FROM consent
    WHERE lapses_at <= ?
      AND status IN (${sqlList(statusesBefore('Rejected'))})
    ORDER BY lapses_at LIMIT ?`).pluck(),
  authorise: sql<Approval>(`
    UPDATE consent SET status = @status, status_updated_at = @statusUpdatedAt,
      debtor_account = @debtorAccount, lapses_at = @lapsesAt,
      authorised_by = @userId, grant_id = @grantId, customer_id = @customerId
    WHERE id = @id AND status = @from`),
  insertFile: sql<[string, string, string]>(`
    INSERT INTO file (consent_id, sha256, facts) VALUES (?, ?, ?)`),
  findFile: sql<[string], { facts: string }>('SELECT facts FROM file WHERE consent_id = ?'),
  findContent: sql<{ sha256: string }>(`
    SELECT 1 FROM file WHERE sha256 = @sha256
    UNION ALL SELECT 1 FROM scheme_message WHERE sha256 = @sha256
    UNION ALL SELECT 1 FROM search_segment WHERE sha256 = @sha256
    UNION ALL SELECT 1 FROM scheme_delivery WHERE sha256 = @sha256 AND content IS NULL LIMIT 1`),
};
