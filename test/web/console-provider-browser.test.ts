import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, resetLook } from './accessible.ts';
import { openConsoleInChromium, type ConsoleInChromium } from './console-chromium.ts';
import { openProviderBank, type ProviderBank } from './console-provider.ts';
import { describeInChromium } from './use-chromium.ts';

describeInChromium("the sign-in of an operator at the bank's OpenID Provider, in a browser", () => {
  let open: ConsoleInChromium;
  let provided: ProviderBank & { readonly close: () => Promise<void> };
  beforeAll(async () => {
    open = await openConsoleInChromium(undefined, async (origin) => {
      provided = await openProviderBank(origin);
      return provided.bank;
    });
  });
  afterAll(async () => {
    await open.close();
    await provided.close();
  });

  it('leads to the provider and back to the page, also without scripts', async () => {
    provided.add('olga', ['ops']);
    for (const javaScriptEnabled of [true, false]) {
      const context = await open.browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${open.bank.origin}/work`);
      await page.getByRole('button', { name: 'Sign in with your staff account' }).click();
      await page.getByLabel('User name').fill('olga');
      await page.getByLabel('Password').fill('olga-password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Work', level: 1 }).waitFor();
      expect(page.url()).toBe(`${open.bank.origin}/work`);
      await context.close();
    }
  });

  it('has accessible pages', async () => {
    const page = await open.newPage();
    for (const path of ['/', '/?problem=noRole', '/?problem=notAdmitted']) {
      await resetLook(page);
      await page.goto(`${open.bank.origin}${path}`);
      await page.getByRole('button', { name: 'Sign in with your staff account' }).waitFor();
      await expectAccessible(page);
    }
    await page.close();
  });
});
