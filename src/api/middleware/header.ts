import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the value of a header. If the header is repeated, its values are joined by commas.
 * Returns undefined if it is absent.
 */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
