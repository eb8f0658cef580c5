import { Controller, Query } from '@nestjs/common';
import { AuditTrail, type Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs } from '../../wire/permissions.js';
import { Addition, Lists } from '../../wire/route.js';
import { pageOf } from '../reference.js';
import { AuditListQuery, AuditView, auditView } from './audit.wire.js';

@ApiTags('audit')
@Controller('api/v1/audit')
export class ReferenceAuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Lists('', 'entries', AuditView, {
    summary: 'List the audit trail',
    description:
      'For administrators. Lists who changed what in your tenant, newest first. The audit trail is append-only and contains no personal data.',
  })
  @Needs('audit.read')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() { page, page_size, ...query }: AuditListQuery) {
    return (await this.trail.list(ctx, query, pageOf({ page, page_size }))).map(auditView);
  }
}
