import { existsSync } from 'node:fs';

/** Path of Chromium. The environment variable CHROMIUM replaces Debian's path. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * True if the tests in a real browser run. If CHROMIUM is set, they always run, so that a wrong
 * path makes them fail.
 */
export const hasChromium = process.env['CHROMIUM'] !== undefined || existsSync(CHROMIUM);

/** Explains why browser tests are skipped, and how to run them. */
export const NO_CHROMIUM =
  `There is no browser at ${CHROMIUM}. Install Chromium (Debian: apt-get install chromium), or ` +
  'set CHROMIUM to its path.';
