import { Resolver } from 'node:dns/promises';

/** The addresses of a name, IPv4 first. @throws the error of the resolver where there are none, and when `signal` aborts */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/** Of one question; the second has twice as long. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

const isLocalhost = (name: string): boolean => /^(?:.*\.)?localhost\.?$/i.test(name);

/**
 * Asks DNS. The resolver of the system would occupy a thread of the few that hash passwords too, for as long as a name's
 * servers do not answer. `localhost` and names below it are this machine (RFC 6761).
 * @param servers of DNS; those of the system unless given
 */
export const nameResolver =
  (servers?: readonly string[]): ResolveName =>
  async (name, signal) => {
    signal.throwIfAborted();
    if (isLocalhost(name)) return ['127.0.0.1', '::1'];
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      throw (answers[0] as PromiseRejectedResult).reason;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
