import type { ProposedAction } from '../../../src/domain/records/action-proposals.ts';
import type { CaseDecision } from '../../../src/domain/records/screening.ts';

/** An acknowledged proposal. Its reason is unique in the campaign. */
export interface AcknowledgedProposal {
  readonly action: ProposedAction;
  readonly subject: string;
  readonly reason: string;
  readonly by: string;
}

/** An acknowledged end of a proposal. */
interface AcknowledgedEnd {
  readonly id: number;
  readonly ending: 'confirmed' | 'withdrawn';
  readonly by: string;
}

/** An acknowledged hold of a payment. Its reason is unique in the campaign. */
export interface AcknowledgedHold {
  readonly paymentId: string;
  readonly reason: string;
  readonly by: string;
}

/** An acknowledged proposal or confirmation of a decision about a held payment. */
export interface AcknowledgedCaseDecision {
  readonly action: 'screeningProposed' | 'screeningDecided';
  readonly caseId: number;
  readonly decision: CaseDecision;
  readonly by: string;
  /** It is unique in the campaign. */
  readonly reason: string;
}

/** Everything that the console has acknowledged to the operators since the campaign began. */
export class AcknowledgedActions {
  readonly proposals: AcknowledgedProposal[] = [];
  readonly ends: AcknowledgedEnd[] = [];
  /** The reasons of the stops of schemes, which are unique in the campaign. */
  readonly stops: string[] = [];
  readonly holds: AcknowledgedHold[] = [];
  readonly caseDecisions: AcknowledgedCaseDecision[] = [];
  /** The reasons of the suspensions of TPPs, which are unique in the campaign. */
  readonly suspensions: string[] = [];
  /** Number of proposed decisions about held payments that were withdrawn. */
  caseWithdrawals = 0;
  /** Number of views of each consent by each operator. The keys are JSON arrays of both ids. */
  readonly views = new Map<string, number>();
  /** Number of confirmations that were refused because the operator had proposed the action. */
  refusedOwn = 0;
  /** Number of searches. */
  searches = 0;
  #reasons = 0;
  #confirming = Promise.withResolvers<undefined>();

  /** Returns a reason that no other action has. */
  nextReason(): string {
    this.#reasons += 1;
    return `Reason ${String(this.#reasons)}`;
  }

  /** Resolves when an operator sends the next confirmation. */
  nextConfirmation(): Promise<undefined> {
    this.#confirming = Promise.withResolvers<undefined>();
    return this.#confirming.promise;
  }

  /** Records that an operator sends a confirmation. */
  addConfirmation(): void {
    this.#confirming.resolve(undefined);
  }

  addView(operator: string, consentId: string): void {
    const key = JSON.stringify([operator, consentId]);
    this.views.set(key, (this.views.get(key) ?? 0) + 1);
  }
}
