import { hasChromium, NO_CHROMIUM } from './find-chromium.ts';

/** Reports once, before all tests, why browser tests are skipped. */
export default function reportSkippedTests(): void {
  if (!hasChromium) process.stderr.write(`Tests in a browser are skipped. ${NO_CHROMIUM}\n`);
}
