import { Body, Controller, Param, Query } from '@nestjs/common';
import { ServicePackageService } from '@usaha/beauty';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  ServicePackageBody,
  ServicePackageListQuery,
  ServicePackagePatch,
  ServicePackageView,
  servicePackageView,
} from './packages.wire.js';

@ApiTags('packages')
@OfModule('beauty')
@Records({ package_id: ServicePackageService })
@Controller('api/v1/beauty/packages')
export class ReferencePackagesController {
  constructor(private readonly packages: ServicePackageService) {}

  @Creates('', ServicePackageView, {
    summary: 'Create a package',
    description: 'Only the name is required. Services must exist and may be inactive (A-244, A-262).',
  })
  async create(@Ctx() ctx: Context, @Body() body: ServicePackageBody) {
    return servicePackageView(await this.packages.create(ctx, body));
  }

  @Lists('', 'packages', ServicePackageView, { summary: 'List packages', description: 'Newest first.' })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: ServicePackageListQuery) {
    return (await this.packages.list(ctx, query, pageOf(query))).map(servicePackageView);
  }

  @Reads(':package_id', ServicePackageView, {
    summary: 'Read a package',
    description: 'Services that were deleted since are still named (A-254).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('package_id') id: string) {
    return servicePackageView(await this.packages.get(ctx, id));
  }

  @Changes(':package_id', ServicePackageView, {
    summary: 'Change a package',
    description: 'Absent fields are unchanged. Sold packages stay as they were sold (A-18, A-271).',
  })
  @Addition()
  async update(@Ctx() ctx: Context, @Param('package_id') id: string, @Body() body: ServicePackagePatch) {
    return servicePackageView(await this.packages.update(ctx, id, body));
  }
}
