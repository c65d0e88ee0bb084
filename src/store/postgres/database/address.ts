import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { readDatabaseAddress, type TlsFiles } from '../../../shared/database-url.ts';

/**
 * Parses a database URL into the driver's configuration, and reads the certificate and key files
 * named in the URL.
 *
 * The driver never receives the URL itself, because the driver accepts parameters that
 * `readDatabaseAddress` refuses. If the URL or a file cannot be used, the error names the
 * parameter.
 */
export function clientConfigOf(url: string): pg.ClientConfig {
  const parsed = readDatabaseAddress(url);
  if ('problems' in parsed) throw new Error(`${parsed.problems.join('. ')}.`);
  const { tls, ...parts } = parsed.address;
  // With undefined instead of false, the driver would read PGSSLMODE from the environment.
  return { ...parts, ssl: tls === null ? false : { ...filesOf(tls), rejectUnauthorized: true } };
}

function filesOf({ sslrootcert, sslcert, sslkey }: TlsFiles) {
  return {
    ...(sslrootcert === undefined ? {} : { ca: contentOf('sslrootcert', sslrootcert) }),
    ...(sslcert === undefined ? {} : { cert: contentOf('sslcert', sslcert) }),
    ...(sslkey === undefined ? {} : { key: contentOf('sslkey', sslkey) }),
  };
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}=${path} in the database URL cannot be read (${code}).`, {
      cause,
    });
  }
}
