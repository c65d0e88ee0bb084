import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchListener } from '../../src/listeners/hono-adapter.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { expectAccessible, resetLook } from './accessible.ts';
import { launchChromium } from './chromium.ts';
import { ConsoleBank, parkedStep } from './console-bank.ts';
import { describeInChromium } from './use-chromium.ts';
import { addAuthenticator } from './virtual-authenticator.ts';
import { heldPayment, proposedOutcome } from './waiting-decisions.ts';

describeInChromium('the console in a browser', () => {
  let server: Server;
  let browser: Browser;
  let bank: ConsoleBank;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = expectDefined(server.address() as AddressInfo | null, 'an address');
    // The origin of the sandbox's console, without TLS.
    const uses = { hub: true, core: false, screening: true };
    bank = await ConsoleBank.open(`http://localhost:${String(address.port)}`, uses);
    const serve = fetchListener((request, bindings) => bank.pages.fetch(request, bindings));
    server.on('request', (incoming, outgoing) => {
      const unused = { recognise: () => undefined, endUnread: () => undefined };
      serve({ incoming, outgoing, origin: bank.origin, path: '', search: '', ...unused });
    });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    await bank.close();
  });

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

  /** Opens a browser with a virtual authenticator. */
  async function newPage(): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await addAuthenticator(page);
    return page;
  }

  async function signIn(page: Page, id: string): Promise<void> {
    await page.goto(`${bank.origin}${await bank.invite(id, 'read', 'operate')}`);
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
  }

  it('enrols an operator, signs in, retries a step, searches and signs out', async () => {
    const { id, step } = await parkedStep(bank);
    const page = await newPage();
    await signIn(page, 'olga');
    await page.getByRole('link', { name: 'Work' }).click();
    await page.getByRole('button', { name: `Retry step ${String(step)}` }).click();
    expect(await page.locator('main').innerText()).toContain('1 step will be retried now.');
    await page.getByRole('searchbox', { name: 'Find a payment' }).fill(id);
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('main').innerText()).toContain(id);
    expect(page.url()).toBe(`${bank.origin}/payments`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.locator('main').innerText()).toContain('You have signed out.');
    await page.close();
  });

  it('works without scripts after the sign-in', async () => {
    const { step } = await parkedStep(bank);
    const page = await newPage();
    await signIn(page, 'otto');
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const plain = await context.newPage();
    await plain.goto(`${bank.origin}/work`);
    await plain.getByRole('button', { name: `Retry step ${String(step)}` }).click();
    expect(await plain.locator('main').innerText()).toContain('1 step will be retried now.');
    await context.close();
  });

  it('says without scripts that a passkey needs them', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(bank.origin);
    expect(await page.locator('main').innerText()).toContain('does not run scripts on this page');
    expect(await page.getByRole('button').count()).toBe(0);
    await context.close();
  });

  it('has pages that conform to WCAG 2.2 AA and fit their window', async () => {
    const { step } = await parkedStep(bank);
    await proposedOutcome(bank, 'claimed:olga/1000');
    await heldPayment(bank);
    const page = await newPage();
    const link = await bank.invite('oona', 'read', 'operate', 'approve', 'administer');
    const check = async (path: string, title: string) => {
      await resetLook(page);
      await page.goto(`${bank.origin}${path}`);
      expect(await heading(page)).toBe(title);
      await expectAccessible(page);
    };
    await check('/', 'Sign in to the console');
    await check('/?problem=passkey', 'Sign in to the console');
    await check('/enrol/unknown', 'This link is not valid');
    await check(link, 'Add a passkey');
    await resetLook(page);
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await check('/', 'Today');
    await check('/work', 'Work');
    await check('/work?problem=notParked', 'Work');
    await check('/actions', 'Actions');
    await page.goto(`${bank.origin}/work`);
    await page.getByRole('button', { name: `Propose to abandon step ${String(step)}` }).click();
    expect(await heading(page)).toBe('Propose: Abandon a step');
    await expectAccessible(page);
    await resetLook(page);
    await page.getByRole('textbox', { name: 'Reason' }).fill('The file is lost.');
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    expect(await page.locator('main').innerText()).toContain('Another operator must confirm it.');
    await check('/decisions?done=proposed', 'Decisions');
    await resetLook(page);
    await page.getByRole('searchbox').fill('unknown');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await heading(page)).toBe('Payments');
    await expectAccessible(page);
  });
});
