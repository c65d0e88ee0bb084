import { formatInstant, type Instant } from '../src/shared/time.ts';
import { expectStatus, tokenIn, type Answer } from './answer.ts';
import { postForm } from './authorisation.ts';
import { TppClient, type Options } from './tpp.ts';
import type { Transport } from './transport.ts';

/** A sandbox customer's decision about a consent. */
export interface Decision {
  readonly user: string;
  readonly decision: 'approve' | 'reject';
  /** Account to debit. Required if the consent does not name one. */
  readonly debtorAccount?: string;
}

/** The decision of a further user about a payment that needs several approvals. */
export type FurtherDecision = Omit<Decision, 'debtorAccount'>;

/** A credit that comes back from the creditor's bank. */
export interface ReturnedCredit {
  /** The number at the end of its PaymentTransactionId. */
  readonly index: number;
  readonly reason: 'AC01' | 'AC04' | 'AC06' | 'NARR';
}

/** Options for requests to the sandbox, which need no idempotency key. */
const KEYLESS = { key: null } as const;

/** Requests an access token at `/sandbox/token`. */
export function askToken(transport: Transport, origin: string, clientId: string): Promise<Answer> {
  return postForm(transport, `${origin}/sandbox/token`, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: `${clientId}-secret`,
    scope: 'payments',
  });
}

/**
 * Returns a client for the internal listener that acts for a sandbox TPP and has an access token.
 *
 * @throws UnexpectedAnswer if the sandbox has no such TPP
 */
export async function signInAtSandbox(
  transport: Transport,
  origin: string,
  clientId: string,
  defaults: Options = {},
): Promise<TppClient> {
  const answer = expectStatus(await askToken(transport, origin, clientId), 200);
  return new TppClient({ transport, apiUrl: origin, token: tokenIn(answer), defaults });
}

/** Client of the sandbox routes. These routes are on the internal listener. */
export class Sandbox {
  readonly #tpp: TppClient;

  constructor(tpp: TppClient) {
    this.#tpp = tpp;
  }

  /**
   * Approves or rejects a consent as the customer. The response to an approval contains the access
   * token.
   */
  decide(consentId: string, decision: Decision): Promise<Answer> {
    const path = `/sandbox/consents/${consentId}/decision`;
    return this.#tpp.send('POST', path, JSON.stringify(decision), KEYLESS);
  }

  /** Approves or rejects, as a further user, a payment that needs several approvals. */
  decideFurther(paymentId: string, decision: FurtherDecision): Promise<Answer> {
    const path = `/sandbox/payments/${paymentId}/approvals`;
    return this.#tpp.send('POST', path, JSON.stringify(decision), KEYLESS);
  }

  /** Returns a credit of a payment that the scheme accepted, as the creditor's bank could do. */
  returnCredit(paymentId: string, credit: ReturnedCredit): Promise<Answer> {
    const path = `/sandbox/payments/${paymentId}/returns`;
    return this.#tpp.send('POST', path, JSON.stringify(credit), KEYLESS);
  }

  readClock(): Promise<Answer> {
    return this.#tpp.send('GET', '/sandbox/clock');
  }

  /** Moves the sandbox's clock forward. The response arrives when all due jobs are done. */
  moveClock(now: Instant): Promise<Answer> {
    const body = JSON.stringify({ now: formatInstant(now) });
    return this.#tpp.send('PUT', '/sandbox/clock', body);
  }

  /** Reads the statement of an account of the sandbox. */
  readEntries(account: string): Promise<Answer> {
    return this.#tpp.send('GET', `/sandbox/accounts/${account}/entries`);
  }
}
