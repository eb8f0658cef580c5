import { isIP } from 'node:net';

/** Longer than any address is. */
const MOST_CHARACTERS = 64;

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = [], tail = []] = hex.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

/** An address as it is shown: an IPv4 address that comes mapped into IPv6 is the IPv4 address. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  if (isIP(bare) !== 6) return bare.slice(0, MOST_CHARACTERS);
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return bare;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((both) => [both >> 8, both & 255])
    .join('.');
}

/**
 * What counts as one address wherever clients are told apart by theirs: an IPv4 address, and of IPv6 the /64, since one
 * client has all addresses of it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.slice(0, MOST_CHARACTERS);
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}
