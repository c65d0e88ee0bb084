import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { Violation } from '../story.ts';

/** Counts of an audit. */
export interface CoreCounts {
  readonly posts: number;
  readonly credits: number;
  /** Number of holds that the core refused. */
  readonly refusedHolds: number;
  /** Number of holds that the service had released because a whole batch failed. */
  readonly releasedHolds: number;
  /** Number of holds that no payment needed at the end. */
  readonly forgottenHolds: number;
}

/** A transfer to or from an account of a customer. */
interface Transfer {
  readonly kind: string;
  readonly account: string;
  readonly amount: number;
  readonly name: string;
}

/** An operation that the core has booked, or that the service has stored as booked. */
interface Entry {
  readonly id: string;
  readonly type: 'post' | 'credit';
  readonly account: string;
  readonly amount: number;
  readonly bookedOn: string;
}

interface Account {
  readonly number: string;
  readonly booked: number;
  readonly held: number;
}

/**
 * Compares the databases of a stopped service and of its core. Each transfer of a customer's
 * account must be booked once in the core, and nothing else. No request may wait and no hold may be
 * open.
 */
export function auditCore(servicePath: string, coreFolder: string, forgotten: number): CoreCounts {
  const service = new Sqlite(servicePath);
  const core = new Sqlite(join(coreFolder, 'core.db'));
  try {
    auditNothingOpen(service, core);
    const entries = core.prepare<[], Entry>(CORE_ENTRIES).all();
    const stored = service.prepare<[], Entry>(SERVICE_ENTRIES).all();
    auditSame('entry', stored.map(entryText), entries.map(entryText));
    const transfers = service.prepare<[], Transfer>(TRANSFERS).all();
    auditSame('transfer', transfers.map(transferText), entries.map(transferTextOf));
    auditBalances(
      core.prepare<[], Account>('SELECT number, booked, held FROM account').all(),
      entries,
    );
    return {
      posts: entries.filter(({ type }) => type === 'post').length,
      credits: entries.filter(({ type }) => type === 'credit').length,
      refusedHolds: count(core, "operation WHERE type = 'hold' AND reason IS NOT NULL"),
      releasedHolds: count(core, "operation WHERE state = 'released'") - forgotten,
      forgottenHolds: forgotten,
    };
  } finally {
    service.close();
    core.close();
  }
}

function auditNothingOpen(service: Sqlite.Database, core: Sqlite.Database): void {
  const requests = count(service, 'core_request');
  if (requests > 0) throw new Violation(`${String(requests)} requests wait for the core.`);
  const holds = count(core, "operation WHERE state = 'held'");
  if (holds > 0) throw new Violation(`${String(holds)} holds are open in the core.`);
}

/** Checks that both sides have the same records, each as often as the other. */
function auditSame(what: string, inService: readonly string[], inCore: readonly string[]): void {
  const left = new Map<string, number>();
  for (const one of inCore) left.set(one, (left.get(one) ?? 0) + 1);
  for (const one of inService) {
    const times = left.get(one) ?? 0;
    if (times === 0) throw new Violation(`The core has no ${what} ${one}.`);
    if (times > 1) left.set(one, times - 1);
    else left.delete(one);
  }
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new Violation(`The service has no ${what} ${unknown}.`);
}

/** Checks that each balance is the opening balance without the posts and with the credits. */
function auditBalances(accounts: readonly Account[], entries: readonly Entry[]): void {
  const expected = new Map(
    SANDBOX_SEED.accounts.map(({ number, openingPence }) => [number, openingPence]),
  );
  for (const { type, account, amount } of entries) {
    const sign = type === 'post' ? -1 : 1;
    expected.set(account, (expected.get(account) ?? Number.NaN) + sign * amount);
  }
  for (const { number, booked, held } of accounts) {
    const balance = expected.get(number);
    if (held === 0 && booked === balance) continue;
    throw new Violation(
      `Account ${number} has ${String(booked)} pence with ${String(held)} held in the core, ` +
        `expected ${String(balance)}.`,
    );
  }
}

const entryText = ({ id, type, account, amount, bookedOn }: Entry): string =>
  [id, type, account, amount, bookedOn].join(' ');

const transferText = ({ kind, name, account, amount }: Transfer): string =>
  [kind, name, account, amount].join(' ');

/** Returns the text of the transfer that an entry of the core belongs to. */
function transferTextOf({ id, account, amount }: Entry): string {
  const [prefix = '', ...parts] = id.split('.');
  const kind = prefix === 'post' ? 'debit' : prefix;
  return transferText({ kind, name: parts.slice(0, 3).join('.'), account, amount });
}

function count(database: Sqlite.Database, table: string): number {
  return database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? 0;
}

const CORE_ENTRIES = `SELECT id, type, account, amount, booked_on AS bookedOn FROM operation
  WHERE booked_on IS NOT NULL`;

const SERVICE_ENTRIES = `SELECT id, type, account, amount_pence AS amount, booked_on AS bookedOn
  FROM core_entry`;

const TRANSFERS = `SELECT transfer.kind, account.number AS account, amount_pence AS amount,
    payment_id || '.' || batch || '.' || COALESCE(payment_index, account.number) AS name
  FROM transfer JOIN account ON account.customer_id IS NOT NULL
    AND account.number = CASE transfer.kind WHEN 'debit' THEN debit_account ELSE credit_account END
  WHERE transfer.kind <> 'settlement'`;
