import { hasChromium, NO_CHROMIUM } from './find-chromium.ts';

/** Says once, before any test, why some will be left out. */
export default function tellLeftOut(): void {
  if (!hasChromium) process.stderr.write(`Tests in a browser are left out. ${NO_CHROMIUM}\n`);
}
