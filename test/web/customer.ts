import type { Page } from 'playwright-core';
import { BACK_AT_TPP, type PagesBank } from './pages-bank.ts';

/** A customer of the bank who uses a real browser. */
export class Customer {
  readonly page: Page;
  readonly #bank: PagesBank;
  readonly #origin: string;

  constructor(page: Page, bank: PagesBank, origin: string) {
    this.page = page;
    this.#bank = bank;
    this.#origin = origin;
  }

  /**
   * Opens a consent in the browser, as if a TPP had redirected the customer. Returns the
   * interaction's uid.
   */
  async arrive(consentId: string): Promise<string> {
    const uid = this.#bank.begin(consentId);
    await this.goTo(uid);
    return uid;
  }

  async goHome(): Promise<void> {
    await this.page.goto(`${this.#origin}/`);
  }

  /** Opens a page of the bank. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`);
  }

  async signInToPortal(user = 'clara'): Promise<void> {
    await this.open('/my');
    await this.enterPassword(user);
    await this.enterCode(await this.#bank.nextCodeOf(user));
  }

  /** Deletes all cookies, so that the browser is like a new one. */
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

  /** Signs in to the consent journey with a password. */
  signIn(user = 'clara'): Promise<void> {
    return this.enterPassword(user);
  }

  /** Continues from the review page and approves with a one-time code. */
  async approve(user = 'clara'): Promise<void> {
    await this.goOn();
    await this.page.getByLabel('One-time code').fill(await this.#bank.nextCodeOf(user));
    await this.press('Approve');
  }

  async goOn(): Promise<void> {
    await this.page.getByRole('link', { name: 'Continue to approve' }).click();
  }

  async choose(account: string): Promise<void> {
    await this.page.getByRole('radio', { name: account }).check();
    await this.press('Continue');
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /**
   * Waits until the browser is back at the TPP, and returns the text of the TPP's page. Ignores
   * navigations that are interrupted on the way, for example by a second click.
   */
  async textAtTpp(): Promise<string> {
    await this.page.getByText(BACK_AT_TPP).waitFor();
    return this.words();
  }

  heading(): Promise<string> {
    return this.page.locator('h1').innerText();
  }

  /** Returns the visible text of the page. */
  words(): Promise<string> {
    return this.page.locator('body').innerText();
  }
}
