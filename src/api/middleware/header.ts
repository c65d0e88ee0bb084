import type { IncomingHttpHeaders } from 'node:http';

/** Returns the value of a header, with repeated values joined by commas, or undefined if absent. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
