import type { Act } from '../../../domain/records/audit.ts';
import type { OperatorRole } from '../../../domain/records/operators.ts';
import type { RightsLost } from '../../../domain/schemes/proposals.ts';
import { sql, type DbCommand } from '../engine.ts';

/** Proposals of one kind that end when their operator loses the right to propose them. */
export interface Withdrawable {
  /** Withdraws the open proposals of an operator who must not propose them any more. */
  readonly withdrawLost: (lost: RightsLost, act: Act) => DbCommand<void>;
}

/** Reads whether the operator of a proposal still has the role that proposing needs. */
export class ProposerRights {
  /** Returns false if the operator has ended or lost the role. Claimed names have no roles here. */
  *mayPropose(id: string, role: OperatorRole): DbCommand<boolean> {
    const found = yield* FIND.get(id);
    if (found === undefined) return true;
    return found.state === 'active' && (JSON.parse(found.roles) as string[]).includes(role);
  }
}

const FIND = sql<[string], { state: 'active' | 'ended'; roles: string }>(`
  SELECT state, roles FROM operator WHERE id = ?`);
