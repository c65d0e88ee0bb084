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
import { rowLock, sql, type DbCommand } from '../engine.ts';
import type { Problems } from './problems.ts';

const LOCK = rowLock('scheme_delivery', 'sha256');

/** The documents that a payment hub delivered. */
export class Deliveries {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  *add(document: NewDelivery, arrival: Arrival, now: Instant): DbCommand<boolean> {
    const { sha256, bytes } = document;
    const { name, exchange } = arrival;
    const content = document.content ? Buffer.from(document.content) : null;
    const row = { sha256, bytes, content, name, exchange, now };
    return (yield* SQL.add.run({ ...row, instruments: arrival.instruments.join() })) === 1;
  }

  *toRead(limit: number): DbCommand<readonly Delivery[]> {
    const rows = yield* SQL.toRead.all(limit);
    return rows.map((row) => ({
      ...row,
      instruments: namedIn(row.instruments),
      isInDatabase: row.isInDatabase === 1,
    }));
  }

  readonly find = (sha256: string) => SQL.find.get(sha256);

  *begin(sha256: string, { kind, id }: DeliveryHeader): DbCommand<boolean> {
    yield* LOCK.acquire([sha256]);
    const other = yield* SQL.otherWithId.get(kind, id, sha256);
    if (other === undefined) {
      yield* SQL.begin.write(kind, id, sha256);
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
    const isNew = (yield* SQL.setAside.run(sha256)) === 1;
    if (isNew) yield* this.#problems.addDocument(sha256, problem);
  }

  /**
   * Locks a document that was set aside. Returns false if it cannot be read again, because another
   * document with the same id was processed in the meantime.
   */
  *mayReadAgain(sha256: string): DbCommand<boolean> {
    yield* LOCK.acquire([sha256]);
    return (yield* SQL.otherWithSameId.get(sha256)) === undefined;
  }

  /** Lets a document that was set aside be read again, from the first answer not taken. */
  readonly readAgain = (sha256: string) => SQL.readAgain.write(sha256);

  /**
   * Locks a document and records the position up to which its answers are applied. Returns false if
   * the slice was applied before.
   */
  *advance(
    sha256: string,
    { from, to, isLast }: Pick<MatchedSlice, 'from' | 'to' | 'isLast'>,
  ): DbCommand<boolean> {
    yield* LOCK.acquire([sha256]);
    const state = isLast ? 'taken' : 'reading';
    return (yield* SQL.advance.run(to, state, sha256, from)) === 1;
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

const SQL = {
  add: sql<NewRow>(`
    INSERT INTO scheme_delivery
      (sha256, bytes, content, name, exchange, instruments, received_at, state)
    VALUES (@sha256, @bytes, @content, @name, @exchange, @instruments, @now, 'received')
    ON CONFLICT (sha256) DO UPDATE SET content = EXCLUDED.content
      WHERE scheme_delivery.content <> EXCLUDED.content`),
  find: sql<[string], StoredDocument>(`
    SELECT sha256, bytes, content FROM scheme_delivery WHERE sha256 = ?`),
  toRead: sql<[number], DeliveryRow>(`
    SELECT sha256, bytes, name, exchange, instruments, kind,
      next_position AS nextPosition, CASE WHEN content IS NULL THEN 0 ELSE 1 END AS isInDatabase
    FROM scheme_delivery
    WHERE state IN ('received', 'reading') ORDER BY received_at, sha256 LIMIT ?`),
  // Each exchange has its own ids, because the hubs do not know those of each other.
  otherWithId: sql<[string, string, string], { name: string }>(`
    SELECT other.name FROM scheme_delivery
      JOIN scheme_delivery AS other ON other.exchange = scheme_delivery.exchange
        AND other.kind = ? AND other.document_id = ? AND other.state IN ('reading', 'taken')
        AND other.sha256 <> scheme_delivery.sha256
    WHERE scheme_delivery.sha256 = ? LIMIT 1`),
  begin: sql<[string, string, string]>(`
    UPDATE scheme_delivery SET state = 'reading', kind = ?, document_id = ?
    WHERE sha256 = ? AND state = 'received'`),
  setAside: sql<[string]>(`
    UPDATE scheme_delivery SET state = 'set-aside'
    WHERE sha256 = ? AND state IN ('received', 'reading')`),
  // A document keeps its id only if some of its answers were taken.
  otherWithSameId: sql<[string], { sha256: string }>(`
    SELECT other.sha256 FROM scheme_delivery
      JOIN scheme_delivery AS other ON other.exchange = scheme_delivery.exchange
        AND other.kind = scheme_delivery.kind
        AND other.document_id = scheme_delivery.document_id
        AND other.state IN ('reading', 'taken')
    WHERE scheme_delivery.sha256 = ? AND scheme_delivery.next_position > 0 LIMIT 1`),
  readAgain: sql<[string]>(`
    UPDATE scheme_delivery
    SET state = CASE WHEN next_position > 0 THEN 'reading' ELSE 'received' END
    WHERE sha256 = ? AND state = 'set-aside'`),
  advance: sql<[number, string, string, number]>(`
    UPDATE scheme_delivery SET next_position = ?, state = ?
    WHERE sha256 = ? AND state = 'reading' AND next_position = ?`),
};
