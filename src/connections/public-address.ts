import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not reachable from the Internet (RFC 6890), and multicast. */
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** The IPv6 network of global unicast addresses (RFC 4291, 2.4). */
const GLOBAL_IPV6 = '2000::/3';

/** Networks in it that are reserved, for documentation, or that contain IPv4 addresses. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const [special, globalIpv6] = [new BlockList(), new BlockList()];
for (const network of SPECIAL_IPV4) add(special, network, 'ipv4');
for (const network of SPECIAL_IPV6) add(special, network, 'ipv6');
add(globalIpv6, GLOBAL_IPV6, 'ipv6');

function add(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), family);
}

/**
 * Returns true if an IP address belongs to a host on the Internet. Private, loopback, link-local,
 * multicast and reserved addresses do not, nor do IPv6 addresses that contain an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
