import type { Place } from './secure-browser.ts';
import { SecureCustomer, type BankOfCustomers } from './secure-customer.ts';

/** A page of the provider, or the address of the service to which it returned the browser. */
export interface ProviderPage {
  readonly url: string;
  readonly text: string;
}

/** A bank whose customers sign in at an OpenID Provider. */
interface ProvidedBank {
  readonly service: BankOfCustomers;
  readonly issuer: string;
}

/** A customer with a browser that also visits the provider. */
export class DelegatedCustomer extends SecureCustomer {
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor({ service, issuer }: ProvidedBank) {
    super(service);
    this.#issuer = issuer;
  }

  /** Opens an address of the provider and follows its redirects. */
  async open(url: string, form?: Record<string, string>): Promise<ProviderPage> {
    let [at, body] = [url, form && new URLSearchParams(form)];
    while (at.startsWith(`${this.#issuer}/`)) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, {
        ...{ redirect: 'manual', headers: { cookie } },
        ...(body && { method: 'POST', body }),
      });
      for (const line of answer.headers.getSetCookie()) this.#take(line);
      const location = answer.headers.get('location');
      if (location === null) return { url: at, text: await answer.text() };
      at = new URL(location, at).href;
      body = undefined;
    }
    return { url: at, text: '' };
  }

  /** Signs in or confirms at the provider. Returns the address of the callback. */
  async confirm({ url }: { readonly url: string }, user: string, decision = 'yes') {
    const shown = await this.open(url);
    const [, action] = /<form method="post" action="([^"]+)"/.exec(shown.text) ?? [];
    // With a session at the provider, a sign-in shows no page.
    if (action === undefined) return { ...shown, shown: '' };
    const fields = { user, password: `${user}-password`, decision };
    const back = await this.open(new URL(action, url).href, fields);
    return { ...back, shown: shown.text };
  }

  /** Opens the callback, and the page to which it leads. */
  async comeBack({ url }: { readonly url: string }): Promise<Place> {
    const reply = await this.browser.get(url);
    const [, next] = /^0; url=(.*)$/.exec(String(reply.headers['refresh'])) ?? [];
    if (next === undefined) return { url, reply };
    return this.browser.follow(new URL(next, url).href);
  }

  /** Answers the user's newest request on the phone. Returns the page before and after it. */
  async answerOnPhone(user: string, decision = 'yes', password = `${user}-password`) {
    const url = `${this.#issuer}/phone`;
    const { text } = await this.open(url);
    const forms = text.matchAll(/name="id" value="([^"]+)">\s*<input[^>]* value="(\w+)"/g);
    const id = [...forms].filter(([, , asked]) => asked === user).at(-1)?.[1] ?? '';
    const answered = await this.open(url, { id, user, password, decision });
    return { shown: text, answered: answered.text };
  }

  /** Ends the session at the provider. */
  forgetProvider(): void {
    this.#cookies.clear();
  }

  #take(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
