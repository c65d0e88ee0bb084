import type { DirectorySoftware, KnownSoftware } from '../../../domain/records/access.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type {
  ClientActivity,
  CountedPayment,
  ListedConsent,
  Tpp,
  TppClient,
} from '../../../domain/records/tpps.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand, Engine } from '../engine.ts';

/** TPPs as operators see them, and their suspension. */
export class Tpps {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #auditLog: AuditLog;

  constructor(engine: Engine, auditLog: AuditLog) {
    this.#sql = prepare(engine);
    this.#auditLog = auditLog;
  }

  *list(after: string, limit: number): DbCommand<readonly Tpp[]> {
    return (yield* this.#sql.list.all(after, limit)).map(tppOf);
  }

  *find(organisationId: string): DbCommand<Tpp | undefined> {
    const row = yield* this.#sql.find.get(organisationId);
    return row && tppOf(row);
  }

  *clients(organisationId: string, limit: number): DbCommand<readonly TppClient[]> {
    return (yield* this.#sql.clients.all(organisationId, limit)).map(
      ({ clientId, software, admitted, registeredAt }) => ({
        clientId,
        software: JSON.parse(software) as DirectorySoftware,
        isAdmitted: admitted === 1,
        registeredAt,
      }),
    );
  }

  *activity(clientId: string, limit: number): DbCommand<ClientActivity> {
    const consents = yield* this.#sql.consents.all(clientId, limit);
    const payments = yield* this.#sql.payments.all(clientId, limit);
    return { consents, payments };
  }

  *suspend(organisationId: string, reason: string, act: Act): DbCommand<boolean> {
    const { at, by } = act;
    if ((yield* this.#sql.suspend.run(at, by.id, reason, organisationId)) === 0) return false;
    yield* this.#auditLog.append(act, {
      action: 'tppSuspended',
      subject: organisationId,
      detail: { reason },
    });
    return true;
  }

  /** Ends a suspension. Returns false if there is none. */
  *resume(organisationId: string, act: Act): DbCommand<boolean> {
    if ((yield* this.#sql.resume.run(organisationId)) === 0) return false;
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

interface ClientRow extends Pick<TppClient, 'clientId' | 'registeredAt'> {
  readonly software: string;
  readonly admitted: 0 | 1;
}

const CLIENTS_OF = `client JOIN software ON software.id = client.software_id
  WHERE software.organisation_id = organisation.id`;

const TPP = `SELECT document, suspended_at AS "suspendedAt", suspended_by AS "suspendedBy",
    suspension_reason AS reason, (SELECT COUNT(*) FROM ${CLIENTS_OF}) AS clients
  FROM organisation`;

function prepare(engine: Engine) {
  return {
    list: engine.prepare<[string, number], TppRow>(
      `${TPP} WHERE id > ? AND EXISTS (SELECT 1 FROM ${CLIENTS_OF}) ORDER BY id LIMIT ?`,
    ),
    find: engine.prepare<[string], TppRow>(`${TPP} WHERE id = ?`),
    clients: engine.prepare<[string, number], ClientRow>(
      `SELECT client.id AS "clientId", software.document AS software,
         software.admitted * organisation.admitted AS admitted, registered_at AS "registeredAt"
       FROM software
         JOIN organisation ON organisation.id = software.organisation_id
         JOIN client ON client.software_id = software.id
         LEFT JOIN registration ON registration.client_id = client.id
       WHERE software.organisation_id = ? ORDER BY client.id LIMIT ?`,
    ),
    consents: engine.prepare<[string, number], ListedConsent>(
      `SELECT id, family, status, created_at AS "createdAt" FROM consent
       WHERE client_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    ),
    payments: engine.prepare<[string, number], CountedPayment>(
      `SELECT id, consent_id AS "consentId", family, created_at AS "createdAt",
         group_status AS "groupStatus"
       FROM payment WHERE client_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    ),
    suspend: engine.prepare<[Instant, string, string, string]>(
      `UPDATE organisation SET suspended_at = ?, suspended_by = ?, suspension_reason = ?
       WHERE id = ? AND suspended_at IS NULL`,
    ),
    resume: engine.prepare<[string]>(
      `UPDATE organisation
       SET suspended_at = NULL, suspended_by = NULL, suspension_reason = NULL
       WHERE id = ? AND suspended_at IS NOT NULL`,
    ),
  };
}
