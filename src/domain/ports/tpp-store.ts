import type { Act } from '../records/audit.ts';
import type { ClientActivity, ListedTpp, Tpp, TppClient } from '../records/tpps.ts';

/** The TPPs as operators see them, and their suspension (docs/decisions, 165). */
export interface TppStore {
  /** Returns organisations with at least one client in the order of their ids, after an id. */
  listTpps(after: string, limit: number): Promise<readonly ListedTpp[]>;
  /** Returns an organisation of the directory, even without clients. */
  findTpp(organisationId: string): Promise<Tpp | undefined>;
  /** Returns the clients of an organisation in the order of their ids. */
  clientsOfTpp(organisationId: string, limit: number): Promise<readonly TppClient[]>;
  /** Returns at most `limit` open consents and payments of a client, and counts its newest ones. */
  activityOf(clientId: string, limit: number): Promise<ClientActivity>;
  /**
   * Suspends a TPP: no token and no client of it is accepted from this transaction on. Returns
   * false if the directory never listed the organisation, or if it is suspended already.
   */
  suspendTpp(organisationId: string, reason: string, act: Act): Promise<boolean>;
}
