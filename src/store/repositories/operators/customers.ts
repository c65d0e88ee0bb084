import type { Customer, CustomerUser } from '../../../domain/records/customer-report.ts';
import type { DbCommand, Engine } from '../engine.ts';

/** Customers of the bank as operators see them. */
export class Customers {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
  }

  *search(text: string): DbCommand<readonly Customer[]> {
    return yield* this.#sql.search.all({ text });
  }

  *find(id: string): DbCommand<Customer | undefined> {
    return yield* this.#sql.find.get(id);
  }

  *users(customerId: string, limit: number): DbCommand<readonly CustomerUser[]> {
    const rows = yield* this.#sql.users.all(customerId, limit);
    return rows.map((row) => ({ ...row, mayUploadFiles: row.mayUploadFiles === 1 }));
  }
}

type UserRow = Omit<CustomerUser, 'mayUploadFiles'> & { readonly mayUploadFiles: 0 | 1 };

const CUSTOMER = `SELECT id, name, segment, company_limit_pence AS "companyLimitPence"
  FROM customer`;

function prepare(engine: Engine) {
  return {
    search: engine.prepare<{ readonly text: string }, Customer>(
      `${CUSTOMER} WHERE id IN (
         SELECT @text UNION SELECT customer_id FROM customer_user WHERE id = @text
         UNION SELECT customer_id FROM account WHERE number = @text) ORDER BY id`,
    ),
    find: engine.prepare<[string], Customer>(`${CUSTOMER} WHERE id = ?`),
    users: engine.prepare<[string, number], UserRow>(
      `SELECT id, may_upload_files AS "mayUploadFiles", user_limit_pence AS "userLimitPence"
       FROM customer_user WHERE customer_id = ? ORDER BY id LIMIT ?`,
    ),
  };
}
