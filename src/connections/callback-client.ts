import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request as openRequest } from 'node:https';
import { isIP, type LookupFunction, BlockList } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Callbacks } from '../domain/ports/callbacks.ts';
import { isLoopback } from '../shared/network.ts';
import { messageOf } from '../shared/text.ts';
import { SECOND_MS, type Milliseconds } from '../shared/time.ts';
import { TLS_POLICY } from '../shared/tls-policy.ts';

/** Longest duration of a request with its answer, in milliseconds. */
const TOTAL_MS: Milliseconds = 10 * SECOND_MS;
/** Largest answer, in bytes. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** Time for which an unused connection stays open, in milliseconds. Servers often wait for 5 s. */
const IDLE_MS: Milliseconds = 3 * SECOND_MS;
/** Longest time for an answer of a DNS server, in milliseconds, and number of tries. */
const DNS_LIMITS = { timeout: 2 * SECOND_MS, tries: 2 } as const;
/** Status of an answer that accepts an event. */
const ACCEPTED = 202;

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

interface CallbackOptions {
  /** Certificate authorities that are trusted in addition to those of Node.js, in PEM. */
  readonly authorities: readonly string[];
  /** True if callback addresses may be on this machine. */
  readonly allowsLoopback: boolean;
  /** Returns the IP addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/**
 * Sends events to callback addresses. TPPs choose these addresses, so a request must not reach the
 * bank's own systems. A host name is resolved once for each connection, which uses exactly the
 * addresses that were checked. Certificates are always verified. Redirects are not followed.
 */
export function createCallbacks(options: CallbackOptions): Callbacks {
  const { authorities, allowsLoopback } = options;
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopback(address));
  const lookup = checkedLookup(isAllowed, options);
  let agent: Agent | undefined;
  const requests = new Set<ClientRequest>();
  return {
    async send(address, token) {
      const url = new URL(address);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (url.protocol !== 'https:') return 'The callback address is not an https address.';
      // An IP address is not looked up.
      if (isIP(host) !== 0 && !isAllowed(host)) return refusalOf(host, host);
      const headers = {
        'content-type': 'application/jwt',
        'content-length': Buffer.byteLength(token),
        'x-fapi-interaction-id': randomUUID(),
      };
      agent ??= openAgent(authorities, lookup);
      const request = openRequest(url, { method: 'POST', agent, headers });
      requests.add(request);
      request.once('close', () => requests.delete(request));
      return answerTo(request, token).catch(messageOf);
    },
    close() {
      for (const request of requests) request.destroy(new Error('The service stops.'));
      agent?.destroy();
    },
  };
}

function openAgent(authorities: readonly string[], lookup: LookupFunction): Agent {
  const ca = [...rootCertificates, ...authorities];
  return new Agent({
    secureContext: createSecureContext({ ...TLS_POLICY, ca }),
    lookup,
    rejectUnauthorized: true,
    // A resumed session would not verify the certificate again.
    maxCachedSessions: 0,
    keepAlive: true,
    timeout: IDLE_MS,
  });
}

const refusalOf = (host: string, address: string): string =>
  `${host} has the address ${address}, which is not a public address.`;

/** Returns a look-up that fails if one of the addresses of a host is not allowed. */
function checkedLookup(
  isAllowed: (address: string) => boolean,
  { resolve = resolveWithDns, allowsLoopback }: CallbackOptions,
): LookupFunction {
  const addressesOf = async (host: string): Promise<readonly string[]> => {
    const isLocal = allowsLoopback && isLoopback(host);
    const addresses = isLocal ? LOOPBACK_ADDRESSES : await resolve(host);
    const refused = addresses.find((address) => !isAllowed(address));
    if (refused !== undefined) throw new Error(refusalOf(host, refused));
    if (addresses.length === 0) throw new Error(`${host} has no address.`);
    return addresses;
  };
  return (host, { all }, callback) => {
    addressesOf(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all === true) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: unknown) => callback(error as Error, ''),
    );
  };
}

/**
 * Asks the DNS servers of this machine. The system's own look-up would use threads that other
 * requests need, and a slow DNS server of a TPP could occupy all of them.
 */
async function resolveWithDns(host: string): Promise<readonly string[]> {
  const resolver = new Resolver(DNS_LIMITS);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value : [],
  );
  const [first] = answers;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason as Error;
  return addresses;
}

/** Sends the token. Resolves with the problem, or null if the TPP accepted the event. */
function answerTo(request: ClientRequest, token: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const tooLong = `There was no complete answer within ${String(TOTAL_MS / SECOND_MS)} seconds.`;
    const timer = setTimeout(() => request.destroy(new Error(tooLong)), TOTAL_MS);
    request.once('close', () => {
      clearTimeout(timer);
      reject(new Error('The connection was closed before the end of the answer.'));
    });
    request.on('error', reject);
    request.on('response', (incoming: IncomingMessage) => {
      let bytes = 0;
      incoming.on('data', (piece: Buffer) => {
        bytes += piece.byteLength;
        if (bytes <= ANSWER_MAX_BYTES) return;
        reject(new Error(`The answer is larger than ${String(ANSWER_MAX_BYTES)} bytes.`));
        request.destroy();
      });
      incoming.on('error', reject);
      incoming.on('end', () => resolve(problemOf(incoming)));
    });
    request.end(token);
  });
}

function problemOf({ statusCode = 0 }: IncomingMessage): string | null {
  if (statusCode === ACCEPTED) return null;
  return `The answer has status ${String(statusCode)}. Expected ${String(ACCEPTED)}.`;
}

/** IPv4 networks that are not reachable from the Internet (RFC 6890), and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The IPv6 network of global unicast addresses (RFC 4291, 2.4). */
const GLOBAL_IPV6 = '2000::/3';

/** Networks in GLOBAL_IPV6 that are reserved, for documentation, or that contain IPv4 addresses. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = new BlockList();
const globalIpv6 = new BlockList();
for (const network of SPECIAL_IPV4) add(special, network, 'ipv4');
for (const network of SPECIAL_IPV6) add(special, network, 'ipv6');
add(globalIpv6, GLOBAL_IPV6, 'ipv6');

function add(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), family);
}

/**
 * Returns true if an IP address belongs to a host on the Internet. Private, loopback, link-local,
 * multicast and reserved addresses and IPv6 addresses that contain an IPv4 address do not.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
