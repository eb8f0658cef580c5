import { BlockList, SocketAddress, isIP } from 'node:net';

/** Bits before which the last 32 of an IPv6 address are an IPv4 address (RFC 4291, 2.5.5.2). */
const MAPPED = { start: '::ffff:', bits: 96 } as const;

export type Family = 'ipv4' | 'ipv6';

/** Addresses that begin with the same bits. */
export interface Network {
  family: Family;
  address: string;
  bits: number;
}

/** @returns undefined where the text is no address */
export function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

const canonical = (address: string, family: Family): string => new SocketAddress({ address, family }).address;

/**
 * Reads a network in CIDR notation; a plain address is the network of that address alone, and an IPv4 network that is
 * written mapped into IPv6 is IPv4.
 * @returns undefined where the text is no network
 */
export function networkIn(text: string): Network | undefined {
  const [, written = '', prefix] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? [];
  const family = familyOf(written);
  if (family === undefined) return undefined;
  const most = family === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  if (bits > most) return undefined;
  const address = canonical(written, family);
  const isMapped = address.startsWith(MAPPED.start) && address.includes('.') && bits >= MAPPED.bits;
  return isMapped
    ? { family: 'ipv4', address: address.slice(MAPPED.start.length), bits: bits - MAPPED.bits }
    : { family, address, bits };
}

/** A set of networks that tells whether an address lies within. */
export class Networks {
  // By family: a list of Node takes IPv4 addresses for a part of short IPv6 networks.
  private readonly lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(networks: Iterable<Network>) {
    for (const { family, address, bits } of networks) this.lists[family].addSubnet(address, bits, family);
  }

  /** @param address without a zone; a text that is no address lies within no network */
  includes(address: string): boolean {
    const family = familyOf(address);
    return family !== undefined && this.lists[family].check(address, family);
  }
}
