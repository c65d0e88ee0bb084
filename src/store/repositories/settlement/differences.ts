import type { OverdueDates } from '../../../domain/calendar/settlement-entries.ts';
import type { Act } from '../../../domain/records/audit.ts';
import {
  differenceName,
  parseDifferenceName,
  type Difference,
  type DifferenceSubject,
  type ResolutionResult,
} from '../../../domain/schemes/reconciliation.ts';
import { INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  type Instant,
  type LocalDate,
} from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import { SQL, type DifferenceRow } from './difference-statements.ts';

interface Parts {
  readonly payments: Payments;
  readonly auditLog: AuditLog;
}

/** The differences between the settlement accounts and the credits that were handed over. */
export class Differences {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *list(overdue: OverdueDates, limit: number): DbCommand<readonly Difference[]> {
    const found: Difference[] = [];
    for (const instrument of yield* this.#reportedInstruments()) {
      const until = overdue[instrument];
      const rows = yield* SQL.missing.all(instrument, until, limit);
      const returns = yield* SQL.missingReturns.all(instrument, endOf(until), limit);
      found.push(...rows.map(messageDifference), ...returns.map(returnDifference));
    }
    for (const instrument of INSTRUMENTS) {
      const misreported = yield* SQL.misreported.all(instrument, limit);
      found.push(...misreported.map(messageDifference));
    }
    found.push(...(yield* SQL.misreportedReturns.all(limit)).map(returnDifference));
    found.push(...(yield* SQL.entries.all(limit)).map((row) => otherDifference(row, 'entry')));
    const broken = yield* SQL.statements.all(limit);
    found.push(...broken.map((row) => otherDifference(row, 'statement')));
    return found.sort((one, other) => one.since - other.since);
  }

  *resolve(
    name: string,
    reason: string,
    overdue: OverdueDates,
    act: Act,
  ): DbCommand<ResolutionResult> {
    const subject = parseDifferenceName(name);
    if (subject === undefined) return 'unknown';
    const row = yield* this.#find(subject);
    if (row === undefined) return 'unknown';
    const { paymentId } = row;
    // The commands that store entries and answers lock the payment too, so the numbers do not
    // change.
    if (paymentId !== null) yield* this.#parts.payments.lock([paymentId]);
    const locked = paymentId === null ? row : yield* this.#find(subject);
    if (locked === undefined || !(yield* this.#isListed(locked, overdue))) return 'unknown';
    const credits = locked.expected - locked.reported;
    const minor = locked.expectedMinor - locked.reportedMinor;
    if (!(yield* this.#close(subject, { credits, minor }, act.at))) return 'none';
    const { kind, currency } = locked;
    const by = { at: act.at, by: act.by.id };
    yield* SQL.addResolution.write({ name, kind, credits, minor, currency, reason, ...by });
    const detail = { kind, credits, amountMinor: minor, currency, paymentId };
    yield* this.#parts.auditLog.append(act, {
      action: 'settlementResolved',
      subject: name,
      detail,
    });
    return 'done';
  }

  readonly totals = (from: LocalDate, limit: number) => SQL.totals.all(from, limit);

  /** Returns false if credits or a return are missing whose entries may still come. */
  *#isListed(
    { kind, instrument, settlementDate, at }: DifferenceRow,
    overdue: OverdueDates,
  ): DbCommand<boolean> {
    if (kind !== 'missing' || instrument === null) return true;
    const isDue = (settlementDate ?? londonDate(at)) <= overdue[instrument];
    return isDue && (yield* this.#reportedInstruments()).includes(instrument);
  }

  /** Returns the schemes whose exchanges have delivered reports of settlement accounts. */
  *#reportedInstruments(): DbCommand<readonly Instrument[]> {
    const rows = yield* SQL.reported.all();
    const names = rows.flatMap(({ instruments }) => instruments.split(','));
    return INSTRUMENTS.filter((instrument) => names.includes(instrument));
  }

  *#find(subject: DifferenceSubject): DbCommand<DifferenceRow | undefined> {
    if (subject.of === 'message') return yield* SQL.findMessage.get(subject.messageId);
    if (subject.of === 'return') {
      return yield* SQL.findReturn.get(subject.messageId, subject.index);
    }
    return yield* SQL[subject.of === 'entry' ? 'findEntry' : 'findStatement'].get(subject.id);
  }

  /** Closes a difference. Returns false if there is none. */
  *#close(
    subject: DifferenceSubject,
    { credits, minor }: { readonly credits: number; readonly minor: MinorUnits },
    now: Instant,
  ): DbCommand<boolean> {
    const isDifferent = credits !== 0 || minor !== 0;
    if (subject.of === 'message') {
      if (!isDifferent) return false;
      yield* SQL.closeMessage.write(credits, minor, subject.messageId);
      return true;
    }
    if (subject.of === 'return') {
      if (!isDifferent) return false;
      yield* SQL.closeReturn.write(minor, subject.messageId, subject.index);
      return true;
    }
    const close = subject.of === 'entry' ? SQL.closeEntry : SQL.closeStatement;
    return (yield* close.run(now, subject.id)) === 1;
  }
}

/** Returns the time at which a settlement date has ended in London. */
const endOf = (date: LocalDate): Instant => londonInstant(addDays(date, 1));

function messageDifference(row: DifferenceRow): Difference {
  const messageId = row.messageId ?? '';
  const since = row.kind === 'missing' ? endOf(row.settlementDate ?? '') : row.at;
  return { ...commonOf(row), name: differenceName({ of: 'message', messageId }), since };
}

function returnDifference(row: DifferenceRow): Difference {
  const messageId = row.messageId ?? '';
  const index = row.index ?? 0;
  const name = differenceName({ of: 'return', messageId, index });
  return { ...commonOf(row), name, since: row.at };
}

function otherDifference(row: DifferenceRow, of: 'entry' | 'statement'): Difference {
  return { ...commonOf(row), name: differenceName({ of, id: row.id ?? 0 }), since: row.at };
}

function commonOf(row: DifferenceRow): Omit<Difference, 'name' | 'since'> {
  const { kind, instrument, account, paymentId, currency, detail } = row;
  return {
    kind,
    instrument,
    account,
    paymentId,
    currency,
    detail,
    expected: { credits: row.expected, minor: row.expectedMinor },
    reported: { credits: row.reported, minor: row.reportedMinor },
  };
}
