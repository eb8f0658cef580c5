import { Body, Controller, Param, Query } from '@nestjs/common';
import { TenantExportRepository, TenantExportService, TenantService, type Client } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx, FromClient } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, SessionOnly, StepUp } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists, Reads } from '../../../wire/route.js';
import { RecordPage, pageOf } from '../reference.js';
import { TenantExportBody, TenantExportView, tenantExportView } from './tenant-exports.wire.js';

@ApiTags('tenants')
@Records({ tenant_id: TenantService, export_id: TenantExportRepository })
@Controller('api/v1/tenants/:tenant_id/exports')
export class ReferenceTenantExportsController {
  constructor(private readonly exports: TenantExportService) {}

  @Creates('', TenantExportView, {
    summary: 'Export a tenant',
    description:
      'For administrators of the tenant itself. Makes a zip archive of all records, as this surface answers them, and of the files; a job does it, and every administrator gets a letter. A wrong password is answered with 400, and counted like a wrong sign-in. While another export is under way: 409. An Idempotency-Key has no effect here. The archive is kept for seven days and does not count for the quota (A-502).',
  })
  @Needs('tenants.export')
  @NotIdempotent()
  @SessionOnly()
  @StepUp()
  @Addition()
  async create(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @Param('tenant_id') tenant_id: string,
    @Body() { password, include_files = true }: TenantExportBody,
  ) {
    return tenantExportView(await this.exports.ask(ctx, tenant_id, { password, include_files, client }));
  }

  @Lists('', 'exports', TenantExportView, {
    summary: 'List exports of a tenant',
    description: 'For administrators of the tenant itself. Newest first.',
  })
  @Needs('tenants.export')
  @SessionOnly()
  @Addition()
  async list(@Ctx() ctx: Context, @Param('tenant_id') tenant_id: string, @Query() query: RecordPage) {
    return (await this.exports.list(ctx, tenant_id, pageOf(query))).map(tenantExportView);
  }

  @Reads(':export_id', TenantExportView, {
    summary: 'Read an export of a tenant',
    description: 'For administrators of the tenant itself. Tells how far it is, and which file has the archive.',
  })
  @Needs('tenants.export')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context, @Param('tenant_id') tenant_id: string, @Param('export_id') id: string) {
    return tenantExportView(await this.exports.get(ctx, tenant_id, id));
  }
}
