import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { violationsOf } from './chromium.ts';
import type { Customer } from './customer.ts';
import { PORTAL_SCENARIOS } from './portal-scenarios.ts';
import { PAGE_SCENARIOS } from './page-scenarios.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const { bank, newCustomer } = useChromium();

/** Key of the visitor who has not signed in to the portal. */
const NOBODY = 'nobody';

const WIDE = { width: 1280, height: 800 };
/**
 * A window of 320 pixels. A window of 1280 pixels at 400 % zoom has this width too (WCAG 1.4.10).
 */
const NARROW = { width: 320, height: 640 };

/**
 * The display modes to test. Dark mode changes only colours, and a narrow window only the layout.
 */
const LOOKS = [
  { name: 'light', size: WIDE, colorScheme: 'light' },
  { name: 'dark', size: WIDE, colorScheme: 'dark' },
  { name: 'narrow', size: NARROW, colorScheme: 'light' },
  { name: 'forced colours', size: WIDE, colorScheme: 'light', forcedColors: 'active' },
  { name: 'printed from a dark screen', size: WIDE, colorScheme: 'dark', media: 'print' },
] as const;

describeInChromium('every page conforms to WCAG 2.2 AA and fits its window', () => {
  // These browsers run JavaScript, because axe-core needs it. They stay open, because opening one
  // and signing in takes longer than the check.
  const customers = new Map<string, Customer>();
  beforeAll(async () => {
    const users = new Set(PORTAL_SCENARIOS.map(({ user = NOBODY }) => user));
    for (const user of users) {
      const { customer } = await newCustomer({ javaScriptEnabled: true });
      if (user !== NOBODY) await customer.signInToPortal(user);
      customers.set(user, customer);
    }
  });

  it.each([...PAGE_SCENARIOS, ...PORTAL_SCENARIOS])(
    '$name',
    async ({ user = NOBODY, reach, heading }) => {
      const customer = expectDefined(customers.get(user), user);
      if (user === NOBODY) await customer.forget();
      await customer.page.setViewportSize(WIDE);
      await customer.page.emulateMedia({ colorScheme: null, forcedColors: null, media: null });
      await reach(customer, bank().tpp);
      expect(await customer.heading()).toBe(heading);
      for (const { name, size, ...media } of LOOKS) {
        await customer.page.emulateMedia({ forcedColors: 'none', ...media });
        await customer.page.setViewportSize(size);
        expect.soft(await violationsOf(customer.page), name).toEqual([]);
        expect.soft(await overflowOf(customer.page), name).toBe(0);
      }
    },
  );
});

/** Returns by how many pixels a page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}
