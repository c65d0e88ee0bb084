import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { serviceActor, type MissingEntries } from '../../../domain/records/audit.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { logFirstFailure, type Attempt } from '../../../domain/records/log-first-failure.ts';
import type { Clock } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { AllSeries } from '../database/writer-series.ts';
import { engine } from '../engine.ts';
import type { InboxKeys } from './audit-inbox.ts';
import {
  ELSEWHERE,
  lastNumbersOf,
  missingEntry,
  seal,
  SEQUENCED_AT_ONCE,
} from './audit-sequencing.ts';

/** How long an entry waits for others before it is sealed, in milliseconds. */
const SEALING_MS = 50;
/** How often it is looked for what a node left that is gone, in milliseconds. */
const LOOKING_MS = 1000;
/** How often is looked whether another node that seals is done, and how long, in milliseconds. */
const ELSEWHERE_LOOK_MS = 5;
const ELSEWHERE_MAX_MS = 5000;

/** What a sealer works with. */
export interface AuditSequencerParts {
  /** Runs a command in the next transaction. */
  readonly commit: <Value>(command: () => DbCommand<Value>) => Promise<Value>;
  readonly keys: InboxKeys;
  readonly auditLog: Pick<AuditLog, 'append'>;
  /** The series of this node, whose entries have to be in the log once they are sealed. */
  readonly series: AllSeries;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/**
 * Seals what this node writes, and now and then what others left. That it cannot is told once,
 * until it can again.
 */
export class AuditSequencer {
  readonly #parts: AuditSequencerParts;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isClosed = false;
  #sealing: Promise<void> = Promise.resolve();
  readonly #attempt: Attempt;
  /** Missing entries that the log does not note yet: the database was away when they were found. */
  readonly #unnoted: MissingEntries[] = [];

  constructor(parts: AuditSequencerParts) {
    this.#parts = parts;
    const says = (sealed: unknown): boolean => sealed !== ELSEWHERE;
    // Tried again every second: that it lasts is seen by what waits. While another node holds the
    // head, an attempt finds out nothing.
    this.#attempt = logFirstFailure(parts.observe, 'sealing the audit log', says);
    this.#arm(LOOKING_MS);
  }

  /** There is an entry. */
  wake(): void {
    if (this.#isSoon || this.#isClosed) return;
    this.#isSoon = true;
    this.#arm(SEALING_MS);
  }

  /**
   * Seals all that was written when this is asked, or waits until another node has. Throws
   * StoreUnavailable when that takes too long.
   */
  seal(): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.#sealAll()) !== ELSEWHERE) return;
      const deadline = performance.now() + ELSEWHERE_MAX_MS;
      const waiting = await this.#parts.commit(() => SQL.last.get());
      const waits = () => this.#parts.commit(() => SQL.waits.get(waiting?.last ?? 0));
      while ((await waits()) !== undefined && (await this.#sealAll()) === ELSEWHERE) {
        if (performance.now() > deadline) throw new StoreUnavailable('The audit log is in use.');
        await sleep(ELSEWHERE_LOOK_MS);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.sealInPassing();
  }

  /** Seals what it can; the rest, or what another node has in hand, waits. Never throws. */
  sealInPassing(): Promise<void> {
    return this.#inTurn(() => this.#sealAll()).catch(() => undefined);
  }

  #inTurn(act: () => Promise<unknown>): Promise<void> {
    this.#sealing = this.#sealing
      .catch(() => undefined)
      .then(async () => {
        await act();
      });
    return this.#sealing;
  }

  #sealAll(): Promise<number | typeof ELSEWHERE> {
    return this.#attempt(async () => {
      const { keys, auditLog, series, machineClock, observe, commit } = this.#parts;
      const unverified = series.unverified;
      for (;;) {
        const sealing = { keys: keys(), auditLog, now: machineClock() };
        const sealed = await commit(() => seal(sealing));
        if (sealed === ELSEWHERE) return ELSEWHERE;
        for (const event of sealed.events) observe(event);
        if (sealed.taken === SEQUENCED_AT_ONCE) continue;
        await this.#verify(unverified);
        return sealed.taken;
      }
    });
  }

  /**
   * Finds entries that this node committed, and that are neither in the inbox any more nor in the
   * chain: the last ones of a series, which no later entry of it shows to be missing yet.
   */
  async #verify(unverified: ReadonlyMap<string, number>): Promise<void> {
    await this.#noteMissing();
    if (unverified.size === 0) return;
    const { commit, series, observe } = this.#parts;
    const there = await commit(() => lastNumbersOf([...unverified.keys()]));
    for (const [writer, to] of unverified) {
      const last = there.get(writer) ?? 0;
      series.verified(writer, last);
      if (last >= to) continue;
      series.end(writer);
      const missing = { writer, from: last + 1, to };
      this.#unnoted.push(missing);
      observe({ kind: 'auditEntriesMissing', ...missing });
    }
    await this.#noteMissing();
  }

  /** Adds an entry to the log for missing ones. Tries again at the next look if that fails. */
  async #noteMissing(): Promise<void> {
    const { commit, auditLog, machineClock } = this.#parts;
    for (let missing = this.#unnoted[0]; missing !== undefined; missing = this.#unnoted[0]) {
      const [act, entry] = [
        { at: machineClock(), by: serviceActor('audit log') },
        missingEntry(missing),
      ];
      await commit(() => auditLog.append(act, entry));
      this.#unnoted.shift();
    }
  }

  #arm(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isSoon = false;
      void this.sealInPassing().then(() => {
        if (!this.#isSoon && !this.#isClosed) this.#arm(LOOKING_MS);
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
