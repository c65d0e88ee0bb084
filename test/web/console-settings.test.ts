import { describe, expect, it } from 'vitest';
import { useConsole } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';

const bank = useConsole();

describe('the page Settings', () => {
  it('shows values with their sources, limits first, and no secret', async () => {
    bank().environment = { PIS_RATE_BURST: '7', PIS_S3_SECRET_KEY: 'hidden' };
    const browser = await bank().signedIn('rita', 'read');
    const { text } = await browser.open('/settings');
    const words = wordsOf(text);
    expect(words).toContain('Version 0.0.0');
    expect(words).toContain('PIS_RATE_BURST 7 Set in the environment: requests that a TPP may');
    expect(words).toContain('PIS_HTTP_PORT 8080 Default: port of the internal listener');
    expect(words).toContain('PIS_S3_SECRET_KEY Set. It is not shown.');
    expect(words).toContain('Default, which depends on the profile: ');
    expect(words.indexOf('PIS_RATE_BURST')).toBeLessThan(words.indexOf('Other settings'));
    expect(text).not.toContain('hidden</');
  });
});
