import { Controller, Param, Query } from '@nestjs/common';
import { ModuleService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Records } from '../../../wire/records.js';
import { Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import { ModuleListQuery, ModuleView, moduleView } from './modules.wire.js';

@ApiTags('modules')
@Records({ module_id: ModuleService })
@Controller('v1/modules')
export class ContractModulesController {
  constructor(private readonly modules: ModuleService) {}

  @Lists('', 'modules', ModuleView, {
    summary: 'List modules',
    description: 'Lists the five modules of the catalogue, which is the same for every tenant (A-69).',
  })
  list(@Query() { industry, ...page }: ModuleListQuery) {
    return this.modules.list({ industry }, pageOf(page)).map(moduleView);
  }

  @Reads(':module_id', ModuleView, {
    summary: 'Read a module',
    description: 'Reads the tenant by uuid or slug (A-69).',
  })
  async get(@Ctx() ctx: Context, @Param('module_id') id: string) {
    return moduleView(await this.modules.get(ctx, id));
  }
}
