import type { Customer, CustomerUserReport } from '../../../domain/records/customer-report.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import { IS_SIGN_IN } from '../payments/customer-queries.ts';

/** Customers of the bank as operators see them. */
export class Customers {
  readonly search = (text: string) => SQL.search.all({ text });

  readonly find = (id: string) => SQL.find.get(id);

  *users(
    customerId: string,
    limit: number,
    now: Instant,
  ): DbCommand<readonly CustomerUserReport[]> {
    const rows = yield* SQL.users.all({ customerId, limit, now });
    return rows.map(({ mayUploadFiles, hasPassword, ...row }) => ({
      ...row,
      mayUploadFiles: mayUploadFiles === 1,
      hasPassword: hasPassword === 1,
    }));
  }
}

interface UserRow extends Omit<CustomerUserReport, 'mayUploadFiles' | 'hasPassword'> {
  readonly mayUploadFiles: 0 | 1;
  readonly hasPassword: 0 | 1;
}

const CUSTOMER = `SELECT id, name, segment, company_limit_pence AS "companyLimitPence"
  FROM customer`;

const SQL = {
  search: sql<{ readonly text: string }, Customer>(`
    ${CUSTOMER} WHERE id IN (
      SELECT @text UNION SELECT customer_id FROM customer_user WHERE id = @text
      UNION SELECT customer_id FROM account WHERE number = @text) ORDER BY id`),
  find: sql<[string], Customer>(`${CUSTOMER} WHERE id = ?`),
  users: sql<{ customerId: string; limit: number; now: Instant }, UserRow>(`
    SELECT id, may_upload_files AS "mayUploadFiles", user_limit_pence AS "userLimitPence",
      CASE WHEN password_hash <> '' THEN 1 ELSE 0 END AS "hasPassword",
      CASE WHEN locked_until > @now THEN locked_until END AS "lockedUntil",
      (SELECT COUNT(*) FROM passkey WHERE user_id = customer_user.id) AS passkeys,
      (SELECT recorded_at FROM audit_entry
       WHERE subject = customer_user.id AND ${IS_SIGN_IN}
       ORDER BY sequence DESC LIMIT 1) AS "lastSignInAt"
    FROM customer_user LEFT JOIN credential ON credential.user_id = customer_user.id
    WHERE customer_id = @customerId ORDER BY id LIMIT @limit`),
};
