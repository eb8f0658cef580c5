import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Client, Rights } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { plainAddress } from '@usaha/shared/operation';
import type { ReceivedUpload } from '../http/uploads/upload-receiver.js';
import { requestOf } from '../http/pipeline/request.js';

/** The context of the request: tenant, actor, instant and transaction. */
export const Ctx = createParamDecorator((_: unknown, execution: ExecutionContext): Context => {
  const { context } = requestOf(execution).usaha;
  if (!context) throw new Error('A handler ran outside the surface interceptor');
  return context;
});

/** What the session or API key of the request allows. */
export const FromRights = createParamDecorator((_: unknown, execution: ExecutionContext): Rights => {
  const { user } = requestOf(execution);
  if (!user) throw new Error('A public route has no rights');
  return user;
});

/** The request as guards and decorators see it: for a handler that runs another one for the caller. */
export const FromExecution = createParamDecorator(
  (_: unknown, execution: ExecutionContext): ExecutionContext => execution,
);

/** The client of the request: its address as far as the trusted proxies say, and what it calls itself. */
export const FromClient = createParamDecorator((_: unknown, execution: ExecutionContext): Client => {
  const request = requestOf(execution);
  return {
    address: plainAddress(request.ip ?? ''),
    user_agent: request.headers['user-agent'] ?? null,
    identified: (who) => (request.usaha.identified = who),
  };
});

/** A code of a second factor, for a sign-in in one step. */
export const MfaCode = createParamDecorator((_: unknown, execution: ExecutionContext): string | undefined => {
  const sent = requestOf(execution).headers['mfa-code'];
  return typeof sent === 'string' ? sent : undefined;
});

/** The file that has arrived with the request. */
export const FromUpload = createParamDecorator((_: unknown, execution: ExecutionContext): ReceivedUpload => {
  const { upload } = requestOf(execution).usaha;
  if (!upload) throw new Error('A route without @TakesFile() receives no file');
  return upload;
});
