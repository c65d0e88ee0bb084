import type { Database } from 'better-sqlite3';
import type { WireChange } from '../../connections/core-contract.ts';
import type { BankData, SeedCustomer } from '../../domain/records/seed.ts';

/** Customers, users and accounts of the reference core, and the feed of their changes. */
export class Feed {
  readonly #db: Database;
  readonly #sql;

  constructor(db: Database) {
    this.#db = db;
    this.#sql = {
      addAccount: db.prepare(
        `INSERT INTO account (number, customer_id, kind, state, booked) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET customer_id = excluded.customer_id, kind = excluded.kind, state = excluded.state`,
      ),
      last: db.prepare<[string, string], string>(
        'SELECT content FROM change WHERE kind = ? AND id = ? ORDER BY sequence DESC LIMIT 1',
      ),
      add: db.prepare('INSERT INTO change (kind, id, content) VALUES (?, ?, ?)'),
      after: db.prepare<[number, number], { readonly sequence: number; readonly content: string }>(
        'SELECT sequence, content FROM change WHERE sequence > ? ORDER BY sequence LIMIT ?',
      ),
    };
    this.#sql.last.pluck();
  }

  /**
   * Adds new and changed customers, users and accounts to the feed. A new account gets its opening
   * balance. Returns the number of changes.
   */
  apply({ customers, users, accounts }: BankData): number {
    return this.#db
      .transaction(() => {
        let changes = 0;
        const add = (kind: string, id: string, change: WireChange): void => {
          const content = JSON.stringify(change);
          if (this.#sql.last.get(kind, id) === content) return;
          this.#sql.add.run(kind, id, content);
          changes += 1;
        };
        for (const customer of customers) {
          add('customer', customer.id, { kind: 'customer', customer: wireCustomer(customer) });
        }
        for (const { subject = null, ...user } of users) {
          add('user', user.id, { kind: 'user', user: { ...user, subject } });
        }
        for (const { openingPence, ...account } of accounts) {
          const { state, ...shared } = account;
          const { number, customerId, kind, mandate } = shared;
          this.#sql.addAccount.run(number, customerId, kind, state, openingPence);
          const marks = { closed: state === 'closed', blocked: state === 'blocked' };
          const change = { ...shared, ...marks, mandate: [...mandate] };
          add('account', number, { kind: 'account', account: change });
        }
        return changes;
      })
      .immediate();
  }

  /** Returns changes after a position, and true if there are more. */
  after(position: number, limit: number) {
    const rows = this.#sql.after.all(position, limit + 1);
    const page = rows.slice(0, limit);
    return {
      changes: page.map(({ content }) => JSON.parse(content) as WireChange),
      position: page.at(-1)?.sequence ?? position,
      hasMore: rows.length > limit,
    };
  }
}

function wireCustomer({ address, ...customer }: SeedCustomer) {
  if (address === null) return { ...customer, address };
  const { StreetName, BuildingNumber, PostCode, TownName = '', Country = '' } = address;
  const optional = { street: StreetName, building: BuildingNumber, postCode: PostCode };
  return { ...customer, address: { ...optional, town: TownName, country: Country } };
}
