import { ProviderBrowser, type ProviderPage } from './provider-browser.ts';
import type { Place } from './secure-browser.ts';
import { SecureCustomer, type BankOfCustomers } from './secure-customer.ts';

/** A bank whose customers sign in at an OpenID Provider. */
interface ProvidedBank {
  readonly service: BankOfCustomers;
  readonly issuer: string;
}

/** A customer with a browser that also visits the provider. */
export class DelegatedCustomer extends SecureCustomer {
  readonly #issuer: string;
  readonly #provider: ProviderBrowser;

  constructor({ service, issuer }: ProvidedBank) {
    super(service);
    this.#issuer = issuer;
    this.#provider = new ProviderBrowser(issuer);
  }

  /** Opens an address of the provider and follows its redirects. */
  open(url: string, form?: Record<string, string>): Promise<ProviderPage> {
    return this.#provider.open(url, form);
  }

  /** Signs in or confirms at the provider. Returns the address of the callback. */
  confirm(place: { readonly url: string }, user: string, decision = 'yes') {
    return this.#provider.confirm(place, user, decision);
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
    this.#provider.forget();
  }
}
