import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDelegatedBank } from '../helpers/delegated-bank.ts';
import { SecureApi } from '../helpers/secure-api.ts';
import { Tpp } from '../helpers/tpp.ts';
import { expectAccessible } from './accessible.ts';
import { launchChromium } from './chromium.ts';
import { askForPayment, payForTwo } from './requests.ts';
import { describeInChromium } from './use-chromium.ts';

const bank = useDelegatedBank();

describeInChromium('a browser', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a browser. The TPP's page only says that the customer is back. */
  async function newPage({ javaScriptEnabled = false } = {}): Promise<Page> {
    const options = { ignoreHTTPSErrors: true, javaScriptEnabled };
    const context = await browser?.newContext(options);
    const page = await context?.newPage();
    if (page === undefined) throw new Error('no browser');
    await page.route('https://tpp-one.example/**', (route) =>
      route.fulfill({ body: 'At the TPP' }),
    );
    return page;
  }

  async function confirm(page: Page, button: string, user: string): Promise<void> {
    await page.getByLabel('User name').fill(user);
    await page.getByLabel('Password').fill(`${user}-password`);
    await page.getByRole('button', { name: button }).click();
  }

  it('approves a payment at the provider and returns to the TPP', async () => {
    const api = await SecureApi.open(bank().service);
    const consentId = await askForPayment(api);
    const page = await newPage();
    await page.goto(await api.tpp.authorizeUrl(consentId));
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirm(page, 'Sign in', 'clara');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Continue to approve' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    expect(await page.locator('body').innerText()).toContain('£10.50 to Fresco Ltd');
    await confirm(page, 'Confirm', 'clara');
    await page.getByText('At the TPP').waitFor();
    expect((await bank().service.store.findConsent(consentId))?.status).toBe('Authorised');
  });

  /** Opens the page that waits for the bank's app. Returns the id of the consent. */
  async function waitForApp(page: Page): Promise<string> {
    const api = await SecureApi.open(bank().service);
    const consentId = await askForPayment(api);
    await page.goto(await api.tpp.authorizeUrl(consentId));
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirm(page, 'Sign in', 'clara');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Continue to approve' }).click();
    await page.getByRole('button', { name: 'Approve in your bank’s app' }).click();
    await page.getByRole('heading', { name: 'Approve this in your bank’s app' }).waitFor();
    return consentId;
  }

  it('approves a payment in the bank’s app while the page waits', async () => {
    const page = await newPage();
    const consentId = await waitForApp(page);
    const code = await page.locator('main strong').innerText();
    const phone = await newPage();
    await phone.goto(`${bank().issuer}/phone`);
    await phone.getByRole('heading', { name: `clara: code ${code}` }).waitFor();
    expect(await phone.locator('body').innerText()).toContain('£10.50 to Fresco Ltd');
    await phone.getByLabel('Password').fill('clara-password');
    await phone.getByRole('button', { name: 'Approve' }).click();
    await phone.getByText('Nothing waits.').waitFor();
    // The page reloads itself, without JavaScript.
    await page.getByText('At the TPP').waitFor();
    expect((await bank().service.store.findConsent(consentId))?.status).toBe('Authorised');
  });

  it('signs in to the own pages, approves there and signs out', async () => {
    const id = await payForTwo(await Tpp.signIn(bank().service.origin), 'dora');
    const page = await newPage();
    await page.goto(`${bank().service.issuerUrl}/my/approvals/${id}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirm(page, 'Sign in', 'dave');
    await page.getByRole('link', { name: 'Continue to approve' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirm(page, 'Confirm', 'dave');
    await page.getByRole('heading', { name: 'You approved this' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
  });

  it('shows an accessible page while it waits for the bank’s app', async () => {
    const page = await newPage({ javaScriptEnabled: true });
    // The page must not reload itself during the check.
    await page.route(/\/waiting\?/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), refresh: '' } });
    });
    await waitForApp(page);
    // The redirect to this page is not routed. The page therefore reloads itself once, which can
    // abort this navigation. The reload is routed, so nothing aborts the second one.
    await page.goto(page.url()).catch(() => page.goto(page.url()));
    await expectAccessible(page);
  });
});
