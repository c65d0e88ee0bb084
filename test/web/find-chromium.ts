import { existsSync } from 'node:fs';

/** Path of Chromium in Debian, unless a setting names another. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * True if tests in a real browser can run. If a setting names the browser, they always run, so a
 * missing browser makes them fail.
 */
export const hasChromium = process.env['CHROMIUM'] !== undefined || existsSync(CHROMIUM);

/** Explains why browser tests are skipped, and how to run them. */
export const NO_CHROMIUM =
  `There is no browser at ${CHROMIUM}. Install Chromium (Debian: apt-get install chromium), or ` +
  'set CHROMIUM to its path.';
