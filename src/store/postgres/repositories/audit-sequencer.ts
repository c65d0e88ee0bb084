import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { serviceActor, type MissingEntries } from '../../../domain/records/audit.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { logFirstFailure, type FailureLogger } from '../../../domain/records/log-first-failure.ts';
import type { Clock, Milliseconds } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import { sql, type DbCommand } from '../../repositories/engine.ts';
import type { SeriesPool } from '../database/writer-series.ts';
import type { InboxKeys } from './audit-inbox.ts';
import {
  HEAD_LOCKED,
  lastNumbersOf,
  missingEntry,
  sequenceEntries,
  SEQUENCED_AT_ONCE,
} from './audit-sequencing.ts';

/**
 * Time in milliseconds between writing an entry and sequencing it. During this time, more entries
 * can join the same transaction.
 */
const SEQUENCE_DELAY_MS: Milliseconds = 50;
/** Interval in milliseconds at which a node checks the inbox for entries of a stopped node. */
const POLL_MS: Milliseconds = 1000;
/**
 * While another node is sequencing, the first value is the interval at which this node checks
 * whether it has finished. The second is the maximum time to wait. Both are in milliseconds.
 */
const HEAD_POLL_MS: Milliseconds = 5;
const HEAD_WAIT_MS: Milliseconds = 5000;

/** Dependencies of an AuditSequencer. */
export interface AuditSequencerParts {
  /** Runs a command in the next transaction. */
  readonly commit: <Value>(command: () => DbCommand<Value>) => Promise<Value>;
  readonly keys: InboxKeys;
  readonly auditLog: Pick<AuditLog, 'append'>;
  /**
   * The writer series in which this node numbers its audit entries. After each sequencing, the node
   * checks that none of its entries is missing from the log.
   */
  readonly series: SeriesPool;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/**
 * Moves audit entries from the inbox into the hash chain. It runs soon after this node has written
 * an entry, and every second for entries of other nodes. After a failure, it logs no further
 * failures until it has succeeded again.
 */
export class AuditSequencer {
  readonly #parts: AuditSequencerParts;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isClosed = false;
  #sequencing: Promise<void> = Promise.resolve();
  readonly #attempt: FailureLogger;
  /**
   * Missing entries that were found but not yet recorded in the audit log, because the database was
   * unavailable.
   */
  readonly #unrecorded: MissingEntries[] = [];

  constructor(parts: AuditSequencerParts) {
    this.#parts = parts;
    const isConclusive = (sequenced: unknown): boolean => sequenced !== HEAD_LOCKED;
    // Sequencing is attempted every second, so one log line is enough. Metrics show how many
    // entries wait. If another node has locked the head, the attempt is neither a success nor a
    // failure.
    this.#attempt = logFirstFailure(parts.observe, 'sequencing the audit log', isConclusive);
    this.#arm(POLL_MS);
  }

  /** Schedules sequencing. Called after an entry was written. */
  wake(): void {
    if (this.#isSoon || this.#isClosed) return;
    this.#isSoon = true;
    this.#arm(SEQUENCE_DELAY_MS);
  }

  /**
   * Sequences all entries written before the call, or waits until another node has sequenced them.
   * Throws StoreUnavailable after 5 seconds.
   */
  sequenceNow(): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.#sequenceAll()) !== HEAD_LOCKED) return;
      const deadline = performance.now() + HEAD_WAIT_MS;
      const waiting = await this.#parts.commit(() => SQL.last.get());
      const waits = () => this.#parts.commit(() => SQL.waits.get(waiting?.last ?? 0));
      while ((await waits()) !== undefined && (await this.#sequenceAll()) === HEAD_LOCKED) {
        if (performance.now() > deadline)
          throw new StoreUnavailable('Another node is still writing the audit log.');
        await sleep(HEAD_POLL_MS);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.trySequence();
  }

  /**
   * Tries to sequence the waiting entries. Entries that cannot be sequenced now stay in the inbox.
   * Never throws.
   */
  trySequence(): Promise<void> {
    return this.#inTurn(() => this.#sequenceAll()).catch(() => undefined);
  }

  #inTurn(act: () => Promise<unknown>): Promise<void> {
    this.#sequencing = this.#sequencing
      .catch(() => undefined)
      .then(async () => {
        await act();
      });
    return this.#sequencing;
  }

  #sequenceAll(): Promise<number | typeof HEAD_LOCKED> {
    return this.#attempt(async () => {
      const { keys, auditLog, series, machineClock, observe, commit } = this.#parts;
      const unverified = series.unverified;
      for (;;) {
        const sequencing = { keys: keys(), auditLog, now: machineClock() };
        const sequenced = await commit(() => sequenceEntries(sequencing));
        if (sequenced === HEAD_LOCKED) return HEAD_LOCKED;
        for (const event of sequenced.events) observe(event);
        if (sequenced.taken === SEQUENCED_AT_ONCE) continue;
        await this.#verify(unverified);
        return sequenced.taken;
      }
    });
  }

  /**
   * Finds entries that this node committed but that are neither in the inbox nor in the chain. This
   * detects missing entries at the end of a series, which no later entry has revealed yet.
   */
  async #verify(unverified: ReadonlyMap<string, number>): Promise<void> {
    await this.#recordMissing();
    if (unverified.size === 0) return;
    const { commit, series, observe } = this.#parts;
    const there = await commit(() => lastNumbersOf([...unverified.keys()]));
    for (const [writer, to] of unverified) {
      const last = there.get(writer) ?? 0;
      series.verified(writer, last);
      if (last >= to) continue;
      series.end(writer);
      const missing = { writer, from: last + 1, to };
      this.#unrecorded.push(missing);
      observe({ kind: 'auditEntriesMissing', ...missing });
    }
    await this.#recordMissing();
  }

  /**
   * Writes audit entries that report missing entries. If this fails, the next attempt writes them.
   */
  async #recordMissing(): Promise<void> {
    const { commit, auditLog, machineClock } = this.#parts;
    for (let missing = this.#unrecorded[0]; missing !== undefined; missing = this.#unrecorded[0]) {
      const act = { at: machineClock(), by: serviceActor('audit log') };
      const entry = missingEntry(missing);
      await commit(() => auditLog.append(act, entry));
      this.#unrecorded.shift();
    }
  }

  #arm(inMs: Milliseconds): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isSoon = false;
      void this.trySequence().then(() => {
        if (!this.#isSoon && !this.#isClosed) this.#arm(POLL_MS);
      });
    }, inMs);
  }
}

const SQL = {
  last: sql<[], { readonly last: number | null }>('SELECT MAX(id) AS last FROM audit_inbox'),
  waits: sql<[number], { readonly id: number }>('SELECT id FROM audit_inbox WHERE id <= ? LIMIT 1'),
};
