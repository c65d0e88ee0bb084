import type { StoredDocument } from '../../../domain/ports/hub-admin-store.ts';
import type { DeliveryHeader } from '../../../domain/schemes/answers.ts';
import type {
  Arrival,
  Delivery,
  DeliveryProblem,
  MatchedSlice,
  NewDelivery,
} from '../../../domain/schemes/hand-over.ts';
import { INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand, Engine, Lock } from '../engine.ts';
import type { Problems } from './problems.ts';

/** The documents that a payment hub delivered. */
export class Deliveries {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #lock: Lock;
  readonly #problems: Problems;

  constructor(engine: Engine, problems: Problems) {
    this.#sql = prepare(engine);
    this.#problems = problems;
    this.#lock = engine.lock('scheme_delivery', 'sha256');
  }

  *add(document: NewDelivery, arrival: Arrival, now: Instant): DbCommand<boolean> {
    const { sha256, bytes } = document;
    const { name, exchange } = arrival;
    const content = document.content ? Buffer.from(document.content) : null;
    const row = { sha256, bytes, content, name, exchange, now };
    return (yield* this.#sql.add.run({ ...row, instruments: arrival.instruments.join() })) === 1;
  }

  *toRead(limit: number): DbCommand<readonly Delivery[]> {
    const rows = yield* this.#sql.toRead.all(limit);
    return rows.map((row) => ({
      ...row,
      instruments: namedIn(row.instruments),
      isInDatabase: row.isInDatabase === 1,
    }));
  }

  readonly find = (sha256: string) => this.#sql.find.get(sha256);

  *begin(sha256: string, { kind, id }: DeliveryHeader): DbCommand<boolean> {
    yield* this.#lock.acquire([sha256]);
    const other = yield* this.#sql.otherWithId.get(kind, id, sha256);
    if (other === undefined) {
      yield* this.#sql.begin.write(kind, id, sha256);
      return true;
    }
    yield* this.setAside(sha256, {
      code: 'idReused',
      problem:
        `The document has the id ${id} of a different ${kind}, which was delivered as ` +
        `${other.name}. Each document needs its own id.`,
    });
    return false;
  }

  *setAside(sha256: string, problem: DeliveryProblem): DbCommand<void> {
    const isNew = (yield* this.#sql.setAside.run(sha256)) === 1;
    if (isNew) yield* this.#problems.addDocument(sha256, problem);
  }

  /**
   * Locks a document that was set aside. Returns false if it cannot be read again, because another
   * document with the same id was processed in the meantime.
   */
  *mayReadAgain(sha256: string): DbCommand<boolean> {
    yield* this.#lock.acquire([sha256]);
    return (yield* this.#sql.otherWithSameId.get(sha256)) === undefined;
  }

  /**
   * Schedules a document that was set aside to be read again, from the first answer that was not
   * applied.
   */
  readonly readAgain = (sha256: string) => this.#sql.readAgain.write(sha256);

  /**
   * Locks a document and records the position up to which its answers are applied. Returns false if
   * the slice was applied before.
   */
  *advance(
    sha256: string,
    { from, to, isLast }: Pick<MatchedSlice, 'from' | 'to' | 'isLast'>,
  ): DbCommand<boolean> {
    yield* this.#lock.acquire([sha256]);
    const state = isLast ? 'taken' : 'reading';
    return (yield* this.#sql.advance.run(to, state, sha256, from)) === 1;
  }
}

interface DeliveryRow extends Omit<Delivery, 'instruments' | 'isInDatabase'> {
  /** Short names of schemes, separated by commas. */
  readonly instruments: string;
  readonly isInDatabase: 0 | 1;
}

interface NewRow extends Required<NewDelivery>, Omit<Arrival, 'instruments'> {
  readonly instruments: string;
  readonly now: Instant;
}

function namedIn(names: string): readonly Instrument[] {
  const written = names.split(',');
  return INSTRUMENTS.filter((instrument) => written.includes(instrument));
}

function prepare(engine: Engine) {
  return {
    add: engine.prepare<NewRow>(
      `INSERT INTO scheme_delivery
         (sha256, bytes, content, name, exchange, instruments, received_at, state)
       VALUES (@sha256, @bytes, @content, @name, @exchange, @instruments, @now, 'received')
       ON CONFLICT (sha256) DO UPDATE SET content = EXCLUDED.content
         WHERE scheme_delivery.content <> EXCLUDED.content`,
    ),
    find: engine.prepare<[string], StoredDocument>(
      'SELECT sha256, bytes, content FROM scheme_delivery WHERE sha256 = ?',
    ),
    toRead: engine.prepare<[number], DeliveryRow>(
      `SELECT sha256, bytes, name, exchange, instruments, kind,
         next_position AS nextPosition, CASE WHEN content IS NULL THEN 0 ELSE 1 END AS isInDatabase
       FROM scheme_delivery
       WHERE state IN ('received', 'reading') ORDER BY received_at, sha256 LIMIT ?`,
    ),
    // Each exchange has its own ids, because hubs choose them independently.
    otherWithId: engine.prepare<[string, string, string], { name: string }>(
      `SELECT other.name FROM scheme_delivery
         JOIN scheme_delivery AS other ON other.exchange = scheme_delivery.exchange
           AND other.kind = ? AND other.document_id = ? AND other.state IN ('reading', 'taken')
           AND other.sha256 <> scheme_delivery.sha256
       WHERE scheme_delivery.sha256 = ? LIMIT 1`,
    ),
    begin: engine.prepare<[string, string, string]>(
      `UPDATE scheme_delivery SET state = 'reading', kind = ?, document_id = ?
       WHERE sha256 = ? AND state = 'received'`,
    ),
    setAside: engine.prepare<[string]>(
      `UPDATE scheme_delivery SET state = 'set-aside'
       WHERE sha256 = ? AND state IN ('received', 'reading')`,
    ),
    // A document keeps its id only if some of its answers were applied.
    otherWithSameId: engine.prepare<[string], { sha256: string }>(
      `SELECT other.sha256 FROM scheme_delivery
         JOIN scheme_delivery AS other ON other.exchange = scheme_delivery.exchange
           AND other.kind = scheme_delivery.kind
           AND other.document_id = scheme_delivery.document_id
           AND other.state IN ('reading', 'taken')
       WHERE scheme_delivery.sha256 = ? AND scheme_delivery.next_position > 0 LIMIT 1`,
    ),
    readAgain: engine.prepare<[string]>(
      `UPDATE scheme_delivery
       SET state = CASE WHEN next_position > 0 THEN 'reading' ELSE 'received' END
       WHERE sha256 = ? AND state = 'set-aside'`,
    ),
    advance: engine.prepare<[number, string, string, number]>(
      `UPDATE scheme_delivery SET next_position = ?, state = ?
       WHERE sha256 = ? AND state = 'reading' AND next_position = ?`,
    ),
  };
}
