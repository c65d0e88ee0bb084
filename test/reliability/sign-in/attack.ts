import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer, type Transport } from '../../../client/transport.ts';
import { cookieName, formTokenOf, PORTAL_UID } from '../../../src/web/session.ts';
import { anonymousTransport, type Bank } from '../../helpers/secure-browser.ts';
import { proxiedFrom } from './networks.ts';

/** A code that nobody's authenticator shows, because the user name is made up. */
const WRONG_CODE = '000000';

/** The result of one attempt. */
export type Outcome =
  /** The service checked the password and refused the sign-in. */
  | 'refused'
  /** Too many password checks waited: the service asked to try again. */
  | 'busy'
  /** A limit of the listener: 429 or 503, or a closed connection. */
  | 'limited'
  /** Anything else, a successful sign-in for example: it must not happen. */
  | 'unexpected';

export interface AttackOptions {
  readonly bank: Bank;
  /** Attempts that the attackers make at least. */
  readonly attempts: number;
  /** Number of networks, each with one attacker. They have the numbers from 0 on. */
  readonly networks: number;
  /** How long an attacker waits between two attempts, in milliseconds. */
  readonly pauseMs: number;
}

/** Attackers who guess passwords of made-up user names, one attempt at a time from each network. */
export class Attack {
  readonly counts: Record<Outcome, number> = { refused: 0, busy: 0, limited: 0, unexpected: 0 };
  /** The first answer that was not expected. */
  surprise = '';
  readonly #options: AttackOptions;
  readonly #attackers: Promise<unknown>;
  #made = 0;
  #isOver = false;

  constructor(options: AttackOptions) {
    this.#options = options;
    const numbers = Array.from({ length: options.networks }, (_, network) => network);
    this.#attackers = Promise.all(numbers.map((network) => this.#attackFrom(network)));
  }

  /** Number of attempts that were made. */
  get made(): number {
    return this.#made;
  }

  /** Ends the attack, once the attackers have made all of their attempts. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#attackers;
  }

  async #attackFrom(network: number): Promise<void> {
    const { bank, attempts, pauseMs } = this.#options;
    const transport = anonymousTransport({ ...bank, proxyHeader: proxiedFrom(network) });
    while (!this.#isOver || this.#made < attempts) {
      this.#made += 1;
      const name = `nobody-${String(network)}-${String(this.#made)}`;
      this.counts[await this.#attempt(transport, name)] += 1;
      if (pauseMs > 0) await wait(pauseMs);
    }
    transport.close();
  }

  /** Sends a password and, where the service checks it, a code. */
  async #attempt(transport: Transport, user: string): Promise<Outcome> {
    const send = async (
      session: string,
      path: string,
      fields: Readonly<Record<string, string>>,
    ) => {
      const { issuerUrl } = this.#options.bank;
      const answer = await transport.send({
        ...{ method: 'POST', url: `${issuerUrl}${path}` },
        headers: {
          origin: issuerUrl,
          cookie: `${cookieName(PORTAL_UID)}=${session}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ ...fields, to: '/my', token: tokenOf(session) }).toString(),
      });
      const { status, headers } = answer;
      const location = headers.get('location') ?? '';
      return { status, location, session: sessionIn(headers.getSetCookie()), text: answer.text };
    };
    try {
      const own = randomBytes(32).toString('base64url');
      let sent = await send(own, '/my/password', { user, password: 'guess' });
      if (sent.location === '/my?problem=busy') return 'busy';
      if (sent.location === '/my' && sent.session !== undefined) {
        sent = await send(sent.session, '/my/code', { code: WRONG_CODE });
        if (sent.location === '/my?problem=credentials') return 'refused';
      }
      if (sent.status === 429 || sent.status === 503) return 'limited';
      this.surprise ||= JSON.stringify(sent);
      return 'unexpected';
    } catch (error) {
      if (error instanceof NoAnswer) return 'limited';
      throw error;
    }
  }
}

/** Returns the form token of a session: an attacker can compute it, because it is a visitor too. */
function tokenOf(id: string): string {
  return formTokenOf({ id, isNew: false, customer: undefined, isOver: false });
}

function sessionIn(cookies: readonly string[]): string | undefined {
  const start = `${cookieName(PORTAL_UID)}=`;
  const found = cookies.find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length).split(';')[0];
}
