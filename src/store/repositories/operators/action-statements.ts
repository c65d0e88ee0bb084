import type {
  ActionFacts,
  ActionProposal,
  ActionProposalEnd,
  ProposedAction,
} from '../../../domain/records/action-proposals.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql } from '../engine.ts';

export interface ProposalRow extends Omit<ActionProposal, 'facts' | 'end'> {
  readonly facts: string;
  readonly endedAt: Instant | null;
  readonly endedBy: string | null;
  readonly ending: ActionProposalEnd['ending'] | null;
}

/** Returns the proposal of a row. */
export function proposalOf(row: ProposalRow): ActionProposal {
  const { facts, endedAt: at, endedBy: by, ending, ...rest } = row;
  const end = at === null || ending === null ? null : { at, by, ending };
  return { ...rest, facts: JSON.parse(facts) as ActionFacts, end };
}

/** SQL query of proposals. */
export const PROPOSAL = `SELECT id, action, subject, facts, reason, proposed_at AS "proposedAt",
    proposed_by AS "proposedBy", lapses_at AS "lapsesAt", ended_at AS "endedAt",
    ended_by AS "endedBy", ending
  FROM operator_proposal`;

type NewRow = Pick<ActionProposal, 'action' | 'subject' | 'reason' | 'lapsesAt'> & {
  /** The payment and its credit that the action is about. Null if there is none. */
  readonly paymentId: string | null;
  readonly index: number | null;
  readonly facts: string;
  readonly at: Instant;
  readonly by: string;
};

/** The statements of the proposals. */
export const SQL = {
  add: sql<NewRow, { id: number }>(`
    INSERT INTO operator_proposal
      (action, subject, payment_id, payment_index, facts, reason, proposed_at, proposed_by,
       lapses_at)
    VALUES (@action, @subject, @paymentId, @index, @facts, @reason, @at, @by, @lapsesAt)
    ON CONFLICT (action, subject) WHERE ended_at IS NULL DO NOTHING RETURNING id`),
  endLapsed: sql<[ProposedAction, string, Instant]>(`
    UPDATE operator_proposal SET ended_at = lapses_at, ending = 'lapsed'
    WHERE action = ? AND subject = ? AND ended_at IS NULL AND lapses_at <= ?`),
  openOf: sql<[ProposedAction, string], { id: number }>(`
    SELECT id FROM operator_proposal WHERE action = ? AND subject = ? AND ended_at IS NULL`),
  find: sql<[number], ProposalRow>(`${PROPOSAL} WHERE id = ?`),
  open: sql<[Instant, number], ProposalRow>(`
    ${PROPOSAL} WHERE ended_at IS NULL AND lapses_at > ? ORDER BY lapses_at, id LIMIT ?`),
  allOpen: sql<[Instant], ProposalRow>(`
    ${PROPOSAL} WHERE ended_at IS NULL AND lapses_at > ? ORDER BY lapses_at, id`),
  newest: sql<[number], ProposalRow>(`
    ${PROPOSAL} ORDER BY proposed_at DESC, id DESC LIMIT ?`),
  end: sql<[Instant, string, ActionProposalEnd['ending'], number]>(`
    UPDATE operator_proposal SET ended_at = ?, ended_by = ?, ending = ?
    WHERE id = ? AND ended_at IS NULL`),
};
