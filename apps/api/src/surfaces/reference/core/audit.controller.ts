import { Controller, Query } from '@nestjs/common';
import { SignInTrail } from '@usaha/core';
import { AuditTrail, type Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Addition, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { AuditListQuery, AuditView, auditView } from './audit.wire.js';

@ApiTags('audit')
@Controller('api/v1/audit')
export class ReferenceAuditController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly signIns: SignInTrail,
  ) {}

  @Lists('', 'entries', AuditView, {
    summary: 'List the audit trail',
    description:
      'For administrators. Lists who changed what in your tenant, newest first. The audit trail is append-only and contains no personal data. The actions login and login_failed list sign-ins instead, with address and user agent, of the last 90 days (A-397).',
  })
  @Needs('audit.read')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: AuditListQuery) {
    const trail = this.signIns.isAskedFor(query) ? this.signIns : this.trail;
    return (await trail.list(ctx, query, pageOf(query))).map(auditView);
  }
}
