import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/unavailable.ts';
import {
  APPEND_ENTRY,
  AUDIT_COLUMNS,
  hashOf,
  type AuditRow,
  type UnplacedRow,
} from '../../rooms/audit/audit-chain.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { tellingOnce, type Attempt } from '../../../domain/records/telling-once.ts';
import type { Run } from '../../rooms/engine.ts';
import { engine } from '../engine.ts';
import { type InboxKeys, macOf } from './audit-log.ts';

/** Entries that one transaction of a sealer moves at most. */
const SEALED_AT_ONCE = 4096;

interface Head {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** An entry that waits was written by nobody of this deployment, or is not as it was written. */
class ForeignEntry extends Error {
  override readonly name = 'ForeignEntry';
}

/** What a node is told while another one has the head's row. */
const ELSEWHERE = 'elsewhere';

/**
 * Moves what waits into the chain; how many entries. Any node may try at any time: whoever has the
 * head's row does it, and the others are told so. Places are given here, not when an entry is
 * written: one whose transaction commits later than another with a higher id is merely sealed
 * later.
 */
function* seal(keys: readonly Buffer[]): Run<number | typeof ELSEWHERE> {
  const head = yield* SQL.head.get();
  if (head === undefined) return ELSEWHERE;
  const entries = [...(yield* SQL.take.all(SEALED_AT_ONCE))].sort(
    (one, other) => one.id - other.id,
  );
  if (entries.length === 0) return 0;
  let last = head;
  for (const { id, mac, ...entry } of entries) {
    if (!keys.some((key) => macOf(entry, key).equals(mac))) {
      throw new ForeignEntry(`Entry ${String(id)} of the inbox of the audit log is not ours.`);
    }
    const placed = { ...entry, sequence: last.sequence + 1 };
    last = { sequence: placed.sequence, hash: hashOf(last.hash, placed) };
    yield* SQL.append.write({ ...placed, hash: last.hash });
  }
  yield* SQL.move.write(last.sequence, last.hash);
  return entries.length;
}

/** How long an entry waits for others before it is sealed, in milliseconds. */
const SEALING_MS = 50;
/** How often it is looked for what a node left that is gone, in milliseconds. */
const LOOKING_MS = 1000;
/** How often is looked whether another node that seals is done, and how long, in milliseconds. */
const ELSEWHERE_LOOK_MS = 5;
const ELSEWHERE_MAX_MS = 5000;

/**
 * Seals what this node writes, and now and then what others left. That it cannot is told once,
 * until it can again.
 */
export class Sealer {
  readonly #commit: <Value>(command: () => Run<Value>) => Promise<Value>;
  readonly #keys: InboxKeys;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isClosed = false;
  #sealing: Promise<void> = Promise.resolve();
  readonly #attempt: Attempt;

  constructor(
    commit: <Value>(command: () => Run<Value>) => Promise<Value>,
    keys: InboxKeys,
    observe: Observe,
  ) {
    this.#commit = commit;
    this.#keys = keys;
    // Tried again every second: that it lasts is seen by what waits. While another node holds the
    // head, an attempt finds out nothing.
    this.#attempt = tellingOnce(observe, 'sealing the audit log', (sealed) => sealed !== ELSEWHERE);
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
      const waiting = await this.#commit(() => SQL.last.get());
      const waits = () => this.#commit(() => SQL.waits.get(waiting?.last ?? 0));
      while ((await waits()) !== undefined && (await this.#sealAll()) === ELSEWHERE) {
        if (performance.now() > deadline) throw new StoreUnavailable('The audit log is in use.');
        await sleep(ELSEWHERE_LOOK_MS);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sealInPassing();
  }

  /** What cannot be sealed now, or is in another's hands, waits for the next time. */
  #sealInPassing(): Promise<void> {
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
      let sealed: number | typeof ELSEWHERE;
      do sealed = await this.#commit(() => seal(this.#keys()));
      while (sealed === SEALED_AT_ONCE);
      return sealed;
    });
  }

  #arm(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isSoon = false;
      void this.#sealInPassing().then(() => {
        if (!this.#isSoon && !this.#isClosed) this.#arm(LOOKING_MS);
      });
    }, inMs);
  }
}

const SQL = {
  head: engine.prepare<[], Head>('SELECT sequence, hash FROM audit_head FOR UPDATE SKIP LOCKED'),
  take: engine.prepare<[number], UnplacedRow & { readonly id: number; readonly mac: Buffer }>(
    `DELETE FROM audit_inbox WHERE id IN (SELECT id FROM audit_inbox ORDER BY id LIMIT ?)
     RETURNING id, ${AUDIT_COLUMNS}, mac`,
  ),
  last: engine.prepare<[], { readonly last: number | null }>(
    'SELECT MAX(id) AS last FROM audit_inbox',
  ),
  waits: engine.prepare<[number], { readonly id: number }>(
    'SELECT id FROM audit_inbox WHERE id <= ? LIMIT 1',
  ),
  append: engine.prepare<AuditRow>(APPEND_ENTRY),
  move: engine.prepare<[number, Buffer]>('UPDATE audit_head SET sequence = ?, hash = ?'),
};
