import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Hono } from 'hono';
import type { Interaction, Interactions } from '../../auth/oauth/interactions.ts';
import type { BankSignIn } from '../../auth/identity-provider/bank-sign-in.ts';
import type { PasskeyService } from '../../auth/sign-in/passkey-service.ts';
import type { SignInService } from '../../auth/sign-in/sign-in.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileWorkers } from '../../domain/ports/files.ts';
import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Consent, User } from '../../domain/records/records.ts';
import type { AccountChoice, UseCases, ApprovalSummary } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import type { PageContext } from '../page-context.tsx';
import type { BrowserSession, BrowserSessions } from '../session.ts';

export interface PagesParts {
  readonly store: Store;
  readonly workers: Pick<FileWorkers, 'slice'>;
  readonly interactions: Interactions;
  readonly useCases: UseCases;
  /** Executes due jobs. `wake` makes it check for due jobs at once. */
  readonly runner: { readonly wake: () => void };
  readonly signIn: SignInService;
  /**
   * The sign-in at the bank's OpenID Provider. If it is set, `signIn` and `passkeys` are not used.
   * Undefined if customers sign in on the pages of this service.
   */
  readonly bankSignIn: BankSignIn | undefined;
  /** Undefined if passkeys cannot be used on the origin of the pages. */
  readonly passkeys: PasskeyService | undefined;
  /** Business clock. It decides about payments and consents. */
  readonly clock: Clock;
  /** System clock. It decides about session timeouts. */
  readonly machineClock: Clock;
  /** Origin of the pages: `https://host:port`. Forms from other origins are refused. */
  readonly origin: string;
  /** Name of the bank, as the pages show it. */
  readonly bankName: string;
  /** Returns the remote address of a request. Null if it is unknown. */
  readonly addressOf: (incoming: IncomingMessage) => string | null;
  readonly observe: Observe;
}

/** Hono environment: the Node.js request and response, which the authorisation server needs. */
export interface PagesEnv {
  Bindings: {
    readonly incoming: IncomingMessage;
    readonly outgoing: ServerResponse;
    /** Informs the listener that a request belongs to an interaction or to a portal user. */
    readonly recognise: (userId?: string) => void;
  };
  Variables: {
    /** True if the page may run the passkey script. See allowScript. */
    hasScript?: true;
  };
}

export type Pages = Hono<PagesEnv>;
export type RequestContext = Context<PagesEnv>;

/** A request that belongs to an interaction which the authorisation server still has open. */
export class InteractionRequest {
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
      InteractionRequest,
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

  /** Session of a customer who has entered the right password. Undefined before that. */
  get session(): IdentifiedSession | undefined {
    const { customer } = this.browserSession;
    return customer?.stage === 'identified' ? customer : undefined;
  }

  /** Returns the signed-in user. The store is read only once per request. */
  user(): Promise<User> {
    this.#user ??= this.#findUser();
    return this.#user;
  }

  /**
   * Returns the accounts that the user can choose from. Null if the consent or its file names them.
   */
  choice(): Promise<AccountChoice | null> {
    this.#choice ??= this.user().then((user) =>
      this.parts.useCases.choiceOfAccount({ consent: this.consent, user }, this.parts.clock()),
    );
    return this.#choice;
  }

  /** Returns a summary of the payment, including the dynamic-linking hash. */
  async summary({ account }: Pick<IdentifiedSession, 'account'>): Promise<ApprovalSummary> {
    const { consent, parts } = this;
    const deciding = { consent, user: await this.user(), chosenAccount: account };
    return parts.useCases.approvalSummaryOf(deciding, parts.clock());
  }

  /** Returns true if this session has approved the consent. */
  isApproved(): Promise<boolean> {
    this.#isApproved ??= this.isApprovedBy(this.session?.grantId ?? null);
    return this.#isApproved;
  }

  /** Returns true if the consent was approved with this grant. */
  async isApprovedBy(grantId: string | null): Promise<boolean> {
    // A consent that was approved may have been rejected or revoked since then.
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

/**
 * Returns the only eligible account. In that case the customer does not have to choose. Undefined
 * if there is no eligible account, or more than one.
 */
export function onlyAccount(choice: AccountChoice | null): AccountNumber | undefined {
  const [first, ...others] = choice?.eligible ?? [];
  return others.length === 0 ? first?.number : undefined;
}
