import { BlockList, SocketAddress, isIP } from 'node:net';
import { invalid } from '@usaha/shared';
import { messages } from './admission.messages.js';

/** Networks that one API key may name. */
export const MOST_NETWORKS = 50;

const FIELD = 'allowed_addresses';

/** Bits before which the last 32 of an IPv6 address are an IPv4 address (RFC 4291, 2.5.5.2). */
const MAPPED = { start: '::ffff:', bits: 96 } as const;

type Family = 'ipv4' | 'ipv6';

interface Network {
  family: Family;
  address: string;
  bits: number;
}

const canonical = (address: string, family: Family): string => new SocketAddress({ address, family }).address;

/** @returns undefined where the text is no network; a plain address is the network of that address alone */
function networkIn(text: string): Network | undefined {
  const [, written = '', prefix] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? [];
  const version = isIP(written);
  if (version === 0) return undefined;
  const family: Family = version === 4 ? 'ipv4' : 'ipv6';
  const most = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  if (bits > most) return undefined;
  const address = canonical(written, family);
  const isMapped = address.startsWith(MAPPED.start) && address.includes('.') && bits >= MAPPED.bits;
  return isMapped
    ? { family: 'ipv4', address: address.slice(MAPPED.start.length), bits: bits - MAPPED.bits }
    : { family, address, bits };
}

/** The networks that an API key's requests may come from; from all addresses where there are none. */
export class AllowedAddresses {
  private compiled?: Record<Family, BlockList>;

  /** @param networks in CIDR notation, as `networksOf` returns them */
  constructor(private readonly networks: readonly string[]) {}

  /** Whether no address is refused. */
  get areAll(): boolean {
    return this.networks.length === 0;
  }

  /** @param address without a zone, and IPv4 where it came mapped into IPv6 */
  includes(address: string): boolean {
    if (this.areAll) return true;
    const version = isIP(address);
    if (version === 0) return false;
    // By family: a list of Node takes IPv4 addresses for a part of short IPv6 networks.
    const family: Family = version === 4 ? 'ipv4' : 'ipv6';
    this.compiled ??= compile(this.networks);
    return this.compiled[family].check(address, family);
  }
}

function compile(networks: readonly string[]): Record<Family, BlockList> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const network = networkIn(text);
    if (network) lists[network.family].addSubnet(network.address, network.bits, network.family);
  }
  return lists;
}

/**
 * Networks as a key keeps them: in CIDR notation, each once, an IPv4 network that is written mapped into IPv6 as IPv4.
 * @throws invalid for more than 50, and for a text that is no network
 */
export function networksOf(texts: readonly string[]): string[] {
  if (texts.length > MOST_NETWORKS) throw invalid(FIELD, messages.tooManyNetworks({ most: MOST_NETWORKS }));
  const networks = texts.map((text) => {
    const network = networkIn(text);
    if (!network) throw invalid(FIELD, messages.notNetwork({ text: text.slice(0, 64) }));
    return `${network.address}/${network.bits}`;
  });
  return [...new Set(networks)];
}
