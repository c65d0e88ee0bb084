import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOf } from './chromium.ts';

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

/** Shows a page as in a wide window, with the browser's default media. */
export async function resetLook(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null });
}

/** Checks that a page conforms to WCAG 2.2 AA and fits its window, in all display modes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { name, size, ...media } of LOOKS) {
    await page.emulateMedia({ forcedColors: 'none', ...media });
    await page.setViewportSize(size);
    expect.soft(await violationsOf(page), name).toEqual([]);
    expect.soft(await overflowOf(page), name).toBe(0);
  }
}

/** Returns by how many pixels a page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}
