import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BlockedAddressError, hostOf, portOf, type AddressGuard } from '@usaha/core';

/** Milliseconds that one of several addresses has to answer; the last has what is left of the attempt. */
const ADDRESS_MS = 2_500;

/** Errors go to what waits for the socket; a later one must not end the process. */
const ignoreLaterErrors = (socket: Socket): Socket => socket.on('error', () => undefined);

/** Hands over addresses that were judged, where a socket would ask DNS again. */
const handOver =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    process.nextTick(() => done(null, all));
  };

/**
 * Connects to one of the addresses of a URL, and compares the other end with the guard before anything is written: sockets
 * ask no lookup for a host that is an address.
 * @throws BlockedAddressError; else the error of the socket
 */
export async function connectTo(
  url: URL,
  addresses: readonly string[],
  { guard, signal }: { guard: AddressGuard; signal: AbortSignal },
): Promise<Socket> {
  const socket = ignoreLaterErrors(
    connectTcp({
      host: hostOf(url),
      port: portOf(url),
      lookup: handOver(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      noDelay: true,
    }),
  );
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  await once(socket, 'connect', { signal });
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw Object.assign(new Error('The connection is closed'), { code: 'ECONNRESET' });
  if (!guard.allows(url, remoteAddress)) throw new BlockedAddressError();
  return socket;
}

/**
 * Speaks TLS 1.2 or newer over a connection, and verifies the certificate for the host of the URL, also
 * where NODE_TLS_REJECT_UNAUTHORIZED is 0.
 * @throws the error of the handshake
 */
export async function secure(
  url: URL,
  socket: Socket,
  { ca, signal }: { ca?: string; signal: AbortSignal },
): Promise<Socket> {
  const host = hostOf(url);
  const secured = connectTls({
    socket,
    host,
    // An address is no server name (RFC 6066).
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ca,
  });
  ignoreLaterErrors(secured);
  await once(secured, 'secureConnect', { signal });
  return secured;
}
