import { Controller, Param } from '@nestjs/common';
import { SessionService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly, Tenantless } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Deletes, ListsWhole } from '../../../wire/route.js';
import { DeletedView, deleted } from '../reference.js';
import { EndedSessionsView, SessionView, sessionView } from './sessions.wire.js';

@ApiTags('auth')
@Records({ session_id: SessionService })
@Controller('api/v1/auth/sessions')
export class ReferenceSessionsController {
  constructor(private readonly sessions: SessionService) {}

  @ListsWhole('', SessionView, {
    summary: 'List your sessions',
    description: 'Lists your live sessions, newest first, at most the newest thousand. Not paginated (A-410).',
  })
  @Addition()
  @Tenantless()
  @SessionOnly()
  async list(@Ctx() ctx: Context) {
    return (await this.sessions.list(ctx)).map(sessionView(ctx.actor?.session_id));
  }

  @Acts('end-others', EndedSessionsView, {
    summary: 'End your other sessions',
    description: 'Ends all your sessions but this one: their access and refresh tokens are refused (A-410).',
  })
  @Addition()
  @Needs('read')
  @Tenantless()
  @SessionOnly()
  async endOthers(@Ctx() ctx: Context): Promise<EndedSessionsView> {
    return { ended: await this.sessions.endOthers(ctx) };
  }

  @Deletes(':session_id', DeletedView, {
    summary: 'End a session',
    description:
      'Ends one of your sessions: its access and refresh tokens are refused. A session of another user is not found (A-410).',
  })
  @Addition()
  @Needs('read')
  @Tenantless()
  @SessionOnly()
  async end(@Ctx() ctx: Context, @Param('session_id') id: string) {
    return deleted(await this.sessions.end(ctx, id));
  }
}
