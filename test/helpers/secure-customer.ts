import { expectDefined } from '../../src/shared/assert.ts';
import { SecureBrowser, type Bank, type Place } from './secure-browser.ts';

/** A bank whose customers have the password `<user>-password`. */
export interface BankOfCustomers extends Bank {
  /** Returns a one-time code of the user's authenticator that was not used yet. */
  nextCodeOf(user: string): Promise<string>;
}

/** The decision of a customer at the bank's pages. */
export interface Wish {
  readonly user: string;
  readonly decision?: 'approve' | 'reject';
  /** The account to choose if the consent names none. */
  readonly debtorAccount?: string;
}

/** A form of a page: its target and its hidden fields. */
interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A customer with a browser at the bank's real pages. */
export class SecureCustomer {
  readonly browser: SecureBrowser;
  readonly #bank: BankOfCustomers;

  constructor(bank: BankOfCustomers) {
    this.#bank = bank;
    this.browser = new SecureBrowser(bank);
  }

  /** Opens a TPP's authorisation request, signs in and decides. Returns the final address. */
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

  /** Signs in with the password, which is enough to read the consent. */
  signIn(arrived: Place, user: string): Promise<Place> {
    return this.fill(arrived, 'password', { user, password: `${user}-password` });
  }

  /** Continues from the consent page and confirms the approval with a one-time code. */
  async approve(read: Place, user: string): Promise<Place> {
    const { origin, pathname } = new URL(read.url);
    const response = await this.browser.follow(`${origin}${pathname}/approve`);
    return this.fill(response, 'approve', { code: await this.#bank.nextCodeOf(user) });
  }

  /** Fills in and sends a form of a page. Returns the address it leads to. */
  async fill(place: Place, step: string, fields: Readonly<Record<string, string>>): Promise<Place> {
    const form = formIn(place, step);
    if (form === undefined) throw new Error(`No form ${step} at ${place.url}: ${place.reply.text}`);
    const url = new URL(form.action, place.url).href;
    const answer = await this.browser.post(url, { ...form.fields, ...fields });
    return this.browser.followFrom(url, answer);
  }
}

/** Returns the form of a page for a step. Undefined if there is none. */
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
