import { expectDefined } from '../../src/shared/assert.ts';
import { SecureBrowser, type Bank, type Place } from './secure-browser.ts';

/** A bank with customers whose password is their name and `-password`. */
export interface BankOfCustomers extends Bank {
  /** What a user's authenticator shows that was not used yet. */
  nextCodeOf(user: string): Promise<string>;
}

/** What a customer does at the bank's pages. */
export interface Wish {
  readonly user: string;
  readonly decision?: 'approve' | 'reject';
  /** Which account, where the consent names none. */
  readonly debtorAccount?: string;
}

/** A form of a page: where it goes, and what it holds already. */
interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A customer at the bank's real pages, with a browser of its own. */
export class SecureCustomer {
  readonly browser: SecureBrowser;
  readonly #bank: BankOfCustomers;

  constructor(bank: BankOfCustomers) {
    this.#bank = bank;
    this.browser = new SecureBrowser(bank);
  }

  /** Comes with a TPP's request, signs in, reads, and decides; where that leads. */
  async decide(url: string, { user, decision = 'approve', debtorAccount }: Wish): Promise<Place> {
    const arrived = await this.browser.follow(url);
    if (!arrived.url.includes('/interaction/')) return arrived;
    let place = await this.signIn(arrived, user);
    if (formIn(place, 'account') !== undefined) {
      place = await this.fill(place, 'account', {
        account: expectDefined(debtorAccount, 'the account that the customer chooses'),
      });
    }
    if (formIn(place, 'reject') === undefined) return place;
    return decision === 'reject' ? this.fill(place, 'reject', {}) : this.approve(place, user);
  }

  /** Gives the password, which is all that reading takes. */
  signIn(arrived: Place, user: string): Promise<Place> {
    return this.fill(arrived, 'password', { user, password: `${user}-password` });
  }

  /** Goes on from what was read, and gives the code for it. */
  async approve(read: Place, user: string): Promise<Place> {
    const { origin, pathname } = new URL(read.url);
    const asked = await this.browser.follow(`${origin}${pathname}/approve`);
    return this.fill(asked, 'approve', { code: await this.#bank.nextCodeOf(user) });
  }

  /** Fills a form of a page in and sends it; where that leads. */
  async fill(place: Place, step: string, fields: Readonly<Record<string, string>>): Promise<Place> {
    const form = formIn(place, step);
    if (form === undefined) throw new Error(`No form ${step} at ${place.url}: ${place.reply.text}`);
    const url = new URL(form.action, place.url).href;
    const answer = await this.browser.post(url, { ...form.fields, ...fields });
    return this.browser.followFrom(url, answer);
  }
}

/** The form of a page that leads to that step; undefined where there is none. */
function formIn({ reply: { text } }: Place, step: string): Form | undefined {
  for (const [, action = '', inside = ''] of text.matchAll(
    /<form [^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs,
  )) {
    if (!action.endsWith(`/${step}`)) continue;
    const hidden = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const fields = [...hidden].map(([, name = '', value = '']): [string, string] => [name, value]);
    return { action, fields: Object.fromEntries(fields) };
  }
  return undefined;
}
