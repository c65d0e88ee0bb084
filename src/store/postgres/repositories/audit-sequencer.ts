import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { serviceActor, type MissingEntries } from '../../../domain/records/audit.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { logFirstFailure, type FailureLogger } from '../../../domain/records/log-first-failure.ts';
import type { Clock, Milliseconds } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { SeriesPool } from '../database/writer-series.ts';
import { engine } from '../engine.ts';
import type { InboxKeys } from './audit-inbox.ts';
import {
  HEAD_LOCKED,
  lastNumbersOf,
  missingEntry,
  sequenceEntries,
  SEQUENCED_AT_ONCE,
} from './audit-sequencing.ts';

/** Delay before a new entry is sequenced, in milliseconds, so that others can join it. */
const SEQUENCE_DELAY_MS: Milliseconds = 50;
/** Interval of the search for entries that a stopped node left in the inbox, in milliseconds. */
const POLL_MS: Milliseconds = 1000;
/**
 * While another node is sequencing: how often to check whether it has finished, and how long to
 * wait, in milliseconds.
 */
const HEAD_POLL_MS: Milliseconds = 5;
const HEAD_WAIT_MS: Milliseconds = 5000;

/** Dependencies of an AuditSequencer. */
export interface AuditSequencerParts {
  /** Runs a command in the next transaction. */
  readonly commit: <Value>(command: () => DbCommand<Value>) => Promise<Value>;
  readonly keys: InboxKeys;
  readonly auditLog: Pick<AuditLog, 'append'>;
  /** Writer series of this node. After sequencing, their entries must be in the log. */
  readonly series: SeriesPool;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/**
 * Moves audit entries from the inbox into the hash chain: soon after this node has written one, and
 * every second for entries of other nodes. A failure is logged once until an attempt succeeds.
 */
export class AuditSequencer {
  readonly #parts: AuditSequencerParts;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isClosed = false;
  #sequencing: Promise<void> = Promise.resolve();
  readonly #attempt: FailureLogger;
  /**
   * Missing entries that could not be recorded in the log yet, because the database was unavailable
   * when they were found.
   */
  readonly #unrecorded: MissingEntries[] = [];

  constructor(parts: AuditSequencerParts) {
    this.#parts = parts;
    const isConclusive = (sequenced: unknown): boolean => sequenced !== HEAD_LOCKED;
    // Attempts are repeated every second, so one log line is enough, and metrics show how many
    // entries wait. An attempt while another node holds the head says nothing about the failure.
    this.#attempt = logFirstFailure(parts.observe, 'sequencing the audit log', isConclusive);
    this.#arm(POLL_MS);
  }

  /** Schedules sequencing, because an entry was written. */
  wake(): void {
    if (this.#isSoon || this.#isClosed) return;
    this.#isSoon = true;
    this.#arm(SEQUENCE_DELAY_MS);
  }

  /**
   * Sequences all entries written before the call, or waits until another node has done so. Throws
   * StoreUnavailable if that takes more than 5 seconds.
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

  /** Sequences as many entries as possible. Leaves the others for later. Never throws. */
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
   * Detects entries that this node committed but that are neither in the inbox nor in the chain.
   * This finds gaps at the end of a series, which no later entry reveals yet.
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
   * Writes audit entries that report missing entries. Unreported ones are retried at the next
   * attempt.
   */
  async #recordMissing(): Promise<void> {
    const { commit, auditLog, machineClock } = this.#parts;
    for (let missing = this.#unrecorded[0]; missing !== undefined; missing = this.#unrecorded[0]) {
      const [act, entry] = [
        { at: machineClock(), by: serviceActor('audit log') },
        missingEntry(missing),
      ];
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
  last: engine.prepare<[], { readonly last: number | null }>(
    'SELECT MAX(id) AS last FROM audit_inbox',
  ),
  waits: engine.prepare<[number], { readonly id: number }>(
    'SELECT id FROM audit_inbox WHERE id <= ? LIMIT 1',
  ),
};
