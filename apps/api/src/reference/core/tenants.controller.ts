import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs, Tenantless } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Changes, Creates, Deletes, Lists, Reads } from '../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  TenantBody,
  TenantListQuery,
  TenantPatch,
  TenantView,
  newTenant,
  tenantChanges,
  tenantQuery,
  tenantView,
} from './tenants.wire.js';

@ApiTags('tenants')
@Records({ tenant_id: TenantService })
@Controller('api/v1/tenants')
export class ReferenceTenantsController {
  constructor(private readonly tenants: TenantService) {}

  @Creates('', TenantView, {
    summary: 'Create a tenant',
    description:
      'The creator becomes its administrator. An account without a tenant moves in, and its token works there at once; a member of another tenant gets a second membership with the same password (A-32).',
  })
  @Needs('tenants.create')
  @Tenantless()
  async create(@Ctx() ctx: Context, @Body() body: TenantBody) {
    return tenantView(await this.tenants.create(ctx, newTenant(body)));
  }

  @Lists('', 'tenants', TenantView, {
    summary: 'List tenants',
    description: 'For administrators: their own tenant and those they created; the operator sees all (A-49, A-156).',
  })
  @Needs('tenants.list')
  async list(@Ctx() ctx: Context, @Query() query: TenantListQuery) {
    return (await this.tenants.list(ctx, tenantQuery(query), pageOf(query))).map(tenantView);
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
      'What is absent stays; nested objects are replaced whole (A-18). is_active false suspends it, true makes it usable again (A-58).',
  })
  @Needs('tenants.change')
  async update(@Ctx() ctx: Context, @Param('tenant_id') id: string, @Body() body: TenantPatch) {
    return tenantView(await this.tenants.update(ctx, id, tenantChanges(body)));
  }

  @Deletes(':tenant_id', DeletedView, {
    summary: 'Delete a tenant',
    description:
      "By its own administrator or the operator. It is invisible from now on, and its users' tokens are dead (A-58).",
  })
  @Needs('tenants.change')
  async remove(@Ctx() ctx: Context, @Param('tenant_id') id: string) {
    return deleted(await this.tenants.remove(ctx, id));
  }
}
