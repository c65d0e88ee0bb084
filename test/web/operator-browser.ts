import { cookieName } from '../../src/console/session.ts';
import { Authenticator } from '../helpers/authenticator.ts';
import { tokenIn } from './http-browser.ts';
import { optionsIn } from './passkeys.ts';

/** A console, and how a browser sends a request to one of its paths. */
interface ConsoleAddress {
  readonly origin: string;
  fetch(path: string, init: RequestInit): Promise<Response>;
}

/** Simulates the browser of an operator, with an authenticator. */
export class OperatorBrowser {
  readonly bank: ConsoleAddress;
  readonly authenticator: Authenticator;
  /** Value of the session cookie. Empty if there is none. */
  cookie = '';

  constructor(bank: ConsoleAddress, authenticator = new Authenticator(bank.origin)) {
    this.bank = bank;
    this.authenticator = authenticator;
  }

  async open(path: string, headers: Record<string, string> = {}) {
    const response = await this.#fetch(path, { headers });
    return { status: response.status, text: await response.text(), response };
  }

  /** Opens a page, fills in one of its forms and submits the form. */
  async send(page: string, action: string, fields: Record<string, string> = {}) {
    const { text } = await this.open(page);
    return this.post(action, { token: tokenIn(text), to: page, ...fields });
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: this.bank.origin },
  ) {
    const response = await this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, text: await response.text(), response };
  }

  /** Adds the authenticator's passkey with an enrolment link. Returns the next location. */
  async enrol(link: string): Promise<string> {
    const { text } = await this.open(link);
    const passkey = this.authenticator.create(optionsIn(text));
    return (await this.post(link, { token: tokenIn(text), passkey })).location;
  }

  /** Signs in with the authenticator's passkey. Returns the next location. */
  async signIn(page = '/'): Promise<string> {
    const { text } = await this.open(page);
    const passkey = this.authenticator.get(optionsIn(text));
    return (await this.post('/sign-in', { token: tokenIn(text), to: page, passkey })).location;
  }

  async #fetch(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Response> {
    const name = cookieName(this.bank.origin);
    const headers = { ...init.headers, ...(this.cookie && { cookie: `${name}=${this.cookie}` }) };
    const response = await this.bank.fetch(path, { ...init, headers });
    const set = response.headers.getSetCookie().at(-1);
    if (set !== undefined) this.cookie = /=([^;]*)/.exec(set)?.[1] ?? '';
    return response;
  }
}
