import { Body, Controller, Param, Query } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly, Tenantless } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import { TenantCreate, TenantListQuery, TenantUpdate, TenantView, newTenant, tenantView } from './tenants.wire.js';

@ApiTags('tenants')
@Records({ tenant_id: TenantService })
@Controller('v1/tenants')
export class ContractTenantsController {
  constructor(private readonly tenants: TenantService) {}

  @Lists('', 'tenants', TenantView, {
    summary: 'List tenants',
    description:
      'For administrators. Lists their own tenant and those they created; the operator sees all tenants (A-49, A-156).',
  })
  @Needs('tenants.list')
  async list(@Ctx() ctx: Context, @Query() { search, ...page }: TenantListQuery) {
    return (await this.tenants.list(ctx, { search }, pageOf(page))).map(tenantView(ctx.now));
  }

  @Creates('', TenantView, {
    summary: 'Create a tenant',
    description:
      'Creates a tenant with the caller as administrator. An account without a tenant becomes a member, and its token is valid there at once; a member of another tenant gets a second membership with the same password (A-32). Refused with 403 while another person set that password (A-391).',
  })
  @Needs('tenants.create')
  @Tenantless()
  @SessionOnly()
  async create(@Ctx() ctx: Context, @Body() body: TenantCreate) {
    return tenantView(ctx.now)(await this.tenants.create(ctx, newTenant(body)));
  }

  @Reads(':tenant_id', TenantView, {
    summary: 'Read a tenant',
    description: 'Your own tenant, or one that you created; the operator may read any (A-51, A-156).',
  })
  async get(@Ctx() ctx: Context, @Param('tenant_id') id: string) {
    return tenantView(ctx.now)(await this.tenants.get(ctx, id));
  }

  @Changes(':tenant_id', TenantView, {
    summary: 'Change a tenant',
    description:
      'Absent fields are unchanged; nested objects are replaced as a whole. Slug, e-mail, status and plan cannot be changed here (A-18, A-57, A-59).',
  })
  @Needs('tenants.change')
  async update(@Ctx() ctx: Context, @Param('tenant_id') id: string, @Body() body: TenantUpdate) {
    return tenantView(ctx.now)(await this.tenants.update(ctx, id, body));
  }
}
