/** Groups of an IPv6 address that tell the network: 64 of its 128 bits. */
const NETWORK_GROUPS = 4;

/**
 * What an address counts as wherever addresses are counted: one of IPv6 as its /64, of which a
 * single customer of a provider has all, any other as itself (RFC 6177; RFC 4291, 2.5.4).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::', 2);
  const groups = front === '' ? [] : front.split(':');
  if (back !== undefined) {
    // What `::` stands for, at least as much of it as is looked at.
    while (groups.length < NETWORK_GROUPS && groups.length + groupsIn(back) < 8) groups.push('0');
    if (back !== '') groups.push(...back.split(':'));
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/** How many groups these characters are; an IPv4 address at the end is two. */
function groupsIn(part: string): number {
  if (part === '') return 0;
  return part.split(':').length + (part.includes('.') ? 1 : 0);
}
