import { defineConfig } from 'vitest/config';
import { RELEASE, settings } from '../vitest.config.ts';

/**
 * Vitest configuration for `npm run test:release`: builds the artifacts of the last commit twice,
 * and installs them in an empty folder.
 */
export default defineConfig({ test: { ...settings, include: RELEASE } });
