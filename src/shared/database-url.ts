/** The parts of a PostgreSQL URL. Nothing else is passed to the driver. */
export interface DatabaseAddress {
  /** A host name, an IP address without brackets, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /**
   * The files for TLS with a verified server certificate. Null if the connection does not use TLS.
   */
  readonly tls: TlsFiles | null;
}

/** The paths of PEM files in the URL. A path is undefined if the URL does not contain it. */
export interface TlsFiles {
  readonly sslrootcert: string | undefined;
  readonly sslcert: string | undefined;
  readonly sslkey: string | undefined;
}

const DEFAULT_PORT = 5432;

const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

const EXAMPLE = 'postgres://pis@db.bank.example:5432/pis?sslmode=verify-full';

/**
 * Parses the URL of a PostgreSQL database. Returns the address, or all problems, one sentence each
 * and without the password. Allowed parameters are sslmode (`verify-full` or `disable`),
 * sslrootcert, sslcert and sslkey, each at most once. Others are rejected because drivers let a
 * parameter such as `host` override the URL, and use the last of repeated ones.
 */
export function readDatabaseAddress(
  text: string,
): { readonly address: DatabaseAddress } | { readonly problems: readonly string[] } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    return { problems: [`Expected sqlite, or ${EXAMPLE}`] };
  }
  const host = decoded(url.hostname);
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  const password = decoded(url.password);
  const problems = parameterProblems(url.searchParams);
  if (host === '' || database === '') problems.push('Expected a host and the name of a database');
  if (url.hash !== '') problems.push('Found a #: write it as %23');
  if ([host, database, user, password].includes(undefined)) {
    problems.push('Found a % that begins no percent-encoded UTF-8: write it as %25');
  }
  if (problems.length > 0 || host === undefined || database === undefined) return { problems };
  const value = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const isVerified = value('sslmode') === 'verify-full';
  const sslrootcert = value('sslrootcert');
  const sslcert = value('sslcert');
  const sslkey = value('sslkey');
  return {
    address: {
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? DEFAULT_PORT : Number(url.port),
      database,
      user: user === '' ? undefined : user,
      password: password === '' ? undefined : password,
      tls: isVerified ? { sslrootcert, sslcert, sslkey } : null,
    },
  };
}

function parameterProblems(parameters: URLSearchParams): string[] {
  const problems: string[] = [];
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    if (!PARAMETERS.includes(name)) {
      problems.push(`Unknown parameter ${name}: expected ${PARAMETERS.join(', ')}`);
    } else if (values.length > 1) problems.push(`Parameter ${name} is repeated: write it once`);
    else if (name === 'sslmode') {
      if (!['disable', 'verify-full'].includes(values[0] ?? '')) {
        problems.push('Expected sslmode=verify-full, or disable');
      }
    } else if (values[0] === '') problems.push(`Expected the path of a file after ${name}=`);
    else if (!parameters.getAll('sslmode').includes('verify-full')) {
      problems.push(`Parameter ${name} needs sslmode=verify-full`);
    }
  }
  if (parameters.has('sslcert') !== parameters.has('sslkey')) {
    problems.push('Parameters sslcert and sslkey go together');
  }
  return problems;
}

/** Removes the percent-encoding of a part of the URL. Returns undefined if it is malformed. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
