import type { PagesBank } from './pages-bank.ts';

/** The origin of pages that no network serves. */
export const ORIGIN = 'https://bank.example';

/** What a form's answer says. */
export interface Sent {
  readonly status: number;
  readonly location: string;
  readonly response: Response;
}

/** A request as this browser makes it. */
interface Sending {
  readonly method: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A browser without a window: keeps cookies, reads the forms of a page, follows to pages. */
export class BrowserByHand {
  readonly cookies = new Map<string, string>();
  readonly #bank: PagesBank;

  constructor(bank: PagesBank) {
    this.#bank = bank;
  }

  /** Another browser with the same cookies: a second tab, or a second request of one click. */
  copy(): BrowserByHand {
    const other = new BrowserByHand(this.#bank);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async open(path: string): Promise<{ status: number; text: string; response: Response }> {
    const response = await this.#fetch(path, { method: 'GET' });
    return { status: response.status, text: await response.text(), response };
  }

  /** Opens the page of a visit, and sends its form for that step with these fields. */
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

  /** Opens a page, and sends one of its forms with these fields. */
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

  /** Signs a user of the sandbox in, to read what a TPP asks for. */
  async signIn(uid: string, user = 'clara'): Promise<void> {
    await this.send(uid, 'password', { user, password: `${user}-password` });
  }

  /** Gives a code for what is shown, by the form that asks for it. */
  async approve(uid: string, user = 'clara'): Promise<Sent> {
    return this.post(uid, 'approve', await this.approvalOf(uid, user));
  }

  /** The fields of the form that approves what is shown, with a code that was not used. */
  async approvalOf(uid: string, user = 'clara'): Promise<Record<string, string>> {
    const { text } = await this.open(`/interaction/${uid}/approve`);
    const code = await this.#bank.nextCodeOf(user);
    return { token: tokenIn(text), linked: linkedIn(text), code };
  }

  /** Signs a user in at the customer's own pages; the code that was used. */
  async signInAtOwn(user = 'clara'): Promise<string> {
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

/** The token of the forms on a page; empty when it has none. */
export function tokenIn(page: string): string {
  return /name="token" value="([\w-]*)"/.exec(page)?.[1] ?? '';
}

/** What a factor is given for on a page; empty when it asks for none. */
export function linkedIn(page: string): string {
  return /name="linked" value="(\w*)"/.exec(page)?.[1] ?? '';
}

/** A page as it is read: its texts, without marks. */
export function wordsOf(page: string): string {
  return page
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replace(/\s+/g, ' ');
}
