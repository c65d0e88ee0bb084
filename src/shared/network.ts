/** Bits of an IPv6 address that are one network: an end site has the rest (RFC 6177). */
const SITE_BITS = 64;
/** Bits in a group of an IPv6 address as it is written. */
const GROUP_BITS = 16;

/** The networks of an address, the smallest first. */
interface Networks {
  /** Of IPv6 the /64, of IPv4 the address. */
  readonly own: string;
  /** Of IPv6 the /56, which a provider gives a household; of IPv4 the address. */
  readonly household: string;
  /** Of IPv6 the /48, which a provider gives a company; of IPv4 the /24. */
  readonly site: string;
}

/**
 * What an address counts as wherever addresses are counted: one of IPv6 as its /64, of which a
 * single customer of a provider has all, any other as itself (RFC 6177; RFC 4291, 2.5.4).
 */
export function networkOf(address: string): string {
  return address.includes(':') ? prefixOf(address, SITE_BITS) : address;
}

/** Returns the networks that an address belongs to: one holder may have all of each (RFC 6177). */
export function networksOf(address: string): Networks {
  if (address.includes(':')) {
    const [own, household, site] = [
      networkOf(address),
      prefixOf(address, 56),
      prefixOf(address, 48),
    ];
    return { own, household, site };
  }
  const site = address.replace(/\.\d+$/, '.0/24');
  return { own: address, household: address, site };
}

/** Returns so many leading bits of an IPv6 address, at most 64, and the rest as `::`. */
function prefixOf(address: string, bits: number): string {
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::', 2);
  const groups = front === '' ? [] : front.split(':');
  const wanted = Math.ceil(bits / GROUP_BITS);
  if (back !== undefined) {
    // What `::` stands for, at least as much of it as is looked at.
    while (groups.length < wanted && groups.length + groupsIn(back) < 8) groups.push('0');
    if (back !== '') groups.push(...back.split(':'));
  }
  const network = groups.slice(0, wanted).map((group, place) => {
    const unused = Math.max(0, (place + 1) * GROUP_BITS - bits);
    return ((Number.parseInt(group, 16) >> unused) << unused).toString(16);
  });
  return `${network.join(':')}::/${String(bits)}`;
}

/** How many groups these characters are; an IPv4 address at the end is two. */
function groupsIn(part: string): number {
  if (part === '') return 0;
  return part.split(':').length + (part.includes('.') ? 1 : 0);
}
