import type { Instant } from '../../shared/time.ts';
import type {
  ActionProposal,
  ActionRequest,
  ActionRequestResult,
  ActionResult,
  CurrentFacts,
  PlannedCredit,
  PlannedReturn,
  ProposedAction,
} from '../records/action-proposals.ts';
import type { Act } from '../records/audit.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { CreditName } from '../schemes/messages.ts';
import type { OutcomeRefusal, ProposedOutcome } from '../schemes/proposals.ts';
import type { NewBatch } from './booking.ts';

/** The payment of an order that follows an abandoned step. Null if none follows. */
export interface AbandonPlan {
  readonly next: NewBatch | null;
}

/** Data for a confirmed action that the store cannot compute. */
export type ActionPlan = AbandonPlan | PlannedCredit;

/** The result of a confirmation. `finished`: final status of a payment that the action ended. */
export type ConfirmedAction = ActionResult & { readonly finished?: GroupStatus | null };

/** Stores the actions that one operator proposes and another one confirms. */
export interface ActionStore {
  /**
   * Returns the facts of an action, except those of a recall or an outcome, which are in the
   * payment file. Undefined if the state of the subject does not allow the action.
   *
   * @param returned adds the facts of a returned credit that are in the payment file
   */
  factsOfAction(
    action: ProposedAction,
    subject: string,
    now: Instant,
    returned?: PlannedReturn,
  ): Promise<CurrentFacts | undefined>;
  /** Stores a proposal with its facts, if the action is possible and has no open proposal. */
  proposeAction(request: ActionRequest, act: Act): Promise<ActionRequestResult>;
  /**
   * Performs a proposed action in the same transaction, if another operator proposed it and the
   * facts are the same as then.
   *
   * @param plan needed to abandon a step, and for actions about a credit
   */
  confirmAction(id: number, plan: ActionPlan | null, act: Act): Promise<ConfirmedAction>;
  /** Ends an open proposal without an effect. Every operator may withdraw it. */
  withdrawAction(id: number, act: Act): Promise<ActionResult>;
  /** Returns why a credit cannot have an outcome at the moment. Null if it can. */
  refusalOfOutcome(outcome: ProposedOutcome, credit: CreditName): Promise<OutcomeRefusal | null>;
  findAction(id: number): Promise<ActionProposal | undefined>;
  /**
   * Returns proposals. `open`: those that can be confirmed at a time, in the order in which they
   * lapse. `newest`: all of them, the newest first.
   */
  listActions(
    which: 'open' | 'newest',
    now: Instant,
    limit: number,
  ): Promise<readonly ActionProposal[]>;
}
