import { invalid, type Message } from '@usaha/shared';
import { Networks, familyOf, networkIn } from '../networks.js';
import { messages } from './address.messages.js';
import { nameResolver, type ResolveName } from './name-resolver.js';
import { alwaysShut, specialPurpose } from './special-networks.js';

/** Characters of the address of an endpoint. */
export const MOST_URL_CHARACTERS = 2_000;
/** Milliseconds that saving an endpoint waits for the addresses of its name. */
const RESOLVE_MS = 3_000;
const HTTPS_PORT = 443;
const LEAST_PORT = 1_024;

/** The address of an endpoint is not one that requests may go to. It tells no address, since a log may keep it. */
export class BlockedAddressError extends Error {
  constructor() {
    super('The address is not one that webhooks may be sent to');
    this.name = 'BlockedAddressError';
  }
}

const never = new Networks(alwaysShut);
const special = new Networks(specialPurpose);

/** The host of a URL as sockets take it: an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** The port of a URL, which says it or leaves it to its scheme. */
export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? HTTPS_PORT : 80));

/**
 * Decides which addresses webhooks may be sent to: public ones by https, and those in networks that the operator
 * opens, there by http and on any port too.
 */
export class AddressGuard {
  private readonly opened: Networks;

  /**
   * @param networks in CIDR notation, as WEBHOOK_ALLOW_NETWORKS has them
   * @param resolve the resolver of names; DNS unless given
   */
  constructor(
    networks: readonly string[] = [],
    private readonly resolve: ResolveName = nameResolver(),
  ) {
    this.opened = new Networks(networks.flatMap((text) => networkIn(text) ?? []));
  }

  /** Whether a request to a URL may go to an IP address: for the socket, before a byte is written. */
  allows(url: URL, address: string): boolean {
    return !faultOf(url) && !this.refusalOf(url, [address]);
  }

  /**
   * Judges the address of an endpoint that is saved. A name without addresses passes as https: each attempt judges it again.
   * Asks DNS, so call it before the first statement of a transaction.
   * @throws invalid naming `url`
   */
  async requireAllowed(text: string): Promise<void> {
    if (text.length > MOST_URL_CHARACTERS) throw invalid('url', messages.tooLong({ most: MOST_URL_CHARACTERS }));
    const url = URL.canParse(text) ? new URL(text) : null;
    const fault =
      url === null ? messages.notUrl() : (faultOf(url) ?? this.refusalOf(url, await this.knownAddresses(url)));
    if (fault) throw invalid('url', fault);
  }

  /** The same as a question. */
  async isAllowed(text: string): Promise<boolean> {
    const url = URL.canParse(text) && text.length <= MOST_URL_CHARACTERS ? new URL(text) : null;
    return url !== null && !faultOf(url) && !this.refusalOf(url, await this.knownAddresses(url));
  }

  /** Whether a server that is no web server, such as a mail server, may be named; one without addresses passes. Asks DNS. */
  async isHostAllowed(host: string): Promise<boolean> {
    try {
      return this.areOpen(await this.addressesOfHost(host, AbortSignal.timeout(RESOLVE_MS)));
    } catch {
      // As a web address, it may get its addresses later.
      return true;
    }
  }

  /** An address of such a server: connect to this one alone. @throws BlockedAddressError; the error of the resolver */
  async hostAddress(host: string, signal: AbortSignal): Promise<string> {
    const addresses = await this.addressesOfHost(host, signal);
    const [first] = addresses;
    if (first === undefined || !this.areOpen(addresses)) throw new BlockedAddressError();
    return first;
  }

  /**
   * Resolves the host of a URL once and judges the URL and all of its addresses: connect to these alone.
   * @throws BlockedAddressError; the error of the resolver where the name has no address
   */
  async addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    if (faultOf(url)) throw new BlockedAddressError();
    const addresses = await this.resolved(url, signal);
    if (addresses.length === 0 || this.refusalOf(url, addresses)) throw new BlockedAddressError();
    return addresses;
  }

  private resolved(url: URL, signal: AbortSignal): Promise<string[]> {
    return this.addressesOfHost(hostOf(url), signal);
  }

  private async addressesOfHost(host: string, signal: AbortSignal): Promise<string[]> {
    return familyOf(host) === undefined ? this.resolve(host, signal) : [host];
  }

  /** None where the name does not resolve in time. */
  private async knownAddresses(url: URL): Promise<string[]> {
    try {
      return await this.resolved(url, AbortSignal.timeout(RESOLVE_MS));
    } catch {
      // A name may get its addresses after the endpoint is saved.
      return [];
    }
  }

  private refusalOf(url: URL, addresses: readonly string[]): Message | undefined {
    if (addresses.length > 0 && addresses.every((address) => this.isOpened(address))) return undefined;
    if (url.protocol !== 'https:') return messages.notUrl();
    const port = portOf(url);
    if (port !== HTTPS_PORT && port < LEAST_PORT) return messages.wrongPort();
    return this.areOpen(addresses) ? undefined : messages.notPublic();
  }

  private areOpen(addresses: readonly string[]): boolean {
    return addresses.every((address) => this.isOpened(address) || isPublic(address));
  }

  private isOpened(address: string): boolean {
    return this.opened.includes(address) && !never.includes(address);
  }
}

const isPublic = (address: string): boolean =>
  familyOf(address) !== undefined && !never.includes(address) && !special.includes(address);

/** The fault of a URL that no host makes good. */
function faultOf(url: URL): Message | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return messages.notUrl();
  if (url.username !== '' || url.password !== '') return messages.hasUser();
  // `hash` is empty for a fragment of no characters.
  return url.href.includes('#') ? messages.hasFragment() : undefined;
}
