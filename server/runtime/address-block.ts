import ipaddr from 'ipaddr.js';

/**
 * The block of an IP address that one person can use: the /64 of an IPv6 address; of an IPv4 address the /24, or the
 * address itself with `ipv4Bits` 32. A provider can give a customer
 * all of a /48 (`ipv6Bits`). An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) is an IPv4 address.
 * Anything else is returned unchanged.
 */
export function addressBlock(address: string, ipv4Bits: 24 | 32 = 24, ipv6Bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain.kind() === 'ipv6')
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${ipv6Bits}`)}/${ipv6Bits}`;
  return ipv4Bits === 32 ? plain.toString() : plain.toString().replace(/\d+$/, '0/24');
}
