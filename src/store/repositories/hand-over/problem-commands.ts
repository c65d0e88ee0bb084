import type {
  HubProblem,
  ProblemEnd,
  ProblemResult,
} from '../../../domain/ports/hub-admin-store.ts';
import type { Act, AuditAction } from '../../../domain/records/audit.ts';
import type { ProblemKind } from '../../../domain/schemes/hub-problems.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Answers } from './answers.ts';
import type { Deliveries } from './deliveries.ts';
import type { Problems } from './problems.ts';

interface Parts {
  readonly problems: Problems;
  readonly deliveries: Deliveries;
  readonly answers: Answers;
  readonly auditLog: AuditLog;
}

/** The commands with which operators end problems with deliveries of a payment hub. */
export class ProblemCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *dismiss(id: number, reason: string, act: Act): DbCommand<ProblemResult> {
    const { problems } = this.#parts;
    const problem = yield* problems.find(id);
    if (problem === undefined) return 'unknown';
    if (!(yield* problems.dismiss(id, endOf(act, 'dismissed', reason)))) return 'ended';
    yield* this.#record(act, 'hubProblemDismissed', problem);
    return 'done';
  }

  *repeatDocument(id: number, act: Act, reason: string | null = null): DbCommand<ProblemResult> {
    const { problems, deliveries } = this.#parts;
    const problem = yield* this.#find(id, 'document');
    if (typeof problem === 'string') return problem;
    const { sha256 } = expectDefined(problem.document ?? undefined, 'the document');
    if (!(yield* deliveries.mayReadAgain(sha256))) return 'idReused';
    if (!(yield* problems.repeat(id, endOf(act, 'repeated', null)))) return 'ended';
    yield* deliveries.readAgain(sha256);
    yield* this.#record(act, 'hubDocumentRepeated', problem, reason);
    return 'done';
  }

  *repeatReturn(id: number, act: Act): DbCommand<ProblemResult> {
    const { problems, answers } = this.#parts;
    const problem = yield* this.#find(id, 'return');
    if (typeof problem === 'string') return problem;
    if (!(yield* problems.repeat(id, endOf(act, 'repeated', null)))) return 'ended';
    yield* answers.repeatReturn({
      messageId: expectDefined(problem.messageId ?? undefined, 'the message of a return'),
      index: expectDefined(problem.index ?? undefined, 'the index of a return'),
    });
    yield* this.#record(act, 'hubReturnRepeated', problem);
    return 'done';
  }

  /** Returns a problem of this kind that was not repeated. Otherwise the result of the command. */
  *#find(id: number, kind: ProblemKind): DbCommand<HubProblem | ProblemResult> {
    const problem = yield* this.#parts.problems.find(id);
    if (problem === undefined) return 'unknown';
    if (problem.kind !== kind) return 'otherKind';
    return problem.end?.ending === 'repeated' ? 'ended' : problem;
  }

  *#record(
    act: Act,
    action: AuditAction,
    problem: HubProblem,
    reason: string | null = null,
  ): DbCommand<void> {
    const { id, kind, code, document, paymentId, index } = problem;
    const about = { kind, code, document: document?.sha256 ?? null, paymentId, index };
    const detail = reason === null ? about : { ...about, reason };
    yield* this.#parts.auditLog.append(act, { action, subject: String(id), detail });
  }
}

function endOf({ at, by }: Act, ending: ProblemEnd['ending'], note: string | null): ProblemEnd {
  return { at, by: by.id, ending, note };
}
