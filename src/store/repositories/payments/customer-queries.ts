import type {
  OpenSession,
  Permission,
  PaymentPosition,
  SignInAttempt,
} from '../../../domain/ports/customer-store.ts';
import type { Consent, DuplicateFile, Payment } from '../../../domain/records/records.ts';
import type { Pence } from '../../../shared/money.ts';
import type { Instant, LocalDate } from '../../../shared/time.ts';
import { mapConcurrently, sql, type DbCommand } from '../engine.ts';
import { CONSENT } from './consent-statements.ts';
import { PAYMENT, paymentOf, type PaymentRow } from './payments.ts';

/** Maximum number of duplicate files that are reported. */
const MAX_DUPLICATES = 10;

/** Limit of a list that is read completely. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** Cursor with which a list starts at the newest payment. */
const BEGINNING: PaymentPosition = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** Queries for the customers' pages. They only return data of the customer who is passed in. */
export class CustomerQueries {
  *payments(
    customerId: string,
    after: PaymentPosition | null,
    limit: number,
  ): DbCommand<readonly Payment[]> {
    const { createdAt, id } = after ?? BEGINNING;
    return (yield* SQL.payments.all(customerId, createdAt, id, limit)).map(paymentOf);
  }

  readonly findPayment = (id: string, customerId: string) => SQL.findPayment.get(id, customerId);

  *findPreviousFile(
    customerId: string,
    clientId: string,
    place: PaymentPosition | null,
  ): DbCommand<Payment | undefined> {
    const { createdAt, id } = place ?? BEGINNING;
    const row = yield* SQL.findPreviousFile.get(customerId, createdAt, id, clientId);
    return row && paymentOf(row);
  }

  readonly duplicateFiles = (consentId: string, customerId: string, now: Instant) =>
    SQL.duplicateFiles.all({ consentId, customerId, now });

  readonly permissions = (customerId: string, limit = ALL_ROWS) =>
    SQL.permissions.all(customerId, limit);

  readonly findPermission = (consentId: string, customerId: string) =>
    SQL.findPermission.get(customerId, consentId);

  /** Returns the Authorised consents of a customer, ordered by id. */
  readonly authorisedConsents = (customerId: string) => SQL.authorisedConsents.all(customerId);

  *spentIn(
    consentId: string,
    periods: readonly { readonly first: LocalDate; readonly last: LocalDate }[],
  ): DbCommand<readonly Pence[]> {
    return yield* mapConcurrently(periods, (period) => this.#spent(consentId, period));
  }

  *#spent(
    consentId: string,
    { first, last }: { readonly first: LocalDate; readonly last: LocalDate },
  ): DbCommand<Pence> {
    return (yield* SQL.spent.get(consentId, first, last)) ?? 0;
  }

  readonly signIns = (userId: string, limit: number) => SQL.signIns.all(userId, limit);

  readonly sessions = (userId: string, interactionUid: string, now: Instant) =>
    SQL.sessions.all(userId, interactionUid, now, now);
}

type PermissionRow = Consent & { readonly grantedBy: string };

function permissionOf({ grantedBy, ...consent }: PermissionRow): Permission {
  return { consent, grantedBy };
}

/**
 * SQL that selects the long-lived consents of a customer. It repeats the condition on `family` so
 * that the index `consent_permitted` can be used.
 */
const PERMITTED = `
  SELECT ${CONSENT}, authorised_by AS grantedBy FROM consent
  WHERE family = 'domestic-vrps' AND customer_id = ?`;

/** SQL that selects the audit entries of the index `audit_entry_of_sign_in`. */
export const IS_SIGN_IN =
  "action IN ('signInSucceeded', 'customerIdentified', 'signInFailed', 'signInLockedOut')";

const SQL = {
  payments: sql<[string, Instant, string, number], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment
    WHERE customer_id = ? AND (created_at, id) < (?, ?)
    ORDER BY created_at DESC, id DESC LIMIT ?`),
  findPayment: sql<[string, string], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment WHERE id = ? AND customer_id = ?`).as(paymentOf),
  // The condition on `family` allows the index `file_payment_of_customer` to be used.
  findPreviousFile: sql<[string, Instant, string, string], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment
    WHERE customer_id = ? AND (created_at, id) < (?, ?) AND family = 'file-payments'
      AND group_status <> 'RJCT' AND COALESCE(approval_status, 'approved') = 'approved'
      AND client_id IN (
        SELECT client.id FROM client JOIN software ON software.id = software_id
        WHERE organisation_id = (
          SELECT organisation_id FROM software JOIN client AS asking ON software.id = software_id
          WHERE asking.id = ?))
    ORDER BY created_at DESC, id DESC LIMIT 1`),
  duplicateFiles: sql<{ consentId: string; customerId: string; now: Instant }, DuplicateFile>(`
    SELECT consent.status, consent.status_updated_at AS statusUpdatedAt
    FROM file AS own
    JOIN consent AS asked ON asked.id = own.consent_id
    JOIN file AS twin ON twin.sha256 = own.sha256 AND twin.consent_id <> own.consent_id
    JOIN consent ON consent.id = twin.consent_id
    WHERE own.consent_id = @consentId
      AND (consent.status = 'Consumed' OR consent.lapses_at IS NULL OR consent.lapses_at > @now)
      AND ((consent.status = 'AwaitingAuthorisation' AND consent.client_id = asked.client_id)
        OR (consent.status IN ('Authorised', 'Consumed')
          AND consent.customer_id = @customerId))
      AND NOT EXISTS (
        SELECT 1 FROM payment
        WHERE consent_id = consent.id AND consumes_consent = 1 AND group_status = 'RJCT')
    ORDER BY consent.status_updated_at DESC LIMIT ${String(MAX_DUPLICATES)}`),
  permissions: sql<[string, number], PermissionRow>(`
    ${PERMITTED} ORDER BY created_at DESC, id LIMIT ?`).as(permissionOf),
  findPermission: sql<[string, string], PermissionRow>(`${PERMITTED} AND id = ?`).as(permissionOf),
  authorisedConsents: sql<[string], Consent>(`
    SELECT ${CONSENT} FROM consent
    WHERE customer_id = ? AND status = 'Authorised' ORDER BY id`),
  spent: sql<[string, LocalDate, LocalDate], Pence>(`
    SELECT COALESCE(SUM(total_pence), 0) FROM consent_spending
    WHERE consent_id = ? AND day BETWEEN ? AND ?`).pluck(),
  // Only the evidence of the bank's OpenID Provider contains these members.
  signIns: sql<[string, number], SignInAttempt>(`
    SELECT recorded_at AS at, address, CASE action
      WHEN 'signInSucceeded' THEN 'succeeded'
      WHEN 'customerIdentified' THEN
        CASE WHEN detail LIKE '%"idToken":%' THEN 'identifiedAtBank' ELSE 'identified' END
      WHEN 'signInFailed' THEN
        CASE WHEN detail LIKE '%"provider":%' THEN 'failedAtBank' ELSE 'failed' END
      ELSE 'lockedOut' END AS outcome
    FROM audit_entry
    WHERE subject = ? AND ${IS_SIGN_IN}
    ORDER BY sequence DESC LIMIT ?`),
  sessions: sql<[string, string, Instant, Instant], OpenSession>(`
    SELECT hash, started_at AS startedAt, address FROM customer_session
    WHERE user_id = ? AND stage = 'signedIn' AND interaction_uid = ?
      AND active_until > ? AND expires_at > ?
    ORDER BY started_at DESC, hash`),
};
