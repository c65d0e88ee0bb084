import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { openInChromium, type BankInChromium } from './chromium.ts';
import { Customer } from './customer.ts';
import { hasChromium } from './find-chromium.ts';

/** Works like `describe` for tests in a real browser. Skips them if there is no browser. */
export const describeInChromium = describe.skipIf(!hasChromium);

/**
 * Starts one bank and one Chromium for all tests of a file. A browser that a test opens is closed
 * after that test. A browser that a `beforeAll` hook opens stays open.
 */
export function useChromium() {
  let opened: BankInChromium | undefined;
  let kept: readonly BrowserContext[] = [];
  const running = (): BankInChromium => expectDefined(opened, 'the bank');
  beforeAll(async () => {
    opened = await openInChromium();
  });
  beforeEach(() => {
    kept = running().browser.contexts();
  });
  afterEach(async () => {
    const ofTest = running()
      .browser.contexts()
      .filter((context) => !kept.includes(context));
    await Promise.all(ofTest.map((context) => context.close()));
  });
  afterAll(async () => {
    await opened?.close();
  });
  return {
    bank: () => running().bank,
    /**
     * Opens a browser without JavaScript for a customer. The returned `another` opens a second tab.
     */
    newCustomer: async (options: BrowserContextOptions = {}) => {
      const { bank, browser, origin } = running();
      const common = { ignoreHTTPSErrors: true, javaScriptEnabled: false };
      const context = await browser.newContext({ ...common, ...options });
      const another = async () => new Customer(await context.newPage(), bank, origin);
      return { bank, origin, customer: await another(), another };
    },
    statusOf: async (consentId: string): Promise<string | undefined> => {
      return (await running().bank.service.store.findConsent(consentId))?.status;
    },
  };
}
