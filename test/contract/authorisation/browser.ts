import { parametersOf, SecureBrowser } from '../../helpers/secure-browser.ts';

/** A customer's browser for the test pages of `pages.ts`, where the URL contains the decision. */
export class Browser extends SecureBrowser {
  /**
   * Opens a TPP's authorisation request and decides. Returns the parameters of the redirect to the
   * TPP.
   */
  async decide(url: string, decision = 'approve=clara'): Promise<Readonly<Record<string, string>>> {
    const visit = await this.follow(url);
    if (!visit.url.includes('/interaction/')) return parametersOf(visit);
    return parametersOf(await this.follow(`${visit.url}?${decision}`));
  }

  /**
   * Opens a TPP's authorisation request and approves it. Returns the TPP's URL that the browser
   * reaches.
   */
  async approve(url: string, decision = 'approve=clara'): Promise<string> {
    const visit = await this.follow(url);
    return (await this.follow(`${visit.url}?${decision}`)).url;
  }
}
