import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { openInChromium, type BankInChromium } from './chromium.ts';
import { Customer } from './customer.ts';
import { hasChromium } from './find-chromium.ts';

/** A chapter that needs a real browser; left out where there is none. */
export const describeInChromium = describe.skipIf(!hasChromium);

/** A bank in Chromium for all tests of a file; every test has browsers of its own. */
export function useChromium() {
  let opened: BankInChromium | undefined;
  const running = (): BankInChromium => present(opened, 'the bank');
  beforeAll(async () => {
    opened = await openInChromium();
  });
  afterEach(async () => {
    const contexts = opened?.browser.contexts() ?? [];
    await Promise.all(contexts.map((context) => context.close()));
  });
  afterAll(async () => {
    await opened?.close();
  });
  return {
    bank: () => running().bank,
    /** A customer with a browser that runs no scripts; `another` is a further tab of it. */
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
