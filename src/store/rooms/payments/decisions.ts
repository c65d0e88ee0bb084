import type { NewApproval } from '../../../domain/ports/approval-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Approval } from '../../../domain/records/records.ts';
import type { Database } from '../../sqlite/database/database.ts';

/** What users decided of consents, and of the payments under them: once each. */
export class Decisions {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  /** In the order of time. */
  of(consentId: string): readonly Approval[] {
    return this.#sql.of.all(consentId);
  }

  add(consentId: string, decided: NewApproval, { at, by }: Act): void {
    this.#sql.add.run({ ...decided, consentId, at, address: by.address });
  }
}

function prepare(database: Database) {
  return {
    add: database.prepare<Approval & { readonly consentId: string }>(
      `INSERT INTO approval (consent_id, user_id, decision, at, address, factor, linked_to)
       VALUES (@consentId, @userId, @decision, @at, @address, @factor, @linkedTo)`,
    ),
    of: database.prepare<[string], Approval>(
      `SELECT user_id AS userId, decision, at, address, factor, linked_to AS linkedTo
       FROM approval WHERE consent_id = ? ORDER BY at, user_id`,
    ),
  };
}
