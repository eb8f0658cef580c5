import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ModuleService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, ListsWhole, Reads } from '../../wire/route.js';
import { EnableBody, ModuleEntryView, TenantModuleView, moduleEntryView, tenantModuleView } from './modules.wire.js';

@ApiTags('modules')
@Records({ module_id: ModuleService })
@Controller('api/v1/modules')
export class ReferenceModulesController {
  constructor(private readonly modules: ModuleService) {}

  @ListsWhole('', ModuleEntryView, {
    summary: 'List modules',
    description: 'The catalogue: five modules, the same for every tenant (A-69). Never paged (A-04).',
  })
  list() {
    return this.modules.all().map(moduleEntryView);
  }

  @Acts(':module_id/enable', TenantModuleView, {
    summary: 'Enable a module',
    description:
      'For administrators. Keeps the configuration, and lifts a disable; it may be repeated (A-83). Every module is usable without it (A-60).',
  })
  @Needs('modules.write')
  async enable(@Ctx() ctx: Context, @Param('module_id') id: string, @Body() body: EnableBody) {
    return tenantModuleView(await this.modules.enable(ctx, id, body));
  }

  @Acts(':module_id/disable', TenantModuleView, {
    summary: 'Disable a module',
    description:
      'For administrators. Its operations answer 403 MODULE_DISABLED on both surfaces until it is enabled again; data and configuration are kept, and no other business is concerned (A-60). It may be repeated.',
  })
  @Needs('modules.write')
  async disable(@Ctx() ctx: Context, @Param('module_id') id: string) {
    return tenantModuleView(await this.modules.disable(ctx, id));
  }

  @Reads(':module_id/configuration', TenantModuleView, {
    summary: 'Read the configuration of a module',
    description: 'A module that was never touched is not enabled, and usable all the same (A-60).',
  })
  async configuration(@Ctx() ctx: Context, @Param('module_id') id: string) {
    return tenantModuleView(await this.modules.usage(ctx, id));
  }
}
