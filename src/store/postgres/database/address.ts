import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { readDatabaseAddress, type TlsFiles } from '../../../shared/database-url.ts';

/**
 * Returns the parts of an address for the driver, which is never handed the text: it would obey
 * parameters that `readDatabaseAddress` refuses. Reads the files of certificates and keys. Throws
 * an error that names the parameter where the address, or a file, cannot be used.
 */
export function partsOf(url: string): pg.ClientConfig {
  const read = readDatabaseAddress(url);
  if ('problems' in read) throw new Error(`${read.problems.join('. ')}.`);
  const { tls, ...parts } = read.address;
  // False, not undefined: the driver would ask PGSSLMODE.
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
    throw new Error(`${name}=${path} of the database's address cannot be read (${code}).`, {
      cause,
    });
  }
}
