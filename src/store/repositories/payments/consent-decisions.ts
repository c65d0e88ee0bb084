import type { NewApproval } from '../../../domain/ports/approval-store.ts';
import { countOutcomes, type PayeeCheck } from '../../../domain/parties/payee-check.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Approval } from '../../../domain/records/records.ts';
import { sql, type DbCommand } from '../engine.ts';

type StoredApproval = Omit<Approval, 'payeeCheck'> & { readonly payeeCheck: string | null };

/**
 * Approvals and rejections by users, of consents and of the payments under them. Each user decides
 * once per consent.
 */
export class Decisions {
  *of(consentId: string): DbCommand<readonly Approval[]> {
    const rows = yield* SQL.of.all(consentId);
    return rows.map(({ payeeCheck, ...row }) => ({
      ...row,
      payeeCheck: payeeCheck === null ? null : (JSON.parse(payeeCheck) as PayeeCheck),
    }));
  }

  *add(consentId: string, decided: NewApproval, { at, by }: Act): DbCommand<void> {
    const payeeCheck = decided.payeeCheck ? JSON.stringify(decided.payeeCheck) : null;
    yield* SQL.add.write({ ...decided, payeeCheck, consentId, at, address: by.address });
  }
}

/** Returns the factor and the name checks of a decision, if any, for its audit entry. */
export function decisionDetail({
  factor,
  payeeCheck,
}: Pick<NewApproval, 'factor' | 'payeeCheck'>): Readonly<Record<string, string>> {
  return {
    ...(factor !== null && { factor }),
    ...(payeeCheck && { payees: countOutcomes(payeeCheck) }),
  };
}

const SQL = {
  add: sql<StoredApproval & { readonly consentId: string }>(`
    INSERT INTO approval (consent_id, user_id, decision, at, address, factor, linked_to,
      payee_check)
    VALUES (@consentId, @userId, @decision, @at, @address, @factor, @dynamicLinkingHash,
      @payeeCheck)`),
  of: sql<[string], StoredApproval>(`
    SELECT user_id AS userId, decision, at, address, factor, linked_to AS dynamicLinkingHash,
      payee_check AS payeeCheck
    FROM approval WHERE consent_id = ? ORDER BY at, user_id`),
};
