import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer, type Transport } from '../../../test-client/transport.ts';
import { cookieName, formTokenOf, PORTAL_UID } from '../../../src/web/session.ts';
import { anonymousTransport, type Bank } from '../../helpers/secure-browser.ts';
import { proxiedFrom } from './networks.ts';

/** A one-time code that is always wrong, because the attackers use user names that do not exist. */
const WRONG_CODE = '000000';

/** The result of an attempt to sign in. */
export type Outcome =
  /** The service checked the password and refused the sign-in. */
  | 'refused'
  /**
   * The service did not check the password, because too many checks were waiting. It asked the user
   * to try again.
   */
  | 'busy'
  /**
   * A limit of the listener refused the request: with 429, with 503, or by closing the connection.
   */
  | 'limited'
  /** Any other result, for example a successful sign-in. It must not happen. */
  | 'unexpected';

export interface AttackOptions {
  readonly bank: Bank;
  /** Minimum number of attempts that the attackers make. */
  readonly attempts: number;
  /** Number of networks, from network 0 on. Each contains one attacker. */
  readonly networks: number;
  /** Time that an attacker waits between two attempts, in milliseconds. */
  readonly pauseMs: number;
}

/**
 * Runs the attackers. They guess passwords of user names that do not exist, and each makes one
 * attempt at a time.
 */
export class Attack {
  readonly counts: Record<Outcome, number> = { refused: 0, busy: 0, limited: 0, unexpected: 0 };
  /** The first response that was not expected. */
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

  /** Number of attempts made so far. */
  get made(): number {
    return this.#made;
  }

  /** Ends the attack after the attackers have made the minimum number of attempts. */
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

  /** Sends a password. If the service asks for a one-time code then, sends a wrong one. */
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

/**
 * Returns the form token of a session. Any visitor of the pages receives this token, so an attacker
 * has it too.
 */
function tokenOf(id: string): string {
  return formTokenOf({ id });
}

function sessionIn(cookies: readonly string[]): string | undefined {
  const start = `${cookieName(PORTAL_UID)}=`;
  const found = cookies.find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length).split(';')[0];
}
