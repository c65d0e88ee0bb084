import type { Database } from 'better-sqlite3';
import type { CoreTotal } from '../../domain/ports/core-banking.ts';
import type { CoreRefusal, WireOperation, WireResult } from '../../connections/core-contract.ts';
import {
  londonDate,
  londonInstant,
  type Instant,
  type LocalDate,
  type Milliseconds,
} from '../../shared/time.ts';
import { HOLDS_BY_ACCOUNT, statementsOf, type OperationRow } from './statements.ts';

/** Rules of the bank. Without them, holds do not expire and debits are limited by funds only. */
export interface CoreRules {
  /** Time after which a hold expires, in milliseconds. */
  readonly holdMs?: Milliseconds;
  /** Numbers of accounts that are blocked. They are credited, and not debited. */
  readonly blocked?: readonly string[];
  /** Maximum sum of the holds that are placed on an account on a day, in pence. */
  readonly dailyLimitPence?: number;
}

/** The decision on a new operation. */
type Decision = Partial<Pick<OperationRow, 'account' | 'amount' | 'reason' | 'state' | 'bookedOn'>>;

const DETAILS: Readonly<Record<CoreRefusal, string>> = {
  insufficientFunds: 'The available balance is too low.',
  accountClosed: 'The account is closed.',
  accountBlocked: 'The account is blocked.',
  accountUnknown: 'The bank has no such account.',
  notPermitted: 'Holds are allowed on current accounts of the customer only.',
  limitExceeded: 'The amount is above the limit.',
  holdReleased: 'The hold was released.',
  holdPosted: 'The hold was posted.',
  holdExpired: 'The hold has expired.',
  holdUnknown: 'There is no hold with this id.',
  idReused: 'The first operation with this id has other members.',
  other: 'See the log of the core.',
};

/** The accounts and operations of the reference core. */
export class Books {
  readonly #db: Database;
  readonly #rules: CoreRules;
  readonly #sql;

  constructor(db: Database, rules: CoreRules = {}) {
    this.#db = db;
    this.#rules = rules;
    if (rules.dailyLimitPence !== undefined) db.exec(HOLDS_BY_ACCOUNT);
    this.#sql = statementsOf(db);
  }

  /** Releases the amounts of expired holds. */
  expireHolds(now: Instant): void {
    const { holdMs } = this.#rules;
    if (holdMs === undefined) return;
    this.#db
      .transaction(() => {
        for (const { id, account, amountPence } of this.#sql.oldHolds.all(now - holdMs)) {
          this.#sql.move.run(0, -amountPence, account);
          this.#sql.end.run('expired', id);
        }
      })
      .immediate();
  }

  /**
   * Performs operations in one transaction, and returns their results. An operation with a known id
   * gets its first result.
   *
   * @param now the time at which operations are booked
   * @param isSkipped returns true to skip an operation, and all later ones on its account
   */
  perform(
    operations: readonly WireOperation[],
    now: Instant,
    isSkipped?: () => boolean,
  ): readonly WireResult[] {
    const today = londonDate(now);
    return this.#db
      .transaction(() => {
        if (isSkipped === undefined) {
          return operations.map((operation) => this.#performOne(operation, now, today));
        }
        const skipped = new Set<string>();
        return operations.map((operation): WireResult => {
          const { id } = operation;
          // A post or a release waits for its hold, and a hold for its account.
          const subjects = 'holdId' in operation ? this.#subjectsOf(operation.holdId) : [];
          if ('account' in operation) subjects.push(operation.account);
          const isHeldUp = isSkipped() || subjects.some((subject) => skipped.has(subject));
          if (isHeldUp && this.#sql.operation.get(id) === undefined) {
            for (const subject of [id, ...subjects]) skipped.add(subject);
            return { id, outcome: 'notDone' };
          }
          return this.#performOne(operation, now, today);
        });
      })
      .immediate();
  }

  /** Returns the available balance of an account. Undefined if there is no such account. */
  availableIn(number: string): number | undefined {
    return this.#sql.account.get(number)?.available;
  }

  hasFunds(number: string, amountPence: number, now: Instant): boolean {
    return this.#whyNotDebited(number, amountPence, londonDate(now)) === undefined;
  }

  /** Returns open holds that were placed before a time, after an id. */
  openHolds(before: Instant, afterId: string, limit: number) {
    return this.#sql.holds.all(before, afterId, limit);
  }

  totalsOf(day: LocalDate): readonly CoreTotal[] {
    return this.#sql.totals.all(day);
  }

  /** Returns entries of a day whose ids are after an id. */
  entriesOf(day: LocalDate, afterId: string, limit: number) {
    return this.#sql.entries.all(day, afterId, limit);
  }

  #subjectsOf(holdId: string): string[] {
    const account = this.#sql.operation.get(holdId)?.account ?? null;
    return account === null ? [holdId] : [holdId, account];
  }

  #performOne(operation: WireOperation, now: Instant, today: LocalDate): WireResult {
    const { id, type } = operation;
    const requested = {
      account: 'account' in operation ? operation.account : null,
      amount: 'amountPence' in operation ? operation.amountPence : null,
      holdId: 'holdId' in operation ? operation.holdId : null,
    };
    const known = this.#sql.operation.get(id);
    if (known !== undefined) {
      return isRepeatOf(known, { type, ...requested }) ? resultOf(known) : refused(id, 'idReused');
    }
    const none = { reason: null, state: null, bookedOn: null, performedAt: now };
    const decision = this.#decide(operation, now, today);
    const row: OperationRow = { id, type, ...requested, ...none, ...decision };
    this.#sql.add.run(row);
    return resultOf(row);
  }

  #decide(operation: WireOperation, now: Instant, today: LocalDate): Decision {
    switch (operation.type) {
      case 'hold': {
        const { account, amountPence, customerId } = operation;
        const reason = this.#whyNotDebited(account, amountPence, today, customerId);
        if (reason !== undefined) return { reason };
        this.#sql.move.run(0, amountPence, account);
        return { state: 'held' };
      }
      case 'credit': {
        const account = this.#sql.account.get(operation.account);
        if (account === undefined) return { reason: 'accountUnknown' };
        if (account.state === 'closed') return { reason: 'accountClosed' };
        this.#sql.move.run(operation.amountPence, 0, operation.account);
        return { bookedOn: today };
      }
      case 'post':
        return this.#post(operation.holdId, today);
      case 'release':
        return this.#release(operation.holdId, now);
    }
  }

  #post(holdId: string, today: LocalDate): Decision {
    const hold = this.#sql.operation.get(holdId);
    if (hold?.type !== 'hold') return { reason: 'holdUnknown' };
    if (hold.reason !== null) return { reason: reasonToPost(hold.reason) };
    if (hold.state === 'posted') return { reason: 'holdPosted' };
    if (hold.state === 'released') return { reason: 'holdReleased' };
    if (hold.state === 'expired') return { reason: 'holdExpired' };
    const { account, amount } = hold;
    this.#sql.move.run(-(amount ?? 0), -(amount ?? 0), account);
    this.#sql.end.run('posted', holdId);
    return { account, amount, bookedOn: today };
  }

  /**
   * Releases a hold. If the hold has not arrived, stores the release, so that the hold is refused
   * later.
   */
  #release(holdId: string, now: Instant): Decision {
    const hold = this.#sql.operation.get(holdId);
    if (hold === undefined) {
      const none = { account: null, amount: null, holdId: null, state: null, bookedOn: null };
      const reason = 'holdReleased';
      this.#sql.add.run({ id: holdId, type: 'hold', reason, ...none, performedAt: now });
      return {};
    }
    if (hold.type !== 'hold') return { reason: 'holdUnknown' };
    if (hold.state === 'posted') return { reason: 'holdPosted' };
    if (hold.state === 'held') {
      this.#sql.move.run(0, -(hold.amount ?? 0), hold.account);
      this.#sql.end.run('released', holdId);
    }
    return {};
  }

  #whyNotDebited(
    number: string,
    amountPence: number,
    today: LocalDate,
    customerId?: string,
  ): CoreRefusal | undefined {
    const account = this.#sql.account.get(number);
    if (account === undefined) return 'accountUnknown';
    if (account.state === 'closed') return 'accountClosed';
    const isOwn = customerId === undefined || account.customerId === customerId;
    if (account.kind !== 'current' || !isOwn) return 'notPermitted';
    const { blocked = [], dailyLimitPence } = this.#rules;
    if (account.state === 'blocked' || blocked.includes(number)) return 'accountBlocked';
    if (account.available < amountPence) return 'insufficientFunds';
    if (dailyLimitPence === undefined) return undefined;
    const held = this.#sql.heldSince.get(number, londonInstant(today)) ?? 0;
    return held + amountPence > dailyLimitPence ? 'limitExceeded' : undefined;
  }
}

/** Returns true if an operation is a repeat of a known one, or a hold that was released before. */
function isRepeatOf(
  known: OperationRow,
  requested: Pick<OperationRow, 'type' | 'account' | 'amount' | 'holdId'>,
): boolean {
  if (known.type !== requested.type) return false;
  if (known.type === 'post' || known.type === 'release') return known.holdId === requested.holdId;
  return (
    known.account === null ||
    (known.account === requested.account && known.amount === requested.amount)
  );
}

/** Returns the reason for which a post is refused if its hold was refused. */
function reasonToPost(reason: CoreRefusal): CoreRefusal {
  return reason === 'holdReleased' ? reason : 'holdUnknown';
}

function refused(id: string, reason: CoreRefusal): WireResult {
  return { id, outcome: 'refused', reason, detail: DETAILS[reason] };
}

function resultOf({ id, reason, bookedOn }: OperationRow): WireResult {
  return reason === null ? { id, outcome: 'done', bookedOn } : refused(id, reason);
}
