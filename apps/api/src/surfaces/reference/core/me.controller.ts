import { Controller } from '@nestjs/common';
import { CallerService, type Rights } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx, FromRights } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Tenantless } from '../../../wire/permissions.js';
import { Addition, Reads } from '../../../wire/route.js';
import { MeView, meView } from './me.wire.js';

@ApiTags('auth')
@Controller('api/v1/auth/me')
export class ReferenceMeController {
  constructor(private readonly callers: CallerService) {}

  @Reads('', MeView, {
    summary: 'Read who you are',
    description:
      'Answers your user, business, session, the permissions that your role has, and where your second factor stands. Accounts without a tenant may ask too (A-409).',
  })
  @Addition()
  @Tenantless()
  async get(@Ctx() ctx: Context, @FromRights() rights: Rights) {
    return meView(await this.callers.describe(ctx, rights), rights, ctx.now);
  }
}
