import { Body, Controller, Param, Query } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, SessionOnly, Tenantless } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  CreatedTenantView,
  TenantBody,
  TenantListQuery,
  TenantPatch,
  TenantView,
  createdTenantView,
  newTenant,
  tenantChanges,
  tenantView,
} from './tenants.wire.js';

@ApiTags('tenants')
@Records({ tenant_id: TenantService })
@Controller('api/v1/tenants')
export class ReferenceTenantsController {
  constructor(private readonly tenants: TenantService) {}

  @Creates('', CreatedTenantView, {
    summary: 'Create a tenant',
    description:
      'Creates a tenant with the caller as administrator. An account without a tenant becomes a member, and its token is valid there at once; a member of another tenant gets a second membership with the same password (A-32). Refused with 403 while another person set that password (A-391).',
  })
  @Needs('tenants.create')
  @Tenantless()
  @SessionOnly()
  async create(@Ctx() ctx: Context, @Body() body: TenantBody, @ReadIn() language: Language) {
    return createdTenantView(language)(await this.tenants.create(ctx, newTenant(body)));
  }

  @Lists('', 'tenants', TenantView, {
    summary: 'List tenants',
    description:
      'For administrators. Lists their own tenant and those they created; the operator sees all tenants (A-49, A-156).',
  })
  @Needs('tenants.list')
  async list(@Ctx() ctx: Context, @Query() query: TenantListQuery) {
    return (await this.tenants.list(ctx, query, pageOf(query))).map(tenantView);
  }

  @Reads(':tenant_id', TenantView, {
    summary: 'Read a tenant',
    description: 'Your own tenant, or one that you created; the operator may read any (A-51, A-156).',
  })
  async get(@Ctx() ctx: Context, @Param('tenant_id') id: string) {
    return tenantView(await this.tenants.get(ctx, id));
  }

  @Changes(':tenant_id', TenantView, {
    summary: 'Change a tenant',
    description:
      'Absent fields are unchanged; nested objects are replaced as a whole. is_active false suspends the tenant, true reactivates it (A-18, A-58).',
  })
  @Needs('tenants.change')
  async update(@Ctx() ctx: Context, @Param('tenant_id') id: string, @Body() body: TenantPatch) {
    return tenantView(await this.tenants.update(ctx, id, tenantChanges(body)));
  }

  @Deletes(':tenant_id', DeletedView, {
    summary: 'Delete a tenant',
    description:
      "For the tenant's administrator or the operator. Deletes the tenant; the tokens of its users are refused from then on (A-58).",
  })
  @Needs('tenants.change')
  @SessionOnly()
  async remove(@Ctx() ctx: Context, @Param('tenant_id') id: string) {
    return deleted(await this.tenants.remove(ctx, id));
  }
}
