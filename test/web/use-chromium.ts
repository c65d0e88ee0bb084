import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { openInChromium, type BankInChromium } from './chromium.ts';
import { Customer } from './customer.ts';
import { hasChromium } from './find-chromium.ts';

/** A chapter that needs a real browser; left out where there is none. */
export const describeInChromium = describe.skipIf(!hasChromium);

/**
 * A bank in Chromium for all tests of a file. A test has browsers of its own; one that is opened
 * for several of them, by a hook, stays.
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
