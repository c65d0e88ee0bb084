import { defineConfig } from 'vitest/config';
import { PACKAGES, settings } from '../vitest.config.ts';

/**
 * Vitest configuration for `npm run test:packages`: builds the Debian package, the container image
 * and the Helm chart, and installs and runs them (docs/decisions, 175 and 176).
 */
export default defineConfig({
  test: {
    ...settings,
    include: PACKAGES,
    globalSetup: ['test/helpers/pki-setup.ts', 'test/packages/stage-setup.ts'],
    // One file at a time, because each build compresses with all cores.
    fileParallelism: false,
  },
});
