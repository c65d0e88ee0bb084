import type { DirectorySoftware, KnownSoftware } from '../../../domain/records/access.ts';
import type { Act } from '../../../domain/records/audit.ts';
import {
  MAX_CLIENT_ACTIVITY,
  type ClientActivity,
  type ListedConsent,
  type ListedTpp,
  type Tpp,
  type TppClient,
} from '../../../domain/records/tpps.ts';
import { HOUR_MS, type Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sql, type DbCommand } from '../engine.ts';
import { PAYMENT, paymentOf, type PaymentRow } from '../payments/payments.ts';

/** TPPs as operators see them, and their suspension. */
export class Tpps {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  *list(after: string, limit: number): DbCommand<readonly ListedTpp[]> {
    const rows = yield* SQL.list.all(after, limit);
    return rows.map(({ lastActivityAt, openConsents, failingCallbacks, ...row }) => ({
      ...tppOf(row),
      lastActivityAt,
      openConsents,
      failingCallbacks,
    }));
  }

  readonly find = (organisationId: string) => SQL.find.get(organisationId);

  *clients(organisationId: string, limit: number): DbCommand<readonly TppClient[]> {
    return (yield* SQL.clients.all(organisationId, limit)).map(
      ({ clientId, software, admitted, registeredAt }) => ({
        clientId,
        software: JSON.parse(software) as DirectorySoftware,
        isAdmitted: admitted === 1,
        registeredAt,
      }),
    );
  }

  *activity(clientId: string, limit: number): DbCommand<ClientActivity> {
    const consents = yield* SQL.consents.all(clientId);
    const openConsents = yield* SQL.openConsents.all(clientId, limit);
    const payments = (yield* SQL.payments.all(clientId, limit)).map(paymentOf);
    return { consents, openConsents, payments, hours: yield* SQL.hours.all({ clientId }) };
  }

  *suspend(organisationId: string, reason: string, act: Act): DbCommand<boolean> {
    const { at, by } = act;
    if ((yield* SQL.suspend.run(at, by.id, reason, organisationId)) === 0) return false;
    yield* this.#auditLog.append(act, {
      action: 'tppSuspended',
      subject: organisationId,
      detail: { reason },
    });
    return true;
  }

  /** Ends a suspension. Returns false if there is none. */
  *resume(organisationId: string, act: Act): DbCommand<boolean> {
    if ((yield* SQL.resume.run(organisationId)) === 0) return false;
    yield* this.#auditLog.append(act, { action: 'tppResumed', subject: organisationId });
    return true;
  }
}

/** An organisation row. The document is JSON. */
interface TppRow {
  readonly document: string;
  readonly suspendedAt: Instant | null;
  readonly suspendedBy: string | null;
  readonly reason: string | null;
  readonly clients: number;
}

function tppOf({ document, suspendedAt: at, suspendedBy: by, reason, clients }: TppRow): Tpp {
  const suspension = at === null || by === null || reason === null ? null : { at, by, reason };
  return { ...(JSON.parse(document) as KnownSoftware['organisation']), suspension, clients };
}

type ListedRow = TppRow & Pick<ListedTpp, 'lastActivityAt' | 'openConsents' | 'failingCallbacks'>;

interface ClientRow extends Pick<TppClient, 'clientId' | 'registeredAt'> {
  readonly software: string;
  readonly admitted: 0 | 1;
}

const CLIENTS_OF = `client JOIN software ON software.id = client.software_id
  WHERE software.organisation_id = organisation.id`;

const TPP_COLUMNS = `document, suspended_at AS "suspendedAt", suspended_by AS "suspendedBy",
    suspension_reason AS reason, (SELECT COUNT(*) FROM ${CLIENTS_OF}) AS clients`;

/** SQL that selects the newest rows of a client, which are those that are counted. */
const newest = (columns: string, table: 'consent' | 'payment', client: string): string =>
  `(SELECT ${columns} FROM ${table} WHERE client_id = ${client}
     ORDER BY created_at DESC, id DESC LIMIT ${String(MAX_CLIENT_ACTIVITY)}) AS newest_${table}`;

const OPEN = `status IN ('AwaitingUpload', 'AwaitingAuthorisation', 'Authorised')`;

/** SQL for the start of the hour in which a row was created. */
const HOUR = `created_at - created_at % ${String(HOUR_MS)}`;

const SQL = {
  list: sql<[string, number], ListedRow>(`
    SELECT ${TPP_COLUMNS},
      (SELECT MAX(created_at) FROM (
         SELECT (SELECT MAX(created_at) FROM consent WHERE client_id = client.id) AS created_at
         FROM ${CLIENTS_OF}
         UNION ALL SELECT (SELECT MAX(created_at) FROM payment WHERE client_id = client.id)
         FROM ${CLIENTS_OF}) AS latest) AS "lastActivityAt",
      (SELECT CAST(COALESCE(SUM((
         SELECT COUNT(*) FROM ${newest('status', 'consent', 'client.id')} WHERE ${OPEN})), 0) AS BIGINT)
       FROM ${CLIENTS_OF}) AS "openConsents",
      (SELECT COUNT(*) FROM ${CLIENTS_OF} AND EXISTS (
         SELECT 1 FROM event_subscription
         WHERE client_id = client.id AND unresponsive_since IS NOT NULL)) AS "failingCallbacks"
    FROM organisation
    WHERE id > ? AND EXISTS (SELECT 1 FROM ${CLIENTS_OF}) ORDER BY id LIMIT ?`),
  find: sql<[string], TppRow>(`SELECT ${TPP_COLUMNS} FROM organisation WHERE id = ?`).as(tppOf),
  clients: sql<[string, number], ClientRow>(`
    SELECT client.id AS "clientId", software.document AS software,
      software.admitted * organisation.admitted AS admitted, registered_at AS "registeredAt"
    FROM software
      JOIN organisation ON organisation.id = software.organisation_id
      JOIN client ON client.software_id = software.id
      LEFT JOIN registration ON registration.client_id = client.id
    WHERE software.organisation_id = ? ORDER BY client.id LIMIT ?`),
  consents: sql<[string], ClientActivity['consents'][number]>(`
    SELECT status, COUNT(*) AS count FROM ${newest('status', 'consent', '?')}
    GROUP BY status ORDER BY status`),
  openConsents: sql<[string, number], ListedConsent>(`
    SELECT id, family, status, created_at AS "createdAt"
    FROM ${newest('id, family, status, created_at', 'consent', '?')}
    WHERE ${OPEN} ORDER BY created_at DESC, id DESC LIMIT ?`),
  payments: sql<[string, number], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment
    WHERE client_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`),
  hours: sql<{ readonly clientId: string }, ClientActivity['hours'][number]>(`
    SELECT at, CAST(SUM(consents) AS BIGINT) AS consents,
      CAST(SUM(payments) AS BIGINT) AS payments, CAST(SUM(rejected) AS BIGINT) AS rejected
    FROM (
      SELECT ${HOUR} AS at, 1 AS consents, 0 AS payments, 0 AS rejected
      FROM ${newest('created_at', 'consent', '@clientId')}
      UNION ALL
      SELECT ${HOUR}, 0, 1, CASE group_status WHEN 'RJCT' THEN 1 ELSE 0 END
      FROM ${newest('created_at, group_status', 'payment', '@clientId')}) AS activity
    GROUP BY at ORDER BY at DESC`),
  suspend: sql<[Instant, string, string, string]>(`
    UPDATE organisation SET suspended_at = ?, suspended_by = ?, suspension_reason = ?
    WHERE id = ? AND suspended_at IS NULL`),
  resume: sql<[string]>(`
    UPDATE organisation
    SET suspended_at = NULL, suspended_by = NULL, suspension_reason = NULL
    WHERE id = ? AND suspended_at IS NOT NULL`),
};
