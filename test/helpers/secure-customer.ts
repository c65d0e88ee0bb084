import { expectDefined } from '../../src/shared/assert.ts';
import { SecureBrowser, type Bank, type Place } from './secure-browser.ts';

/** A bank whose customers have the password `<user>-password`. */
export interface BankOfCustomers extends Bank {
  /** Returns a one-time code for the user that was not used before. */
  nextCodeOf(user: string): Promise<string>;
}

/** A customer's decision on the bank's pages. */
export interface Wish {
  readonly user: string;
  readonly decision?: 'approve' | 'reject';
  /** The account to pay from, if the consent names none. */
  readonly debtorAccount?: string;
}

/** A form on a page: the address it is sent to, and its hidden fields. */
interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Simulates a customer who uses the bank's real pages in a browser. */
export class SecureCustomer {
  readonly browser: SecureBrowser;
  readonly #bank: BankOfCustomers;

  constructor(bank: BankOfCustomers) {
    this.#bank = bank;
    this.browser = new SecureBrowser(bank);
  }

  /**
   * Opens a TPP's authorisation request, signs in and decides. Returns the last address reached.
   */
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

  /** Signs in with the password. This is enough to view the consent. */
  signIn(arrived: Place, user: string): Promise<Place> {
    return this.fill(arrived, 'password', { user, password: `${user}-password` });
  }

  /** Opens the approval page from the consent page, and confirms with a one-time code. */
  async approve(read: Place, user: string): Promise<Place> {
    const { origin, pathname } = new URL(read.url);
    const response = await this.browser.follow(`${origin}${pathname}/approve`);
    return this.fill(response, 'approve', { code: await this.#bank.nextCodeOf(user) });
  }

  /** Fills in and submits the form of a step. Returns the address that the browser reaches. */
  async fill(place: Place, step: string, fields: Readonly<Record<string, string>>): Promise<Place> {
    const form = formIn(place, step);
    if (form === undefined) throw new Error(`No form ${step} at ${place.url}: ${place.reply.text}`);
    const url = new URL(form.action, place.url).href;
    const answer = await this.browser.post(url, { ...form.fields, ...fields });
    return this.browser.followFrom(url, answer);
  }
}

/** Returns the form for a step on a page. Returns undefined if the page has no such form. */
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
