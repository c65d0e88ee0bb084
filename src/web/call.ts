import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Hono } from 'hono';
import type { Interaction, Interactions } from '../auth/server/interactions.ts';
import type { SignInOffice } from '../auth/sign-in/sign-in.ts';
import type { AccountNumber } from '../domain/parties/accounts.ts';
import type { SignedInSession } from '../domain/ports/sign-in-store.ts';
import type { Observe } from '../domain/records/events.ts';
import type { Consent } from '../domain/records/records.ts';
import type { Pipeline } from '../engine/index.ts';
import { choiceOfAccount, type AccountChoice, type ReviewParts } from '../engine/review.ts';
import { present } from '../kernel/assert.ts';
import type { Clock } from '../kernel/time.ts';
import type { Scene } from './scene.tsx';
import type { BrowserSession, BrowserSessions } from './session.ts';

export interface PagesParts extends ReviewParts {
  readonly interactions: Interactions;
  readonly pipeline: Pick<Pipeline, 'decideConsent' | 'refuseConsent'>;
  readonly signIn: SignInOffice;
  /** Business time, by which payments are made. */
  readonly clock: Clock;
  /** The machine's, by which sessions live. */
  readonly machineClock: Clock;
  /** Where the pages are served: `https://host:port`. Forms of another origin are refused. */
  readonly origin: string;
  /** What the bank calls itself on its pages. */
  readonly bankName: string;
  /** The remote address of a request; null where none is known. */
  readonly addressOf: (incoming: IncomingMessage) => string | null;
  readonly observe: Observe;
}

/** Node's own request and answer, which the authorisation server reads, and how it came in. */
interface Environment {
  Bindings: {
    readonly incoming: IncomingMessage;
    readonly outgoing: ServerResponse;
    /** Tells the door that a request belongs to a visit. */
    readonly recognise: () => void;
  };
}

export type Pages = Hono<Environment>;
export type PageContext = Context<Environment>;

/** A request within a visit that the authorisation server knows. */
export interface Call {
  readonly parts: PagesParts;
  readonly context: PageContext;
  readonly interaction: Interaction;
  readonly consent: Consent;
  readonly browserSessions: BrowserSessions;
  readonly browserSession: BrowserSession;
  readonly scene: Scene;
}

/** The session of a customer for whom both factors were right. */
export function signedInSession({
  browserSession: { customer },
}: Pick<Call, 'browserSession'>): SignedInSession | undefined {
  return customer?.stage === 'signedIn' ? customer : undefined;
}

/** The choice that a customer has; null where the consent or its file names the accounts. */
export async function choiceFor(
  { parts, consent }: Pick<Call, 'parts' | 'consent'>,
  { userId }: Pick<SignedInSession, 'userId'>,
): Promise<AccountChoice | null> {
  const user = present(await parts.store.findUser(userId), 'the user');
  return choiceOfAccount(parts, { consent, user });
}

/** The only account that could pay, and so is not asked for; undefined where it is none or more. */
export function onlyAccount(choice: AccountChoice | null): AccountNumber | undefined {
  const [first, ...others] = choice?.eligible ?? [];
  return others.length === 0 ? first?.number : undefined;
}

/** Whether it was in this very session that the consent was approved. */
export async function isApprovedBy(
  { parts, consent }: Pick<Call, 'parts' | 'consent'>,
  { grantId }: Pick<SignedInSession, 'grantId'>,
): Promise<boolean> {
  // What was approved may have lapsed since.
  if (grantId === null || consent.status === 'Rejected') return false;
  const approved = await parts.store.findConsentByGrant(grantId);
  return approved?.id === consent.id;
}
