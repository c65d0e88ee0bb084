import { present } from '../../src/kernel/assert.ts';

/** What a page asks a browser's authenticator for, as JSON. */
export function optionsIn(page: string): string {
  const written = present(/data-options="([^"]*)"/.exec(page)?.[1], 'what the page asks for');
  return written.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
