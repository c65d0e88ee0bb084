import type { PagesBank } from './pages-bank.ts';

/** Origin of the bank's pages when tests request them without a network. */
export const ORIGIN = 'https://bank.example';

/** The response to a form that was submitted. */
export interface Sent {
  readonly status: number;
  readonly location: string;
  readonly response: Response;
}

/** The method, headers and body of a request that this browser sends. */
interface Sending {
  readonly method: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Simulates a browser. It stores cookies, reads the forms of a page and submits them. */
export class HttpBrowser {
  readonly cookies = new Map<string, string>();
  readonly #bank: PagesBank;

  constructor(bank: PagesBank) {
    this.#bank = bank;
  }

  /**
   * Returns a second browser with the same cookies. It serves as another tab, or sends the second
   * of two clicks.
   */
  copy(): HttpBrowser {
    const other = new HttpBrowser(this.#bank);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async open(path: string): Promise<{ status: number; text: string; response: Response }> {
    const response = await this.#fetch(path, { method: 'GET' });
    return { status: response.status, text: await response.text(), response };
  }

  /** Opens the page of an interaction, fills in its form for a step and submits the form. */
  async send(
    uid: string,
    step: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    const { text } = await this.open(`/interaction/${uid}`);
    return this.post(uid, step, { token: tokenIn(text), ...fields }, headers);
  }

  async post(
    uid: string,
    step: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    return this.postTo(`/interaction/${uid}/${step}`, fields, headers);
  }

  /** Opens a page, fills in one of its forms and submits the form. */
  async sendTo(page: string, action: string, fields: Record<string, string> = {}): Promise<Sent> {
    const { text } = await this.open(page);
    return this.postTo(action, { to: page, token: tokenIn(text), ...fields });
  }

  async postTo(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    const response = await this.#fetch(path, {
      method: 'POST',
      headers: {
        origin: ORIGIN,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, location: response.headers.get('location') ?? '', response };
  }

  /** Signs a sandbox user in to the consent journey with a password. */
  async signIn(uid: string, user = 'clara'): Promise<void> {
    await this.send(uid, 'password', { user, password: `${user}-password` });
  }

  /** Opens the approval page and approves with a one-time code. */
  async approve(uid: string, user = 'clara'): Promise<Sent> {
    return this.post(uid, 'approve', await this.approvalOf(uid, user));
  }

  /** Returns the fields of the approval form, filled in with an unused one-time code. */
  async approvalOf(uid: string, user = 'clara'): Promise<Record<string, string>> {
    const { text } = await this.open(`/interaction/${uid}/approve`);
    const code = await this.#bank.nextCodeOf(user);
    return { token: tokenIn(text), linked: linkedIn(text), code };
  }

  /** Signs a user in to the portal. Returns the one-time code that was used. */
  async signInToPortal(user = 'clara'): Promise<string> {
    await this.sendTo('/my', '/my/password', { user, password: `${user}-password` });
    const code = await this.#bank.nextCodeOf(user);
    await this.sendTo('/my', '/my/code', { code });
    return code;
  }

  async #fetch(path: string, init: Sending): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await this.#bank.fetch(path, { ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', value = ''] = pair.split('=');
      this.cookies.set(name, value);
    }
    return response;
  }
}

/** Returns the CSRF token in the forms of a page. Returns an empty text if there is none. */
export function tokenIn(page: string): string {
  return /name="token" value="([\w-]*)"/.exec(page)?.[1] ?? '';
}

/**
 * Returns the dynamic-linking hash in a page's form. Returns an empty text if the page asks for no
 * factor.
 */
export function linkedIn(page: string): string {
  return /name="linked" value="(\w*)"/.exec(page)?.[1] ?? '';
}

/** Returns the text of a page without its markup. */
export function wordsOf(page: string): string {
  return page
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replace(/\s+/g, ' ');
}
