import { defineConfig } from 'vitest/config';
import { settings } from '../../vitest.config.ts';

/** `npm run screenshots`: a picture of every page, for people to look at. */
export default defineConfig({ test: { ...settings, include: ['test/web/screenshots.ts'] } });
