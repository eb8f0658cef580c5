import { Controller, Query } from '@nestjs/common';
import { Bin, type Rights } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx, FromRights } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Addition, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { shownResources } from './bin-resources.js';
import { BinEntryView, BinQuery, binEntryView } from './bin.wire.js';

@ApiTags('bin')
@Controller('api/v1/bin')
export class ReferenceBinController {
  constructor(private readonly bin: Bin) {}

  @Lists('', 'records', BinEntryView, {
    summary: 'List deleted records',
    description:
      'Records that can be restored by POST to their path with restore/, the latest deletion first: of the resources that you may delete. A resource that you may not delete, and one of a disabled module, is answered with 403. API keys need the read scope of the resource, too (A-508).',
  })
  @Needs('write')
  @Addition()
  async list(@Ctx() ctx: Context, @FromRights() rights: Rights, @Query() query: BinQuery) {
    return (await this.bin.list(ctx, shownResources(rights, query.resource), pageOf(query))).map(binEntryView);
  }
}
