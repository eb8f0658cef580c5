import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../http/pipeline/request.js';

/** A name or an address, and perhaps a port (RFC 3986, 3.2.2); no name of a host is longer (RFC 1035, 2.3.4). */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

const reachedAt = (execution: ExecutionContext): string => {
  const { protocol, host, socket } = requestOf(execution);
  const named = host as string | undefined;
  return `${protocol}://${named !== undefined && HOST.test(named) ? named : `localhost:${socket.localPort}`}`;
};

/**
 * Scheme and host by which the client reached the service, as far as the trusted proxies say; what is no host is not handed on.
 * Node refuses HTTP/1.1 without one.
 */
export const ReachedAt = createParamDecorator((_: unknown, execution: ExecutionContext): string =>
  reachedAt(execution),
);

/** The same when it is asked for, where few requests need it. */
export const ReachedAtIfAsked = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => () => reachedAt(execution),
);
