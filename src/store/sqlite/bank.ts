import type { AccountNumber } from '../../domain/accounts.ts';
import type { Account, User } from '../../domain/records.ts';
import type { BankSeed } from '../../domain/seed.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Database } from './database.ts';
import type { Ledger } from './ledger.ts';

/** Customers, their users and accounts. */
export class Bank {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #ledger: Ledger;

  constructor(database: Database, ledger: Ledger) {
    this.#sql = prepare(database);
    this.#ledger = ledger;
  }

  findUser(id: string): User | undefined {
    const row = this.#sql.findUser.get(id);
    return row && { ...row, mayUploadFiles: row.mayUploadFiles === 1 };
  }

  findAccount(number: AccountNumber): Account | undefined {
    const row = this.#sql.findAccount.get(number);
    return row && { ...row, closed: row.closed === 1 };
  }

  /** Lays the data down when there is none yet; false when there was. */
  seed({ clients, customers, users, accounts }: BankSeed, now: Instant): boolean {
    if (this.#sql.anyone.get() !== undefined) return false;
    for (const client of clients) {
      this.#sql.addClient.run({ ...client, active: client.active ? 1 : 0 });
    }
    for (const customer of customers) this.#sql.addCustomer.run(customer);
    for (const user of users) {
      this.#sql.addUser.run({ ...user, mayUploadFiles: user.mayUploadFiles ? 1 : 0 });
    }
    for (const account of accounts) {
      this.#sql.addAccount.run({ ...account, closed: account.closed ? 1 : 0 });
      this.#ledger.bookOpening(account.number, account.openingPence, now);
    }
    return true;
  }
}

/** A record as its row holds it: a truth as 1 or 0. */
type Row<Kept, Truth extends keyof Kept> = Omit<Kept, Truth> & Record<Truth, 0 | 1>;

function prepare(database: Database) {
  return {
    findUser: database.prepare<[string], Row<User, 'mayUploadFiles'>>(
      `SELECT customer_user.id, customer_id AS customerId, name AS customerName, segment,
         may_upload_files AS mayUploadFiles, user_limit_pence AS userLimitPence,
         company_limit_pence AS companyLimitPence
       FROM customer_user JOIN customer ON customer.id = customer_id WHERE customer_user.id = ?`,
    ),
    findAccount: database.prepare<[AccountNumber], Row<Account, 'closed'>>(
      `SELECT number, customer_id AS customerId, name AS holderName, kind, closed,
         balance_pence AS balancePence
       FROM account JOIN customer ON customer.id = customer_id WHERE number = ?`,
    ),
    anyone: database.prepare<[]>('SELECT 1 FROM client UNION ALL SELECT 1 FROM customer LIMIT 1'),
    addClient: database.prepare<Row<BankSeed['clients'][number], 'active'>>(
      `INSERT INTO client (id, secret_hash, role, active)
       VALUES (@id, @secretHash, @role, @active)`,
    ),
    addCustomer: database.prepare<BankSeed['customers'][number]>(
      `INSERT INTO customer (id, name, segment, company_limit_pence)
       VALUES (@id, @name, @segment, @companyLimitPence)`,
    ),
    addUser: database.prepare<Row<BankSeed['users'][number], 'mayUploadFiles'>>(
      `INSERT INTO customer_user (id, customer_id, may_upload_files, user_limit_pence)
       VALUES (@id, @customerId, @mayUploadFiles, @userLimitPence)`,
    ),
    addAccount: database.prepare<Row<BankSeed['accounts'][number], 'closed'>>(
      `INSERT INTO account (number, customer_id, kind, closed)
       VALUES (@number, @customerId, @kind, @closed)`,
    ),
  };
}
