import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** `npm run screenshots`: a picture of every page, for people to look at. */
export default defineConfig({
  test: { ...config.test, include: ['test/web/screenshots.ts'] },
});
