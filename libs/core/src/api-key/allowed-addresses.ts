import { invalid } from '@usaha/shared';
import { Networks, networkIn } from '../networks.js';
import { messages } from './admission.messages.js';

/** Networks that one API key may name. */
export const MOST_NETWORKS = 50;

const FIELD = 'allowed_addresses';

/** The networks that an API key's requests may come from; from all addresses where there are none. */
export class AllowedAddresses {
  private compiled?: Networks;

  /** @param networks in CIDR notation, as `networksOf` returns them */
  constructor(private readonly networks: readonly string[]) {}

  /** Whether no address is refused. */
  get areAll(): boolean {
    return this.networks.length === 0;
  }

  /** @param address without a zone, and IPv4 where it came mapped into IPv6 */
  includes(address: string): boolean {
    if (this.areAll) return true;
    this.compiled ??= new Networks(this.networks.flatMap((text) => networkIn(text) ?? []));
    return this.compiled.includes(address);
  }
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
