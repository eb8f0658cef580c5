import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Client } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { plainAddress } from '@usaha/shared/operation';
import { requestOf } from '../http/pipeline/request.js';

/** The context of the request: tenant, actor, instant and transaction. */
export const Ctx = createParamDecorator((_: unknown, execution: ExecutionContext): Context => {
  const { context } = requestOf(execution).usaha;
  if (!context) throw new Error('A handler ran outside the surface interceptor');
  return context;
});

/** The client of the request: its address as far as the trusted proxies say, and what it calls itself. */
export const FromClient = createParamDecorator((_: unknown, execution: ExecutionContext): Client => {
  const request = requestOf(execution);
  return {
    address: plainAddress(request.ip ?? ''),
    user_agent: request.headers['user-agent'] ?? null,
    identified: (who) => (request.usaha.identified = who),
  };
});
