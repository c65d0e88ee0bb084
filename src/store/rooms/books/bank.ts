import { OPENING, opening } from '../../../domain/execution/transfers.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { Mandate } from '../../../domain/parties/mandates.ts';
import type { MandatedAccount } from '../../../domain/ports/customer-store.ts';
import type { Account, User } from '../../../domain/records/records.ts';
import type { BankData, BankSeed } from '../../../domain/records/seed.ts';
import type { Pence } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Clients } from '../access/clients.ts';
import type { Directory } from '../access/directory.ts';
import type { Engine, Run, Sql } from '../engine.ts';
import type { Ledger } from './ledger.ts';

interface Parts {
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly clients: Clients;
}

/** Customers, their users and accounts; taking them over has the account `opening` locked. */
export class Bank {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(engine: Engine, parts: Parts) {
    this.#sql = prepare(engine);
    this.#parts = parts;
  }

  *findUser(id: string): Run<User | undefined> {
    const row = yield* this.#sql.findUser.get(id);
    return row && { ...row, mayUploadFiles: row.mayUploadFiles === 1 };
  }

  *findAccount(number: AccountNumber): Run<Account | undefined> {
    const row = yield* this.#sql.findAccount.get(number);
    return row && accountOf(row);
  }

  *accountsOf(customerId: string): Run<readonly Account[]> {
    return (yield* this.#sql.accountsOf.all(customerId)).map(accountOf);
  }

  *mandates(): Run<readonly MandatedAccount[]> {
    return (yield* this.#sql.mandated.all()).map((row) => {
      const { number, holderName: customerName, mandate } = accountOf(row);
      return { number, customerName, mandate };
    });
  }

  /** Lays the data down when there is none yet; false when there was. */
  *seed({ directory, clients, ...bank }: BankSeed, now: Instant): Run<boolean> {
    if ((yield* this.#sql.anyone.get()) !== undefined) return false;
    yield* this.#parts.directory.replace(directory);
    for (const client of clients) yield* this.#parts.clients.add(client);
    yield* this.adopt(bank, now);
    return true;
  }

  /**
   * Takes over what the bank says of its customers, users and accounts: the new ones, and what
   * changed of the others. A balance is booked with a new account and never touched again; nobody
   * is removed.
   */
  *adopt({ customers, users, accounts }: BankData, now: Instant): Run<void> {
    yield* this.#parts.ledger.lock([OPENING, ...accounts.map(({ number }) => number)].sort());
    for (const customer of customers) yield* this.#sql.putCustomer.run(customer);
    for (const user of users) {
      yield* this.#sql.putUser.write({ ...user, mayUploadFiles: user.mayUploadFiles ? 1 : 0 });
    }
    for (const account of accounts) {
      const isNew = (yield* this.findAccount(account.number)) === undefined;
      yield* this.#sql.putAccount.write({ ...account, closed: account.closed ? 1 : 0 });
      yield* this.#sql.dropMandate.write(account.number);
      for (const { fromPence, approvals } of account.mandate) {
        yield* this.#sql.addTier.write(account.number, fromPence, approvals);
      }
      if (!isNew) continue;
      const transfers = opening(account.number, account.openingPence);
      yield* this.#parts.ledger.post([{ transfers, batch: null }], now);
    }
  }
}

/** A record as its row holds it: a truth as 1 or 0. */
type Row<Kept, Truth extends keyof Kept> = Omit<Kept, Truth> & Record<Truth, 0 | 1>;

/** `mandate`: its tiers as JSON; null where there is none. */
type AccountRow = Omit<Row<Account, 'closed'>, 'mandate'> & { readonly mandate: string | null };

function accountOf({ mandate, ...row }: AccountRow): Account {
  return { ...row, closed: row.closed === 1, mandate: mandate === null ? [] : mandateOf(mandate) };
}

function mandateOf(tiers: string): Mandate {
  const read = JSON.parse(tiers) as Mandate;
  return [...read].sort((one, other) => one.fromPence - other.fromPence);
}

/** Accounts as they are found; the tiers of a mandate as JSON. */
function selectAccount(condition: string): Sql {
  const select = (tiers: string): string =>
    `SELECT number, customer_id AS customerId, name AS holderName, kind, closed,
       balance_pence AS balancePence, (
         SELECT ${tiers} FROM mandate_tier WHERE account = account.number HAVING COUNT(*) > 0
       ) AS mandate
     FROM account JOIN customer ON customer.id = customer_id ${condition}`;
  const members = `'fromPence', from_pence, 'approvals', approvals`;
  return {
    sqlite: select(`json_group_array(json_object(${members}))`),
    postgres: select(`CAST(json_agg(json_build_object(${members})) AS TEXT)`),
  };
}

function prepare(engine: Engine) {
  return {
    findUser: engine.prepare<[string], Row<User, 'mayUploadFiles'>>(
      `SELECT customer_user.id, customer_id AS customerId, name AS customerName, segment,
         may_upload_files AS mayUploadFiles, user_limit_pence AS userLimitPence,
         company_limit_pence AS companyLimitPence
       FROM customer_user JOIN customer ON customer.id = customer_id WHERE customer_user.id = ?`,
    ),
    findAccount: engine.prepare<[AccountNumber], AccountRow>(selectAccount('WHERE number = ?')),
    accountsOf: engine.prepare<[string], AccountRow>(
      selectAccount('WHERE customer_id = ? ORDER BY number'),
    ),
    mandated: engine.prepare<[], AccountRow>(
      selectAccount('WHERE number IN (SELECT account FROM mandate_tier) ORDER BY number'),
    ),
    anyone: engine.prepare<[]>('SELECT 1 FROM client UNION ALL SELECT 1 FROM customer LIMIT 1'),
    putCustomer: engine.prepare<BankData['customers'][number]>(
      `INSERT INTO customer (id, name, segment, company_limit_pence)
       VALUES (@id, @name, @segment, @companyLimitPence)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, segment = excluded.segment,
         company_limit_pence = excluded.company_limit_pence`,
    ),
    putUser: engine.prepare<Row<BankData['users'][number], 'mayUploadFiles'>>(
      `INSERT INTO customer_user (id, customer_id, may_upload_files, user_limit_pence)
       VALUES (@id, @customerId, @mayUploadFiles, @userLimitPence)
       ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id,
         may_upload_files = excluded.may_upload_files, user_limit_pence = excluded.user_limit_pence`,
    ),
    dropMandate: engine.prepare<[AccountNumber]>('DELETE FROM mandate_tier WHERE account = ?'),
    addTier: engine.prepare<[AccountNumber, Pence, number]>(
      'INSERT INTO mandate_tier (account, from_pence, approvals) VALUES (?, ?, ?)',
    ),
    putAccount: engine.prepare<Row<BankData['accounts'][number], 'closed'>>(
      `INSERT INTO account (number, customer_id, kind, closed)
       VALUES (@number, @customerId, @kind, @closed)
       ON CONFLICT (number) DO UPDATE SET customer_id = excluded.customer_id,
         kind = excluded.kind, closed = excluded.closed`,
    ),
  };
}
