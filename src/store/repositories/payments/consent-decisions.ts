import type { NewApproval } from '../../../domain/ports/approval-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Approval } from '../../../domain/records/records.ts';
import type { Engine, DbCommand } from '../engine.ts';

/**
 * Approvals and rejections by users, of consents and of the payments under them. Each user decides
 * once per consent.
 */
export class Decisions {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
  }

  /** Returns the decisions about a consent and about its payment, oldest first. */
  *of(consentId: string): DbCommand<readonly Approval[]> {
    return yield* this.#sql.of.all(consentId);
  }

  *add(consentId: string, decided: NewApproval, { at, by }: Act): DbCommand<void> {
    yield* this.#sql.add.write({ ...decided, consentId, at, address: by.address });
  }
}

function prepare(engine: Engine) {
  return {
    add: engine.prepare<Approval & { readonly consentId: string }>(
      `INSERT INTO approval (consent_id, user_id, decision, at, address, factor, linked_to)
       VALUES (@consentId, @userId, @decision, @at, @address, @factor, @dynamicLinkingHash)`,
    ),
    of: engine.prepare<[string], Approval>(
      `SELECT user_id AS userId, decision, at, address, factor, linked_to AS dynamicLinkingHash
       FROM approval WHERE consent_id = ? ORDER BY at, user_id`,
    ),
  };
}
