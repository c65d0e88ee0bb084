import { OPENING } from '../../../domain/execution/transfers.ts';
import {
  compareOwners,
  type Owner,
  type OwnerConflict,
  type OwnerTransfer,
} from '../../../domain/parties/owners.ts';
import { serviceActor, type Act } from '../../../domain/records/audit.ts';
import type { BankChange } from '../../../domain/ports/core-banking.ts';
import { CORE_CURSOR } from '../../../domain/ports/core-store.ts';
import type { BankDataChange } from '../../../domain/records/bank-file.ts';
import type { BankData } from '../../../domain/records/seed.ts';
import { assert } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { SignIn } from '../access/sign-in.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sha256 } from '../digest.ts';
import { sql, type DbCommand } from '../engine.ts';
import type { Approvals } from '../payments/approvals.ts';
import type { Consents } from '../payments/consents.ts';
import type { CustomerQueries } from '../payments/customer-queries.ts';
import type { Payments } from '../payments/payments.ts';
import type { Settings } from '../settings.ts';
import type { Bank } from './bank.ts';
import type { Ledger } from './ledger.ts';

interface Parts {
  readonly bank: Bank;
  readonly ledger: Ledger;
  readonly consents: Consents;
  readonly payments: Payments;
  readonly approvals: Approvals;
  readonly customerQueries: CustomerQueries;
  readonly signIn: SignIn;
  readonly auditLog: AuditLog;
  readonly settings: Settings;
}

/** Result of applying the bank's data: either a list of conflicts, or the change that was made. */
interface AdoptedData {
  readonly conflicts: readonly OwnerConflict[];
  readonly change: BankDataChange | null;
}

/**
 * Applies the bank's data. An account or user moves to another customer only by an explicit
 * transfer.
 */
export class Owners {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Applies the data as `change` does, but returns only the conflicts. */
  *adopt(data: BankData, now: Instant): DbCommand<readonly OwnerConflict[]> {
    return (yield* this.change(data, now)).conflicts;
  }

  /**
   * Applies new transfers of ownership and then the data, in one transaction. If the data changes
   * the owner of an account or user without a transfer, nothing is written. The result then lists
   * these conflicts, and its `change` is null.
   */
  *change(data: BankData, now: Instant): DbCommand<AdoptedData> {
    const { bank, ledger } = this.#parts;
    const act = { at: now, by: serviceActor('bank') };
    const planned = compareOwners(yield* this.#recorded(data), data);
    if (planned.conflicts.length > 0) {
      return { conflicts: planned.conflicts, change: null };
    }
    // Lock consents and payments before accounts, in the lock order of all commands.
    for (const transfer of planned.transfers) {
      if (transfer.kind === 'account') yield* this.#endApprovals(transfer, act);
    }
    yield* ledger.lock([OPENING, ...data.accounts.map(({ number }) => number)].sort());
    // Compare again, because another node may have applied the transfers while this one waited for
    // the lock.
    const { transfers, conflicts } = compareOwners(yield* this.#recorded(data), data);
    assert(conflicts.length === 0, 'owners do not change while the bank’s file is applied');
    for (const transfer of transfers) {
      // Ends consents that were authorised while this command waited for the lock. No consent can
      // be authorised afterwards, because an authorisation compares the owners after it has locked
      // the accounts.
      if (transfer.kind === 'account') yield* this.#endApprovals(transfer, act);
      yield* this.#record(transfer, act);
    }
    return { conflicts: [], change: yield* bank.adopt(data, now) };
  }

  /**
   * Applies changes of the core banking system, and stores the position in its feed. The core
   * decides about owners, so each change of owner is a transfer.
   */
  *follow(changes: readonly BankChange[], cursor: string, now: Instant): DbCommand<void> {
    const data = dataOf(changes);
    const { conflicts } = compareOwners(yield* this.#recorded(data), data);
    const transfers = conflicts.map(({ kind, id, from, to }) => ({ kind, id, from, to }));
    const changed = yield* this.change({ ...data, transfers }, now);
    assert(changed.conflicts.length === 0, 'the core decides about owners');
    yield* this.#parts.settings.writeSetting(CORE_CURSOR, cursor);
  }

  *#recorded({ accounts, users }: BankData): DbCommand<readonly Owner[]> {
    const numbers = JSON.stringify(accounts.map(({ number }) => number));
    const ids = JSON.stringify(users.map(({ id }) => id));
    return yield* SQL.owners.all(numbers, ids);
  }

  /**
   * Ends the former customer's consents and pending approvals for an account. Consents that a
   * payment has already used are not affected.
   */
  *#endApprovals({ id: account, from }: OwnerTransfer, act: Act): DbCommand<void> {
    const { consents, payments, approvals, customerQueries } = this.#parts;
    for (const { id, debtorAccount } of yield* customerQueries.authorisedConsents(from)) {
      if (!(yield* this.#debits(account, id, debtorAccount))) continue;
      yield* consents.endForTransfer(id, act);
    }
    for (const payment of yield* payments.waitingOf(from, Number.MAX_SAFE_INTEGER)) {
      const { id, consentId, debtorAccount } = payment;
      if (!(yield* this.#debits(account, consentId, debtorAccount))) continue;
      yield* approvals.endForTransfer(id, act);
    }
  }

  /** Returns true if a consent debits an account, directly or through a payment in its file. */
  *#debits(account: string, consentId: string, debtorAccount: string | null): DbCommand<boolean> {
    if (debtorAccount === account) return true;
    const { groups = [] } = (yield* this.#parts.consents.findFile(consentId)) ?? {};
    return groups.some(({ debtors }) => debtors.some((debtor) => debtor.account === account));
  }

  /**
   * Records a transfer of ownership in the audit log. If a user was transferred, also ends the
   * user's sessions.
   */
  *#record({ kind, id, from, to }: OwnerTransfer, act: Act): DbCommand<void> {
    const { signIn, auditLog } = this.#parts;
    if (kind === 'account') {
      // The audit log has no account numbers.
      const subject = sha256(id).toString('hex');
      const detail = { from, to };
      yield* auditLog.append(act, { action: 'accountTransferred', subject, detail });
      return;
    }
    const detail = { from, to, sessionsEnded: yield* signIn.endAllOf(id) };
    yield* auditLog.append(act, { action: 'userTransferred', subject: id, detail });
  }
}

/** Returns the latest state of everything that changed. */
function dataOf(changes: readonly BankChange[]): BankData {
  const customers = new Map<string, BankData['customers'][number]>();
  const users = new Map<string, BankData['users'][number]>();
  const accounts = new Map<string, BankData['accounts'][number]>();
  for (const change of changes) {
    if (change.kind === 'customer') customers.set(change.customer.id, change.customer);
    else if (change.kind === 'user') users.set(change.user.id, change.user);
    else accounts.set(change.account.number, { ...change.account, openingPence: 0 });
  }
  const listed = [...customers.values()];
  return { customers: listed, users: [...users.values()], accounts: [...accounts.values()] };
}

const SQL = {
  owners: sql<[numbers: string, ids: string], Owner>(`
    SELECT 'account' AS kind, number AS id, customer_id AS "customerId" FROM account
    WHERE customer_id IS NOT NULL AND number IN (SELECT value FROM json_each(?))
    UNION ALL
    SELECT 'user' AS kind, id, customer_id AS "customerId" FROM customer_user
    WHERE id IN (SELECT value FROM json_each(?))`),
};
