import { Body, Controller, Param } from '@nestjs/common';
import { ModuleService } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Records } from '../../../wire/records.js';
import { Acts, ListsWhole, Reads } from '../../../wire/route.js';
import {
  DisableBody,
  EnableBody,
  EnabledModuleView,
  ModuleEntryView,
  TenantModuleView,
  enabledModuleView,
  moduleEntryView,
  tenantModuleView,
} from './modules.wire.js';

@ApiTags('modules')
@Records({ module_id: ModuleService })
@Controller('api/v1/modules')
export class ReferenceModulesController {
  constructor(private readonly modules: ModuleService) {}

  @ListsWhole('', ModuleEntryView, {
    summary: 'List modules',
    description:
      'Lists the five modules of the catalogue, which is the same for every tenant, and whether yours may use each (usable). Not paginated (A-69, A-04, A-335).',
  })
  async list(@Ctx() ctx: Context) {
    return this.modules.all().map(moduleEntryView(await this.modules.disabledIn(ctx)));
  }

  @Acts(':module_id/enable', EnabledModuleView, {
    summary: 'Enable a module',
    description:
      'For administrators. Enables the module and stores its configuration. May be repeated. A module can be used without being enabled, unless it was disabled (A-83, A-60). What of the configuration has no effect is named in warnings (A-335).',
  })
  @Needs('modules.write')
  async enable(
    @Ctx() ctx: Context,
    @Param('module_id') id: string,
    @Body() body: EnableBody,
    @ReadIn() language: Language,
  ) {
    return enabledModuleView(language)(await this.modules.enable(ctx, id, body));
  }

  @Acts(':module_id/disable', TenantModuleView, {
    summary: 'Disable a module',
    description:
      'For administrators. Operations of the module are answered with 403 MODULE_DISABLED on both surfaces until it is enabled again. Data and configuration are kept; other tenants are not affected. May be repeated (A-60).',
  })
  @Needs('modules.write')
  async disable(@Ctx() ctx: Context, @Param('module_id') id: string, @Body() { tenant_id }: DisableBody) {
    return tenantModuleView(await this.modules.disable(ctx, id, tenant_id));
  }

  @Reads(':module_id/configuration', TenantModuleView, {
    summary: 'Read the configuration of a module',
    description: 'A module that was neither enabled nor disabled is shown as not enabled, but can be used (A-60).',
  })
  async configuration(@Ctx() ctx: Context, @Param('module_id') id: string) {
    return tenantModuleView(await this.modules.usage(ctx, id));
  }
}
