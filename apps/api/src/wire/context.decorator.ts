import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { plainAddress, type Context } from '@usaha/shared';
import { requestOf } from '../http/request.js';

/** The context of the request: tenant, actor, instant and transaction. */
export const Ctx = createParamDecorator((_: unknown, execution: ExecutionContext): Context => {
  const { context } = requestOf(execution).usaha;
  if (!context) throw new Error('A handler ran outside the surface interceptor');
  return context;
});

/** The address the request comes from, as far as the trusted proxies say. */
export const ClientAddress = createParamDecorator((_: unknown, execution: ExecutionContext): string =>
  plainAddress(requestOf(execution).ip ?? ''),
);
