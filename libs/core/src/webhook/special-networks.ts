import type { Network } from '../networks.js';

const v4 = (address: string, bits: number): Network => ({ family: 'ipv4', address, bits });
const v6 = (address: string, bits: number): Network => ({ family: 'ipv6', address, bits });

/** The hexadecimal groups of an IPv4 address: `a9fe:0`. */
function groupsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':');
}

/** IPv6 networks whose addresses carry those of an IPv4 network: compatible, mapped, translated, NAT64 (RFC 6052, RFC 8215) and 6to4. */
const carriersOf = ({ address, bits }: Network): Network[] => [
  ...['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'].map((prefix) =>
    v6(prefix + groupsOf(address), 96 + bits),
  ),
  v6(`2002:${groupsOf(address)}::`, 16 + bits),
];

/** IPv4 networks that lead to a link, to many machines, or to metadata of a cloud. */
const never = [
  v4('169.254.0.0', 16),
  v4('224.0.0.0', 4),
  v4('255.255.255.255', 32),
  // Metadata of clouds outside link-local addresses: Alibaba, Oracle, Azure.
  v4('100.100.100.200', 32),
  v4('192.0.0.192', 32),
  v4('168.63.129.16', 32),
];

/** Networks that no setting opens: unspecified, link-local, multicast, and metadata of clouds. */
export const alwaysShut: readonly Network[] = [
  ...never,
  ...never.flatMap(carriersOf),
  v4('0.0.0.0', 8),
  v6('::', 128),
  v6('fe80::', 10),
  v6('ff00::', 8),
  // Metadata of Amazon, Google and Scaleway.
  v6('fd00:ec2::254', 128),
  v6('fd20:ce::254', 128),
  v6('fd00:42::42', 128),
];

/**
 * Special-purpose addresses of IANA's registries (RFC 6890), those that are reachable globally too: no receiver of a
 * business has one. Of IPv6 only 2000::/3 is in use; the three networks around it hold loopback, mapped, NAT64, unique
 * local, link-local and multicast addresses.
 */
export const specialPurpose: readonly Network[] = [
  v4('0.0.0.0', 8),
  v4('10.0.0.0', 8),
  v4('100.64.0.0', 10),
  v4('127.0.0.0', 8),
  v4('169.254.0.0', 16),
  v4('172.16.0.0', 12),
  v4('192.0.0.0', 24),
  v4('192.0.2.0', 24),
  v4('192.31.196.0', 24),
  v4('192.52.193.0', 24),
  v4('192.88.99.0', 24),
  v4('192.168.0.0', 16),
  v4('192.175.48.0', 24),
  v4('198.18.0.0', 15),
  v4('198.51.100.0', 24),
  v4('203.0.113.0', 24),
  v4('224.0.0.0', 4),
  v4('240.0.0.0', 4),
  v6('::', 3),
  v6('4000::', 2),
  v6('8000::', 1),
  // Teredo, benchmarking, ORCHID, AMT, AS112, drone identifiers.
  v6('2001::', 23),
  v6('2001:db8::', 32),
  v6('2002::', 16),
  v6('2620:4f:8000::', 48),
  v6('3fff::', 20),
];
