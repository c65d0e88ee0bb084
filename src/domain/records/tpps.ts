import type { Instant } from '../../shared/time.ts';
import type { DirectoryOrganisation, DirectorySoftware } from './access.ts';
import type { EndpointHealth } from './event-notifications.ts';
import type { ConsentStatus } from '../lifecycle/lifecycle.ts';
import type { Consent, Payment } from './records.ts';

/*
 * TPPs as operators see them. A TPP is an organisation of the directory, with the clients that it
 * registered at this bank (docs/decisions, 165).
 */

/** A suspension of a TPP by an operator. */
export interface TppSuspension {
  readonly at: Instant;
  /** Id of the operator. */
  readonly by: string;
  readonly reason: string;
}

/** An organisation of the directory. */
export interface Tpp extends Omit<DirectoryOrganisation, 'software'> {
  /** Null unless an operator has suspended the TPP. */
  readonly suspension: TppSuspension | null;
  /** Number of its clients, registered or not. */
  readonly clients: number;
}

/** A client of a TPP, with its software. */
export interface TppClient {
  readonly clientId: string;
  readonly software: DirectorySoftware;
  /** True if the directory and the bank let the client use the service. */
  readonly isAdmitted: boolean;
  /** Null if the client was not registered, or its registration was deleted. */
  readonly registeredAt: Instant | null;
}

export type ListedConsent = Pick<Consent, 'id' | 'family' | 'status' | 'createdAt'>;

/** A payment as activity of a client. */
export type CountedPayment = Pick<
  Payment,
  'id' | 'consentId' | 'family' | 'createdAt' | 'groupStatus'
>;

export interface ListedPayment extends CountedPayment {
  /** The status in words. */
  readonly status: string;
}

/** The newest consents and payments of a client, at most `MAX_CLIENT_ACTIVITY` of each. */
export interface ClientActivity {
  readonly consents: readonly { readonly status: ConsentStatus; readonly count: number }[];
  /** Consents that are not final, newest first. */
  readonly openConsents: readonly ListedConsent[];
  /** Newest first. */
  readonly payments: readonly Payment[];
  /** Numbers of consents and payments by hour, newest first. */
  readonly hours: readonly (Omit<DayActivity, 'day'> & { readonly at: Instant })[];
}

/** Maximum number of consents, and of payments, that are counted for a client. */
export const MAX_CLIENT_ACTIVITY = 1000;

/** The numbers of consents and payments of a client on a day in London. */
export interface DayActivity {
  readonly day: string;
  readonly consents: number;
  readonly payments: number;
  /** Payments of this day that were rejected completely. */
  readonly rejected: number;
}

/** A client with its newest consents and payments. */
export interface ClientReport extends TppClient {
  /** Numbers of the newest consents by status, of at most `MAX_CLIENT_ACTIVITY`. */
  readonly consents: Readonly<Partial<Record<ConsentStatus, number>>>;
  /** The newest consents that are not final: they wait for the TPP or the customer. */
  readonly openConsents: readonly ListedConsent[];
  readonly payments: readonly ListedPayment[];
  /** The newest days with consents or payments, newest first. */
  readonly days: readonly DayActivity[];
  /** False if the client has older consents or payments that are not counted. */
  readonly isComplete: boolean;
  /** Its subscription to events. Null if there is none. */
  readonly events: EndpointHealth | null;
}

export interface ListedTpp extends Tpp {
  /** Time of the newest consent or payment. Null if there is none. */
  readonly lastActivityAt: Instant | null;
  /** Consents that are not final, among the newest `MAX_CLIENT_ACTIVITY` of each client. */
  readonly openConsents: number;
  /** Number of clients whose callback address is unresponsive. */
  readonly failingCallbacks: number;
}

/** A page of the list of TPPs, in the order of their ids. */
export interface TppList {
  readonly listed: readonly ListedTpp[];
  /** Id after which the next page begins. Null if this is the last page. */
  readonly next: string | null;
}

/** A TPP with its clients. */
export interface TppReport extends Tpp {
  /** True if the directory allows it to initiate payments, and no operator has suspended it. */
  readonly isAdmitted: boolean;
  readonly reports: readonly ClientReport[];
  /** Clients that are left out, because only the first ones are read. */
  readonly omitted: number;
}
