/** A page of the provider, or the address of the service to which it returned the browser. */
export interface ProviderPage {
  readonly url: string;
  readonly text: string;
}

/** A browser at the reference OpenID Provider, with its cookies there. */
export class ProviderBrowser {
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor(issuer: string) {
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

  /** Ends the session at the provider. */
  forget(): void {
    this.#cookies.clear();
  }

  #take(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
