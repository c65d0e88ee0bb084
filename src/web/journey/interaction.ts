import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Hono } from 'hono';
import type { Interaction, Interactions } from '../../auth/oauth/interactions.ts';
import type { PasskeyService } from '../../auth/sign-in/passkey-service.ts';
import type { SignInService } from '../../auth/sign-in/sign-in.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileWorkers } from '../../domain/ports/files.ts';
import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Consent, User } from '../../domain/records/records.ts';
import type { AccountChoice, Engine, ApprovalSummary } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import type { PageContext } from '../page-context.tsx';
import type { BrowserSession, BrowserSessions } from '../session.ts';

export interface PagesParts {
  readonly store: Store;
  readonly workers: Pick<FileWorkers, 'slice'>;
  readonly interactions: Interactions;
  readonly engine: Engine;
  /** Does what is due, once it is told that there is something. */
  readonly runner: { readonly wake: () => void };
  readonly signIn: SignInService;
  /** Undefined where browsers make no passkeys for the pages. */
  readonly passkeys: PasskeyService | undefined;
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
    /** Tells the door that a request belongs to a visit, or to a user at the own pages. */
    readonly recognise: (userId?: string) => void;
  };
  Variables: {
    /** Whether the page has our script: see allowScript. */
    hasScript?: true;
  };
}

export type Pages = Hono<Environment>;
export type RequestContext = Context<Environment>;

/** A request within a visit that the authorisation server knows: all that is known of it. */
export class InteractionPages {
  readonly parts: PagesParts;
  readonly context: RequestContext;
  readonly interaction: Interaction;
  readonly consent: Consent;
  readonly browserSessions: BrowserSessions;
  readonly browserSession: BrowserSession;
  readonly pageContext: PageContext;
  #user: Promise<User> | undefined;
  #choice: Promise<AccountChoice | null> | undefined;
  #isApproved: Promise<boolean> | undefined;

  constructor(
    found: Pick<
      InteractionPages,
      | 'parts'
      | 'context'
      | 'interaction'
      | 'consent'
      | 'browserSessions'
      | 'browserSession'
      | 'pageContext'
    >,
  ) {
    this.parts = found.parts;
    this.context = found.context;
    this.interaction = found.interaction;
    this.consent = found.consent;
    this.browserSessions = found.browserSessions;
    this.browserSession = found.browserSession;
    this.pageContext = found.pageContext;
  }

  /** The session of a customer whose password was right. */
  get session(): IdentifiedSession | undefined {
    const { customer } = this.browserSession;
    return customer?.stage === 'identified' ? customer : undefined;
  }

  /** Whoever has signed in: somebody whom the bank knows. Looked up once. */
  user(): Promise<User> {
    this.#user ??= this.#findUser();
    return this.#user;
  }

  /** The choice that the user has; null where the consent or its file names the accounts. */
  choice(): Promise<AccountChoice | null> {
    this.#choice ??= this.user().then((user) =>
      this.parts.engine.choiceOfAccount({ consent: this.consent, user }, this.parts.clock()),
    );
    return this.#choice;
  }

  /** What is to be decided about in short, and what a factor for that is given for. */
  async summary({ account }: Pick<IdentifiedSession, 'account'>): Promise<ApprovalSummary> {
    const { consent, parts } = this;
    const deciding = { consent, user: await this.user(), chosenAccount: account };
    return parts.engine.approvalSummaryOf(deciding, parts.clock());
  }

  /** Whether it was in this very session that the consent was approved. */
  isApproved(): Promise<boolean> {
    this.#isApproved ??= this.isApprovedBy(this.session?.grantId ?? null);
    return this.#isApproved;
  }

  /** Whether the consent was approved by this grant. */
  async isApprovedBy(grantId: string | null): Promise<boolean> {
    // What was approved may have lapsed since, or been revoked.
    const { status } = this.consent;
    if (grantId === null || status === 'Rejected' || status === 'Revoked') return false;
    const approved = await this.parts.store.findConsentByGrant(grantId);
    return approved?.id === this.consent.id;
  }

  async #findUser(): Promise<User> {
    const userId = expectDefined(this.browserSession.customer?.userId, 'who');
    return expectDefined(await this.parts.store.findUser(userId), 'the user');
  }
}

/** The only account that could pay, and so is not asked for; undefined where it is none or more. */
export function onlyAccount(choice: AccountChoice | null): AccountNumber | undefined {
  const [first, ...others] = choice?.eligible ?? [];
  return others.length === 0 ? first?.number : undefined;
}
