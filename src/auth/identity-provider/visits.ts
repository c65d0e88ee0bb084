import { createHmac, hash } from 'node:crypto';
import type { AuthorisationItem } from '../../domain/ports/authorisation-store.ts';
import {
  MINUTE_MS,
  SECOND_MS,
  type Instant,
  type Milliseconds,
  type Seconds,
} from '../../shared/time.ts';
import type { ApprovalDetails } from './details.ts';
import type { BackchannelRequest, RequestSecrets, Wanted } from './provider.ts';

/** Time within which a customer must return from the provider. */
const VISIT_MS: Milliseconds = 10 * MINUTE_MS;

/** Maximum time that a customer has to answer in the bank's app. The provider may allow less. */
export const MAX_WAIT_SECONDS: Seconds = 300;

/** The kind of records in the store that contain a visit. */
export const VISIT_MODEL = 'BankVisit';

/** The kind of records that forbid all nodes to poll for a visit until they expire. */
const POLL_MODEL = 'BankPoll';

/**
 * The kind of records that limit the requests in the app of a user. An attacker who can sign
 * in as a customer could otherwise ask until the customer approves.
 */
const ASK_MODEL = 'BankAsk';

/** Maximum number of requests in the app of a user within `MAX_WAIT_SECONDS`. */
const MAX_REQUESTS = 5;

/** `state` of a visit: the interaction, and a random part. */
const STATE = /^([\w-]{1,64})\.[\w-]{43}$/;

/**
 * Letters of a binding code. There are no vowels, so that a code cannot be a word (RFC 8628, 6.1).
 */
const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 4;

/** A visit of a customer to the bank's provider, to sign in or to approve. */
export interface Visit {
  /** The approval that is wanted. Null if the customer only signs in. */
  readonly approval: WantedApproval | null;
  /** True if strong customer authentication is required. */
  readonly isStrong: boolean;
  /** True if the customer approves in the bank's app (CIBA), while our page waits. */
  readonly inApp: boolean;
  /** Path of the page that the customer sees afterwards. */
  readonly returnTo: string;
}

/** An approval that the provider must prove. */
export interface WantedApproval {
  /** The user who must approve. */
  readonly userId: string;
  /** Id of the consent or payment. */
  readonly subjectId: string;
  readonly details: ApprovalDetails;
}

/** The browser in which a visit begins and ends. */
export interface VisitingBrowser {
  /** The interaction's uid, or that of the portal. */
  readonly uid: string;
  /** Random value of the session cookie. */
  readonly sessionId: string;
}

/** A visit in the store. */
export interface StoredVisit {
  readonly visit: Visit;
  /** Hash of the browser's session id. */
  readonly session: string;
  readonly begunAt: Instant;
  /** The request in the bank's app. Null for a visit in the browser. */
  readonly asked: AskedInApp | null;
}

/** A request in the bank's app. Only a client with the bank's keys can use its id. */
export interface AskedInApp {
  readonly authReqId: string;
  readonly expiresAt: Instant;
  /** Least time between two polls. */
  readonly intervalSeconds: Seconds;
}

/** Returns the uid in the `state` of a response. Undefined if this service did not create it. */
export function uidOf(search: string): string | undefined {
  return STATE.exec(new URLSearchParams(search).get('state') ?? '')?.[1];
}

/** Returns the path of the page that waits for the answer in the bank's app. */
export function waitingPath({ returnTo }: Visit): string {
  return `${returnTo}/waiting`;
}

/** Returns a request in the app, with our own limit of the wait. */
export function askedInApp(request: BackchannelRequest, begunAt: Instant): AskedInApp {
  const { authReqId, intervalSeconds, expiresInSeconds } = request;
  const seconds = Math.min(expiresInSeconds, MAX_WAIT_SECONDS);
  return {
    authReqId,
    intervalSeconds: Math.min(intervalSeconds, MAX_WAIT_SECONDS),
    expiresAt: begunAt + seconds * SECOND_MS,
  };
}

/** Returns the record of a visit. */
export function visitItem(id: string, stored: StoredVisit): AuthorisationItem {
  return itemOf(VISIT_MODEL, id, endOf(stored), JSON.stringify(stored));
}

/** Returns the record that forbids another poll within the interval. */
export function pollItem(id: string, now: Instant, appRequest: AskedInApp): AuthorisationItem {
  return itemOf(POLL_MODEL, id, now + appRequest.intervalSeconds * SECOND_MS, '');
}

/** Returns the records for the requests in the app of a user. Each request adds one. */
export function askItems(userId: string, now: Instant): readonly AuthorisationItem[] {
  const until = now + MAX_WAIT_SECONDS * SECOND_MS;
  return Array.from({ length: MAX_REQUESTS }, (_, index) =>
    itemOf(ASK_MODEL, `${userId} ${String(index)}`, until, ''),
  );
}

function itemOf(model: string, id: string, expiresAt: Instant, payload: string) {
  return { model, id, grantId: null, clientId: null, payload, expiresAt };
}

/** Returns the time after which a visit cannot end any more. */
export function endOf({ begunAt }: StoredVisit): Instant {
  return begunAt + VISIT_MS;
}

/** Returns the properties that the provider must prove for a visit. */
export function wantedOf(
  { visit: { approval, isStrong }, begunAt }: Pick<StoredVisit, 'visit' | 'begunAt'>,
  subject: string | null,
): Wanted {
  return { details: approval?.details ?? null, isStrong, subject, begunAt };
}

/**
 * Returns the secrets of a visit. They are derived from the browser's cookie, so they are not in
 * the database, and a response is of no use in another browser.
 */
export function secretsOf(state: string, browser: VisitingBrowser): RequestSecrets {
  const derive = (purpose: string) => derived(purpose, state, browser).toString('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code_verifier') };
}

/** Returns the code that identifies the request on our page and in the bank's app. */
export function bindingCodeOf(state: string, browser: VisitingBrowser): string {
  const bytes = derived('binding_message', state, browser).subarray(0, CODE_LENGTH);
  return [...bytes].map((byte) => CODE_LETTERS.charAt(byte % CODE_LETTERS.length)).join('');
}

function derived(purpose: string, state: string, { sessionId }: VisitingBrowser): Buffer {
  return createHmac('sha256', sessionId).update(`${purpose} ${state}`).digest();
}

/** Returns the hash of a browser's session id, as a visit stores it. */
export function sessionHashOf({ sessionId }: VisitingBrowser): string {
  return hash('sha256', sessionId);
}
