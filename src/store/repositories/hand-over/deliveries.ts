import type { StoredFile } from '../../../domain/ports/files.ts';
import type { DeliveryHeader } from '../../../domain/schemes/answers.ts';
import type {
  Delivery,
  DeliveryProblem,
  MatchedSlice,
  UnusableAnswer,
} from '../../../domain/schemes/hand-over.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand, Engine, Lock } from '../engine.ts';

/** The documents that a payment hub delivered. */
export class Deliveries {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #lock: Lock;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
    this.#lock = engine.lock('scheme_delivery', 'sha256');
  }

  *add({ sha256, bytes }: StoredFile, name: string, now: Instant): DbCommand<boolean> {
    return (yield* this.#sql.add.run(sha256, bytes, name, now)) === 1;
  }

  *toRead(limit: number): DbCommand<readonly Delivery[]> {
    return yield* this.#sql.toRead.all(limit);
  }

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

  *setAside(sha256: string, { code, problem }: DeliveryProblem): DbCommand<void> {
    yield* this.#sql.setAside.write(code, problem, sha256);
  }

  /**
   * Locks a document and records how far it was taken. Returns false if the slice was taken before.
   */
  *advance(sha256: string, { from, to, isLast }: MatchedSlice): DbCommand<boolean> {
    yield* this.#lock.acquire([sha256]);
    const state = isLast ? 'taken' : 'reading';
    return (yield* this.#sql.advance.run(to, state, sha256, from)) === 1;
  }

  *addUnusable(sha256: string, answers: readonly UnusableAnswer[]): DbCommand<void> {
    for (const { position, problem, facts } of answers) {
      yield* this.#sql.addUnusable.write(sha256, position, problem, facts);
    }
  }
}

function prepare(engine: Engine) {
  return {
    add: engine.prepare<[string, number, string, Instant]>(
      `INSERT INTO scheme_delivery (sha256, bytes, name, received_at, state)
       VALUES (?, ?, ?, ?, 'received') ON CONFLICT (sha256) DO NOTHING`,
    ),
    toRead: engine.prepare<[number], Delivery>(
      `SELECT sha256, bytes, name, next_position AS nextPosition FROM scheme_delivery
       WHERE state IN ('received', 'reading') ORDER BY received_at, sha256 LIMIT ?`,
    ),
    otherWithId: engine.prepare<[string, string, string], { name: string }>(
      `SELECT name FROM scheme_delivery
       WHERE kind = ? AND document_id = ? AND state IN ('reading', 'taken') AND sha256 <> ?`,
    ),
    begin: engine.prepare<[string, string, string]>(
      `UPDATE scheme_delivery SET state = 'reading', kind = ?, document_id = ?
       WHERE sha256 = ? AND state = 'received'`,
    ),
    setAside: engine.prepare<[string, string, string]>(
      `UPDATE scheme_delivery SET state = 'set-aside', problem_code = ?, problem = ?
       WHERE sha256 = ? AND state IN ('received', 'reading')`,
    ),
    advance: engine.prepare<[number, string, string, number]>(
      `UPDATE scheme_delivery SET next_position = ?, state = ?
       WHERE sha256 = ? AND state = 'reading' AND next_position = ?`,
    ),
    addUnusable: engine.prepare<[string, number, string, string]>(
      `INSERT INTO scheme_unusable_answer (delivery, position, problem, facts)
       VALUES (?, ?, ?, ?) ON CONFLICT (delivery, position) DO NOTHING`,
    ),
  };
}
