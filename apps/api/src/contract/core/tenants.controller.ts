import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs, Tenantless } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../wire/route.js';
import { pageOf } from '../contract.js';
import { TenantCreate, TenantListQuery, TenantUpdate, TenantView, tenantView } from './tenants.wire.js';

@ApiTags('tenants')
@Records({ tenant_id: TenantService })
@Controller('v1/tenants')
export class ContractTenantsController {
  constructor(private readonly tenants: TenantService) {}

  @Lists('', 'tenants', TenantView, {
    summary: 'List tenants',
    description: 'For administrators: their own tenant and those they created; the operator sees all (A-49, A-156).',
  })
  @Needs('tenants.list')
  async list(@Ctx() ctx: Context, @Query() { search, ...page }: TenantListQuery) {
    return (await this.tenants.list(ctx, { search }, pageOf(page))).map(tenantView);
  }

  @Creates('', TenantView, {
    summary: 'Create a tenant',
    description:
      'The creator becomes its administrator. An account without a tenant moves in, and its token works there at once; a member of another tenant gets a second membership with the same password (A-32).',
  })
  @Needs('tenants.create')
  @Tenantless()
  async create(@Ctx() ctx: Context, @Body() body: TenantCreate) {
    return tenantView(await this.tenants.create(ctx, body));
  }

  @Reads(':tenant_id', TenantView, {
    summary: 'Read a tenant',
    description: "One's own, or one that one created; any for the operator (A-51, A-156).",
  })
  async get(@Ctx() ctx: Context, @Param('tenant_id') id: string) {
    return tenantView(await this.tenants.get(ctx, id));
  }

  @Changes(':tenant_id', TenantView, {
    summary: 'Change a tenant',
    description:
      'What is absent stays; nested objects are replaced whole (A-18). Slug, e-mail, status and plan are not changed here (A-57, A-59).',
  })
  @Needs('tenants.change')
  async update(@Ctx() ctx: Context, @Param('tenant_id') id: string, @Body() body: TenantUpdate) {
    return tenantView(await this.tenants.update(ctx, id, body));
  }
}
