import { parametersOf, SecureBrowser } from '../../helpers/secure-browser.ts';

/** A customer's browser on the test pages, which decide as their URL says. */
export class Browser extends SecureBrowser {
  /**
   * Opens a TPP's authorisation request and decides. Returns the parameters that the TPP gets back.
   */
  async decide(url: string, decision = 'approve=clara'): Promise<Readonly<Record<string, string>>> {
    const visit = await this.follow(url);
    if (!visit.url.includes('/interaction/')) return parametersOf(visit);
    return parametersOf(await this.follow(`${visit.url}?${decision}`));
  }

  /**
   * Opens a TPP's authorisation request and decides. Returns the URL at the TPP where the browser
   * ends.
   */
  async approve(url: string, decision = 'approve=clara'): Promise<string> {
    const visit = await this.follow(url);
    return (await this.follow(`${visit.url}?${decision}`)).url;
  }
}
