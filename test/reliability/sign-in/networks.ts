import { addressesOf, longAddressesOf, proxyHeader } from '../../helpers/proxied.ts';

/** Maximum number of networks: /24 networks of 10.0.0.0/8. */
export const MAX_NETWORKS = 65_536;

/** Settings of a service behind a TCP proxy on this machine. */
export const PROXY_SETTINGS = { PIS_PROXY_PROTOCOL: 'v2', PIS_PROXY_ADDRESSES: '127.0.0.1' };

/** `PP2_CLASS_INET6`: TCP over IPv6 (PROXY protocol, 2.2). */
const TCP_OVER_IPV6 = 0x21;
const FIRST_PORT = 1024;
const PORTS = 60_000;

/**
 * Returns the PROXY headers of the connections of one client. Networks with an even number are /24
 * networks of IPv4, those with an odd number are /48 networks of IPv6.
 *
 * @param host the client within its network, 1 to 254
 */
export function proxiedFrom(network: number, host = 1): () => Buffer {
  let opened = 0;
  return () => {
    // The service tells connections apart by address and port.
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
