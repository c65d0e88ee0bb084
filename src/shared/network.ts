/** Prefix length of an IPv6 network in bits. An end site assigns the other bits (RFC 6177). */
const SITE_BITS = 64;
/** Number of bits in a written group of an IPv6 address. */
const GROUP_BITS = 16;

/** The networks of an address, the smallest first. */
interface Networks {
  /** The /64 of an IPv6 address, or the IPv4 address itself. */
  readonly own: string;
  /**
   * The /56 of an IPv6 address, which a provider assigns to a household, or the IPv4 address
   * itself.
   */
  readonly household: string;
  /**
   * The /48 of an IPv6 address, which a provider assigns to a company, or the /24 of an IPv4
   * address.
   */
  readonly site: string;
}

/**
 * Returns the network under which an address is counted. An IPv6 address counts as its /64, because
 * one customer of a provider may use all of it. Any other address counts as itself (RFC 6177; RFC
 * 4291, 2.5.4).
 */
export function networkOf(address: string): string {
  return address.includes(':') ? prefixOf(address, SITE_BITS) : address;
}

/** Returns the networks of an address. One customer may use all addresses of each (RFC 6177). */
export function networksOf(address: string): Networks {
  if (address.includes(':')) {
    const own = networkOf(address);
    const household = prefixOf(address, 56);
    const site = prefixOf(address, 48);
    return { own, household, site };
  }
  const site = address.replace(/\.\d+$/, '.0/24');
  return { own: address, household: address, site };
}

/** Returns the first `bits` bits of an IPv6 address, at most 64, with the others as `::`. */
function prefixOf(address: string, bits: number): string {
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::', 2);
  const groups = front === '' ? [] : front.split(':');
  const wanted = Math.ceil(bits / GROUP_BITS);
  if (back !== undefined) {
    // Expands `::`, as far as the prefix needs it.
    while (groups.length < wanted && groups.length + groupsIn(back) < 8) groups.push('0');
    if (back !== '') groups.push(...back.split(':'));
  }
  const network = groups.slice(0, wanted).map((group, index) => {
    const unused = Math.max(0, (index + 1) * GROUP_BITS - bits);
    return ((Number.parseInt(group, 16) >> unused) << unused).toString(16);
  });
  return `${network.join(':')}::/${String(bits)}`;
}

/**
 * Returns the number of groups in a part of an address. An IPv4 address at the end counts as two.
 */
function groupsIn(part: string): number {
  if (part === '') return 0;
  return part.split(':').length + (part.includes('.') ? 1 : 0);
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const LOOPBACK = new RegExp(`^(?:localhost|127(?:\\.${OCTET}){3}|::1|\\[::1\\])$`);

/** Returns true if a host is a loopback address or `localhost`. IPv6 may be in brackets. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
