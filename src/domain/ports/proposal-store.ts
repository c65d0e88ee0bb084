import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type {
  NewProposal,
  Proposal,
  ProposalResult,
  ProposedResult,
} from '../schemes/proposals.ts';

/** The outcomes of credits that operators propose and confirm. */
export interface ProposalStore {
  /** Stores a proposal, if the credit can have this outcome and has no open proposal. */
  addProposal(proposal: NewProposal, act: Act): Promise<ProposedResult>;
  /**
   * Applies the proposed outcome to a credit, as if a document of the hub contained it. Another
   * operator must have proposed it, and the state of the credit must still allow it.
   */
  confirmProposal(id: number, act: Act): Promise<ProposalResult>;
  /** Ends an open proposal without an effect. Every operator may withdraw it. */
  withdrawProposal(id: number, act: Act): Promise<ProposalResult>;
  /**
   * Returns proposals. `open`: those that can be confirmed at a time, in the order in which they
   * lapse. `newest`: all of them, the newest first.
   */
  listProposals(
    which: 'open' | 'newest',
    now: Instant,
    limit: number,
  ): Promise<readonly Proposal[]>;
}
