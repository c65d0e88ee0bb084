import { defineConfig } from 'vitest/config';
import { settings } from '../../vitest.config.ts';

/** Vitest configuration for `npm run screenshots`, which takes a screenshot of every page. */
export default defineConfig({ test: { ...settings, include: ['test/web/screenshots.ts'] } });
