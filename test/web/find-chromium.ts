import { existsSync } from 'node:fs';

/** Where Debian puts it, unless somebody says where it is. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Whether tests in a real browser can be run. Where somebody says which browser, they must be: then
 * its absence is a failure.
 */
export const hasChromium = process.env['CHROMIUM'] !== undefined || existsSync(CHROMIUM);

/** Why such tests are left out, and what to do about it. */
export const NO_CHROMIUM =
  `There is no browser at ${CHROMIUM}. Install Chromium (Debian: apt-get install chromium), or say ` +
  'in CHROMIUM where it is.';
