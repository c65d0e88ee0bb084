import { defineConfig } from 'vitest/config';
import { settings } from '../../vitest.config.ts';

/** Vitest configuration for `npm run release:data`, which writes the data of this version. */
export default defineConfig({ test: { ...settings, include: ['test/upgrade/write.ts'] } });
