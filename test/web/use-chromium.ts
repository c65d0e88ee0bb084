import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { openInChromium, type BankInChromium } from './chromium.ts';
import { Customer } from './customer.ts';
import { hasChromium } from './find-chromium.ts';

/** Like `describe`, for tests in a real browser. Skipped if there is none. */
export const describeInChromium = describe.skipIf(!hasChromium);

/**
 * Opens a bank in Chromium for all tests of a file. Browsers opened in a test are closed after it.
 * Browsers opened in a `beforeAll` hook stay open.
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
    /** Opens a browser without scripts for a customer. `another` opens another tab of it. */
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
