import type { Page } from 'playwright-core';
import { BACK_AT_TPP, type PagesBank } from './pages-bank.ts';

/** A customer of the bank at a real browser. */
export class Customer {
  readonly page: Page;
  readonly #bank: PagesBank;
  readonly #origin: string;

  constructor(page: Page, bank: PagesBank, origin: string) {
    this.page = page;
    this.#bank = bank;
    this.#origin = origin;
  }

  /** A TPP sends the customer to the bank with a consent; the uid of the visit. */
  async arrive(consentId: string): Promise<string> {
    const uid = this.#bank.begin(consentId);
    await this.goTo(uid);
    return uid;
  }

  async goHome(): Promise<void> {
    await this.page.goto(`${this.#origin}/`);
  }

  /** Opens an address of the bank's pages. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`);
  }

  async signInAtOwn(user = 'clara'): Promise<void> {
    await this.open('/my');
    await this.enterPassword(user);
    await this.enterCode(await this.#bank.nextCodeOf(user));
  }

  /** From now on nobody is signed in, as at a new browser. */
  async forget(): Promise<void> {
    await this.page.context().clearCookies();
  }

  async goTo(uid: string, rest = ''): Promise<void> {
    await this.page.goto(`${this.#origin}/interaction/${uid}${rest}`);
  }

  async enterPassword(user: string, password = `${user}-password`): Promise<void> {
    await this.page.getByLabel('User name').fill(user);
    await this.page.getByLabel('Password').fill(password);
    await this.press('Continue');
  }

  async enterCode(code: string): Promise<void> {
    await this.page.getByLabel('One-time code').fill(code);
    await this.press('Continue');
  }

  /** Signs in to read what a TPP asks for. */
  signIn(user = 'clara'): Promise<void> {
    return this.enterPassword(user);
  }

  /** Goes on from what was read, and gives the code for it. */
  async approve(user = 'clara'): Promise<void> {
    await this.goOn();
    await this.page.getByLabel('One-time code').fill(await this.#bank.nextCodeOf(user));
    await this.press('Approve');
  }

  async goOn(): Promise<void> {
    await this.page.getByRole('link', { name: 'Go on to approve' }).click();
  }

  async choose(account: string): Promise<void> {
    await this.page.getByRole('radio', { name: account }).check();
    await this.press('Continue');
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /**
   * Waits until the browser is back at the TPP: what its page says. A navigation that another one
   * breaks off on the way there, as a second click does, is none of its business.
   */
  async backAtTpp(): Promise<string> {
    await this.page.getByText(BACK_AT_TPP).waitFor();
    return this.words();
  }

  heading(): Promise<string> {
    return this.page.locator('h1').innerText();
  }

  /** Everything that the page says. */
  words(): Promise<string> {
    return this.page.locator('body').innerText();
  }
}
