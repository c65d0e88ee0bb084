import { defineConfig } from 'vitest/config';
import { DISK, RELEASE, settings } from '../vitest.config.ts';

/**
 * Vitest configuration for `npm run test:release`: builds the artifacts of the last commit twice,
 * and installs them in an empty folder. It uses nothing of this checkout's own build.
 */
export default defineConfig({
  test: { ...settings, globalSetup: [], include: RELEASE, env: { TMPDIR: DISK } },
});
