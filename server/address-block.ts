import { isIPv4, isIPv6 } from 'node:net';

/**
 * The block of an IP address that one person can use: the /64 of an IPv6 address; of an IPv4 address the /24, or the
 * address itself with `ipv4Bits` 32. An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) is an IPv4 address.
 * Anything else is returned unchanged.
 */
export function addressBlock(address: string, ipv4Bits: 24 | 32 = 24): string {
  if (isIPv4(address)) return ipv4Bits === 32 ? address : address.replace(/\d+$/, '0/24');
  if (!isIPv6(address)) return address;
  const groups = ipv6Groups(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return addressBlock([high >> 8, high & 255, low >> 8, low & 255].join('.'), ipv4Bits);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function ipv6Groups(address: string): number[] {
  // The URL parser writes an embedded IPv4 address in hexadecimal and shortens at most one run of zeros to `::`.
  const short = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = short.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
