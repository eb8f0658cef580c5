import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { UsahaRequest } from '../http/request.js';

/** Scheme and host by which the client reached the service, as far as the trusted proxies say. Node refuses HTTP/1.1 without a host. */
export const ReachedAt = createParamDecorator((_: unknown, execution: ExecutionContext): string => {
  const { protocol, host, socket } = execution.switchToHttp().getRequest<UsahaRequest>();
  return `${protocol}://${(host as string | undefined) ?? `localhost:${socket.localPort}`}`;
});
