import { DAY_MS, type Milliseconds } from '../../shared/time.ts';
import type { OperatorRole } from '../records/operators.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { CreditState } from './credit-states.ts';
import type { MatchedAnswer } from './hand-over.ts';
import type { CreditName, Money } from './messages.ts';

/*
 * Outcomes of credits that the hub does not report. One operator proposes the outcome and another
 * one confirms it. It then has the effect of an answer or a return from the hub (docs/decisions,
 * 134).
 */

/** The outcomes that an operator can propose for a credit. */
export const PROPOSED_OUTCOMES = ['accepted', 'rejected', 'returned'] as const;

export type ProposedOutcome = (typeof PROPOSED_OUTCOMES)[number];

/** Number of days in which a proposal can be confirmed. Afterwards it has lapsed. */
export const PROPOSAL_VALIDITY_DAYS = 7;

/** Time in which a proposal can be confirmed, in milliseconds. */
export const PROPOSAL_VALIDITY_MS: Milliseconds = PROPOSAL_VALIDITY_DAYS * DAY_MS;

/** The codes of a scheme that are reported for a rejected or returned credit (rules, 6.24). */
export const SCHEME_REASONS = [
  'AC01',
  'AC04',
  'AC06',
  'AG08',
  'AM14',
  'FF05',
  'NARR',
] as const satisfies readonly ReasonCode[];

export type SchemeReason = (typeof SCHEME_REASONS)[number];

/** An outcome of a credit that two operators decide. */
export interface DecidedOutcome extends CreditName {
  /** Amount of the credit, in minor units of its message's currency. */
  readonly amount: Money['minor'];
  readonly outcome: ProposedOutcome;
  /** The code that is reported. Null if the outcome is `accepted`. */
  readonly code: SchemeReason | null;
}

/** An outcome that an operator proposes for a credit. */
export interface OutcomeRequest extends Pick<DecidedOutcome, 'outcome' | 'code'> {
  /** Id of the credit, as in its message (InstrId), or as the hub numbers it for Bacs. */
  readonly creditId: string;
}

/** The reason why the outcome of a credit cannot be proposed or confirmed. */
export type OutcomeRefusal =
  /** This service wrote no message with the credit. */
  | 'unknownCredit'
  /** The hub has not confirmed the message, so the credit may not have been sent. */
  | 'notHandedOver'
  /** The scheme, or a proposal, has accepted or rejected the credit. */
  | 'accepted'
  | 'rejected'
  /** The credit came back. */
  | 'cameBack'
  /** The credit cannot come back, because the scheme has not accepted it. */
  | 'notAccepted';

/** The state of a credit before an operator's decision. */
export interface DecidedCredit {
  readonly isHandedOver: boolean;
  readonly state: CreditState;
  readonly cameBack: boolean;
}

/**
 * Returns why a credit cannot have an outcome, or null if it can. The rules are stricter than those
 * for the answers of a hub, because an operator should see at once that a decision has no effect.
 */
export function refusalOf(
  outcome: ProposedOutcome,
  { isHandedOver, state, cameBack }: DecidedCredit,
): OutcomeRefusal | null {
  if (!isHandedOver) return 'notHandedOver';
  if (cameBack) return 'cameBack';
  if (state === 'rejected') return 'rejected';
  if (outcome === 'returned') return state === 'accepted' ? null : 'notAccepted';
  return state === 'accepted' ? 'accepted' : null;
}

/** Returns the answer or the return that has the same effect as the confirmed proposal. */
export function answerOf(proposal: number, decided: DecidedOutcome): MatchedAnswer {
  const { messageId, index, outcome, code, amount } = decided;
  const isReturn = outcome === 'returned';
  return {
    position: 0,
    messageId,
    index,
    amount,
    reason: code ?? 'NARR',
    meaning: isReturn ? 'accepted' : outcome,
    returned: isReturn ? { id: `PROPOSAL-${String(proposal)}`, amount } : null,
  };
}

/** Id in the audit log of a command whose client named no operator. It may be any person. */
export const UNNAMED_OPERATOR = 'control';

/**
 * Returns true if two ids of operators are, or may be, those of the same person: the user names
 * without their domain are equal, except for their case, or the login user ids are, or one id names
 * no operator. An id is that of an operator of the console, or `claimed:<user>/<login user id>`.
 * The domain of a user is before a backslash or after an at sign.
 */
export function isSameOperator(one: string, other: string): boolean {
  return [one, other].includes(UNNAMED_OPERATOR) || hasSameName(one, other);
}

function hasSameName(one: string, other: string): boolean {
  const first = namesOf(one);
  const second = namesOf(other);
  const isSameLogin = first.login !== '-' && first.login === second.login;
  return first.user === second.user || isSameLogin;
}

/** The loss of an operator's rights. Open proposals that the operator may not make now end. */
export interface RightsLost {
  readonly operatorId: string;
  /** The roles that the operator still has. Null if the operator has ended. */
  readonly roles: readonly OperatorRole[] | null;
}

/**
 * Returns true if a proposal ends because its operator lost rights. If the operator has ended, all
 * proposals of the same person end. The loss of a role ends those that were made with this role,
 * but not those made with `pisctl`, which has no roles.
 */
export function isProposalLost(
  proposedBy: string,
  role: OperatorRole,
  { operatorId, roles }: RightsLost,
): boolean {
  if (roles === null) return hasSameName(proposedBy, operatorId);
  return proposedBy === operatorId && !roles.includes(role);
}

/** Returns why a proposal was withdrawn, as the audit log records it. */
export function causeOf({ roles }: RightsLost): 'operatorEnded' | 'roleLost' {
  return roles === null ? 'operatorEnded' : 'roleLost';
}

function namesOf(id: string): { readonly user: string; readonly login: string } {
  const name = id.replace(/^claimed:/, '').toLowerCase();
  const slash = name.lastIndexOf('/');
  if (slash === -1) return { user: withoutDomain(name), login: '-' };
  return { user: withoutDomain(name.slice(0, slash)), login: name.slice(slash + 1) };
}

/** Returns `olga` for `corp\olga` and `olga@corp.example`. */
function withoutDomain(user: string): string {
  return user.replace(/^.*\\(?=.)/, '').replace(/(?<=.)@.*$/, '');
}
