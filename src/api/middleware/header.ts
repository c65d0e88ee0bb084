import type { IncomingHttpHeaders } from 'node:http';

/** A header's value, repeated ones joined; undefined when it is not there. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
