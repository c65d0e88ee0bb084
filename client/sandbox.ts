import { formatInstant, type Instant } from '../src/shared/time.ts';
import { expectStatus, tokenIn, type Answer } from './answer.ts';
import { postForm } from './authorisation.ts';
import { TppClient, type Options } from './tpp.ts';
import type { Transport } from './transport.ts';

/** What the customer of the sandbox is brought to. */
export interface Decision {
  readonly user: string;
  readonly decision: 'approve' | 'reject';
  /** Where the consent names no account. */
  readonly debtorAccount?: string;
}

/** What another user decides about a payment that others approved before. */
export type FurtherDecision = Omit<Decision, 'debtorAccount'>;

/** Nothing of the sandbox is kept under a key. */
const KEYLESS = { key: null } as const;

/** Asks for a token of the sandbox's shortcut. */
export function askToken(transport: Transport, origin: string, clientId: string): Promise<Answer> {
  return postForm(transport, `${origin}/sandbox/token`, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: `${clientId}-secret`,
    scope: 'payments',
  });
}

/**
 * A TPP of the sandbox with its token, at the plain door.
 *
 * @throws UnexpectedAnswer when the sandbox has no such TPP
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

/** What a TPP can do at the sandbox alone; its addresses are at the plain door. */
export class Sandbox {
  readonly #tpp: TppClient;

  constructor(tpp: TppClient) {
    this.#tpp = tpp;
  }

  /** Has the customer decide about a consent; the answer to an approval has the token of it. */
  decide(consentId: string, decision: Decision): Promise<Answer> {
    const path = `/sandbox/consents/${consentId}/decision`;
    return this.#tpp.send('POST', path, JSON.stringify(decision), KEYLESS);
  }

  /** Has another user decide about a payment that needs several approvals. */
  decideFurther(paymentId: string, decision: FurtherDecision): Promise<Answer> {
    const path = `/sandbox/payments/${paymentId}/approvals`;
    return this.#tpp.send('POST', path, JSON.stringify(decision), KEYLESS);
  }

  readClock(): Promise<Answer> {
    return this.#tpp.send('GET', '/sandbox/clock');
  }

  /** Moves the clock forward; answers when all that fell due has been done. */
  moveClock(now: Instant): Promise<Answer> {
    const body = JSON.stringify({ now: formatInstant(now) });
    return this.#tpp.send('PUT', '/sandbox/clock', body);
  }

  /** The statement of an account. */
  readEntries(account: string): Promise<Answer> {
    return this.#tpp.send('GET', `/sandbox/accounts/${account}/entries`);
  }
}
