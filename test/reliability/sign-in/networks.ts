import { addressesOf, longAddressesOf, proxyHeader } from '../../helpers/proxied.ts';

/** Maximum number of networks. This is the number of /24 networks in 10.0.0.0/8. */
export const MAX_NETWORKS = 65_536;

/** Settings of a service that is behind a TCP proxy on this machine. */
export const PROXY_SETTINGS = { PIS_PROXY_PROTOCOL: 'v2', PIS_PROXY_ADDRESSES: '127.0.0.1' };

/** The value for TCP over IPv6 in a PROXY header (PROXY protocol, 2.2). */
const TCP_OVER_IPV6 = 0x21;
const FIRST_PORT = 1024;
const PORTS = 60_000;

/**
 * Returns a function that creates the PROXY header for each new connection of a client. Networks
 * with an even number are IPv4 networks (/24), and those with an odd number are IPv6 networks
 * (/48).
 * @param host number of the client within its network, 1 to 254
 */
export function proxiedFrom(network: number, host = 1): () => Buffer {
  let opened = 0;
  return () => {
    // Use a new port each time, because the service distinguishes connections by address and port.
    const port = FIRST_PORT + (opened % PORTS);
    opened += 1;
    if (network % 2 === 1) {
      const addresses = longAddressesOf([0x2001, 0xdb8, network, 0, 0, 0, 0, host], port);
      return proxyHeader({ family: TCP_OVER_IPV6, addresses });
    }
    const address = `10.${String(network >> 8)}.${String(network & 0xff)}.${String(host)}`;
    return proxyHeader({ addresses: addressesOf(address, port) });
  };
}
