import { parametersOf, SecureBrowser } from '../../helpers/secure-browser.ts';

/** A customer's browser at the pages of this chapter, which decide as their address says. */
export class Browser extends SecureBrowser {
  /** Brings a TPP's request and decides as told; the parameters that the TPP gets back. */
  async decide(url: string, decision = 'approve=clara'): Promise<Readonly<Record<string, string>>> {
    const visit = await this.follow(url);
    if (!visit.url.includes('/interaction/')) return parametersOf(visit);
    return parametersOf(await this.follow(`${visit.url}?${decision}`));
  }

  /** Brings a TPP's request and decides as told; the address at the TPP that it ends at. */
  async approve(url: string, decision = 'approve=clara'): Promise<string> {
    const visit = await this.follow(url);
    return (await this.follow(`${visit.url}?${decision}`)).url;
  }
}
