import type { Instant } from '../../shared/time.ts';
import type { Pence } from '../../shared/money.ts';
import type { DecidedOutcome, OutcomeRefusal } from '../schemes/proposals.ts';
import type { NewRecall, RecallRefusal, RecallRequest, RecallResult } from '../schemes/recalls.ts';
import type { OperatorRole } from './operators.ts';

/*
 * Actions that move money or loosen a rule. One operator proposes such an action and another one
 * confirms it (docs/decisions, 163). Decisions about single held payments have their own table.
 */

/**
 * The actions that need two operators.
 *
 * - `abandonWork`: abandons a parked step. The debited money is returned. The subject is the number
 *   of the step.
 * - `decideOutcome`: decides the outcome of a credit that the hub does not report. The subject is
 *   the id of the credit.
 * - `endLockout`: ends the lockout of a customer's user. The subject is the user id.
 * - `endPermission`: ends a consent to recurring payments. The subject is the consent id.
 * - `planDowntime`: counts a downtime as planned. The subject is its start, for example
 *   2026-12-01T09:00:00.000Z.
 * - `recallCredit`: asks the bank of a payee to send a credit back. The subject is the payment id
 *   and the row from 1, with a slash between them.
 * - `rejectCases`, `releaseCases`: rejects or releases all held parts of a payment. The subject is
 *   the payment id.
 * - `resumeScheme`: resumes a stopped scheme. The subject is its name.
 * - `resumeTpp`: ends the suspension of a TPP. The subject is the id of its organisation.
 * - `retryReturn`: books a returned credit again that could not be booked. The subject is the
 *   number of its problem.
 */
export const PROPOSED_ACTIONS = [
  'abandonWork',
  'decideOutcome',
  'endLockout',
  'endPermission',
  'planDowntime',
  'recallCredit',
  'rejectCases',
  'releaseCases',
  'resumeScheme',
  'resumeTpp',
  'retryReturn',
] as const;

export type ProposedAction = (typeof PROPOSED_ACTIONS)[number];

/** Names of the actions, as operators read them. */
export const ACTION_NAMES: Readonly<Record<ProposedAction, string>> = {
  abandonWork: 'Abandon a step',
  decideOutcome: 'Decide the outcome of a credit',
  endLockout: 'End a lockout',
  endPermission: 'End a permission',
  planDowntime: 'Count a downtime as planned',
  recallCredit: 'Recall a credit',
  rejectCases: 'Reject all held parts of a payment',
  releaseCases: 'Release all held parts of a payment',
  resumeScheme: 'Resume a scheme',
  resumeTpp: 'End the suspension of a TPP',
  retryReturn: 'Book a returned credit again',
};

/** The role that an operator of the console needs to confirm or withdraw an action. */
export const ACTION_ROLES: Readonly<Record<ProposedAction, OperatorRole>> = {
  abandonWork: 'approve',
  decideOutcome: 'approve',
  endLockout: 'administer',
  endPermission: 'approve',
  planDowntime: 'approve',
  recallCredit: 'approve',
  rejectCases: 'approve',
  releaseCases: 'approve',
  resumeScheme: 'approve',
  resumeTpp: 'approve',
  retryReturn: 'approve',
};

/**
 * The role that an operator needs to propose an action. For held parts of a payment, it is the same
 * as for a single one.
 */
export const PROPOSER_ROLES: Readonly<Record<ProposedAction, OperatorRole>> = {
  ...ACTION_ROLES,
  rejectCases: 'operate',
  releaseCases: 'operate',
};

/** The facts on which both operators decide. The names are those of the labels in the console. */
export type ActionFacts = Readonly<Record<string, string | number | null>>;

/** The facts as they are now, with the SHA-256 of their JSON text in hex. */
export interface CurrentFacts {
  readonly facts: ActionFacts;
  readonly hash: string;
}

/** A decision or a time-out that ended a proposal. */
export interface ActionProposalEnd {
  readonly at: Instant;
  /** Id of the operator. Null if it lapsed. */
  readonly by: string | null;
  readonly ending: 'confirmed' | 'withdrawn' | 'lapsed';
}

/** A stored proposal. */
export interface ActionProposal {
  readonly id: number;
  readonly action: ProposedAction;
  readonly subject: string;
  /** The facts at the time of the proposal. */
  readonly facts: ActionFacts;
  /** The reason in words. */
  readonly reason: string;
  readonly proposedAt: Instant;
  /** Id of the operator. */
  readonly proposedBy: string;
  /** From this time on, the proposal cannot be confirmed. */
  readonly lapsesAt: Instant;
  readonly end: ActionProposalEnd | null;
}

/** A proposal in a list. */
export interface ListedProposal extends ActionProposal {
  /**
   * True if the facts of an open proposal have changed, or the action is not possible any more. The
   * proposal cannot be confirmed then.
   */
  readonly isChanged: boolean;
}

/** The reason why a parked step cannot be abandoned. */
export type AbandonRefusal =
  /** The scheme answered some credits, and only the payment file shows which ones remain. */
  | 'partlyAnswered'
  /** The payment hub has the credits and decides about them. */
  | 'handedOver';

/** A request of an operator to propose an action. */
export interface ActionRequest extends Pick<ActionProposal, 'action' | 'subject' | 'reason'> {
  /** Hash of the facts that the operator saw (`CurrentFacts`). Null if the operator saw none. */
  readonly seen: string | null;
  /** Needed for actions about a credit, because facts about it are in the payment file. */
  readonly plan?: PlannedCredit;
}

/** Facts of an action about a credit that the store cannot read. */
export type PlannedCredit = PlannedOutcome | PlannedRecall | PlannedReturn;

/** An outcome of a credit with the facts on which operators decide. */
export interface PlannedOutcome {
  readonly facts: ActionFacts;
  readonly decided: DecidedOutcome;
}

/** The facts about a returned credit that are in the payment file. */
export interface PlannedReturn {
  readonly inFile: ActionFacts;
}

/** A recall with the facts on which operators decide. */
export interface PlannedRecall {
  readonly facts: ActionFacts;
  readonly recall: NewRecall;
}

/** The reason why a credit cannot be recalled at the moment. */
type RecallObstacle = Exclude<RecallResult, 'stored'>;

/** A request of an operator to propose a recall. */
export interface RecallProposal extends RecallRequest {
  /** The reason in words. The bank of the payee does not receive it. */
  readonly why: string;
  /** Hash of the facts that the operator saw. Null if the operator saw none. */
  readonly seen: string | null;
}

/** The reason why a recall is not possible. `simulated`: the schemes are simulated. */
export type RecallPlanRefusal = RecallRefusal | 'simulated';

/** The facts of a recall that may not be possible at the moment. */
export interface RecallFacts extends CurrentFacts {
  /** The reason why the credit cannot be recalled at the moment. Null if it can. */
  readonly refusal: RecallObstacle | null;
}

/** The result of a request to propose the outcome of a credit. */
export type OutcomeProposalResult =
  | ActionRequestResult
  /** The schemes are simulated. */
  | { readonly kind: 'simulated' };

/** The result of a request to propose a recall. */
export type RecallProposalResult = ActionRequestResult | { readonly kind: RecallPlanRefusal };

/** The result of a request to propose an action. Only `proposed` changes anything. */
export type ActionRequestResult =
  | { readonly kind: 'proposed'; readonly proposal: ActionProposal }
  /** There is an open proposal of this action for this subject. */
  | { readonly kind: 'alreadyProposed'; readonly id: number }
  /** The subject does not exist, or its state does not allow the action. */
  | { readonly kind: 'notPossible' | AbandonRefusal | OutcomeRefusal | RecallObstacle }
  /** The facts are not those that the operator saw. */
  | { readonly kind: 'changed' };

/** The result of a command about a stored proposal. Only `done` changes anything. */
export type ActionResult =
  /** `returnedPence`: the amount that went back to debtors. 0 if the action moves no money. */
  | { readonly kind: 'done'; readonly returnedPence: Pence }
  | {
      readonly kind:
        /** There is no proposal with this number. */
        | 'unknown'
        /** The proposal was confirmed or withdrawn. */
        | 'ended'
        | 'lapsed'
        | 'sameOperator'
        /** The facts have changed since the proposal. It must be withdrawn and proposed again. */
        | 'changed'
        /** The state of the subject does not allow the action any more. */
        | 'notPossible'
        | AbandonRefusal
        | OutcomeRefusal;
    };
