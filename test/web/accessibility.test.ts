import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from './chromium.ts';
import { OWN_STATIONS } from './own-stations.ts';
import { STATIONS } from './stations.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const { newCustomer } = useChromium();

const WIDE = { width: 1280, height: 800 };
/** Also a window of 1280 pixels at 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** How a page is looked at. */
const LOOKS = [
  { name: 'light', size: WIDE, colorScheme: 'light' },
  { name: 'dark', size: WIDE, colorScheme: 'dark' },
  { name: 'narrow', size: NARROW, colorScheme: 'light' },
  { name: 'narrow and dark', size: NARROW, colorScheme: 'dark' },
  { name: 'forced colours', size: WIDE, colorScheme: 'light', forcedColors: 'active' },
  { name: 'printed from a dark screen', size: WIDE, colorScheme: 'dark', media: 'print' },
] as const;

describeInChromium('every page keeps WCAG 2.2 AA and fits its window', () => {
  it.each([...STATIONS, ...OWN_STATIONS])('$name', async ({ reach, heading }) => {
    // The judge is a script.
    const { bank, customer } = await newCustomer({ javaScriptEnabled: true });
    await reach(customer, bank.tpp);
    expect(await customer.heading()).toBe(heading);
    for (const { name, size, ...media } of LOOKS) {
      await customer.page.emulateMedia({ forcedColors: 'none', ...media });
      await customer.page.setViewportSize(size);
      expect.soft(await violationsOf(customer.page), name).toEqual([]);
      expect.soft(await overflowOf(customer.page), name).toBe(0);
    }
  });
});

/** By how many pixels a page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}
